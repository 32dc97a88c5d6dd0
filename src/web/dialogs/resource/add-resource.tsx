import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { SessionUser } from "#shared/features/account/contract.ts";
import { MAX_DESCRIPTION, type ResourceType } from "#shared/features/resources/contract.ts";
import { newId } from "#shared/id.ts";
import { chat } from "#web/features/chat/store/use-chat.ts";
import { communitiesQuery } from "#web/features/communities/communities-query.ts";
import {
  listingFailures,
  ListingForm,
  type SubmitListing,
} from "#web/features/resources/form/listing-form.tsx";
import {
  emptyDraft,
  likelyCommunity,
  type ListingPrefill,
  queuedValues,
} from "#web/features/resources/form/listing-values.ts";
import type { QueuedListing } from "#web/features/resources/form/queued-listing.ts";
import { useSaveListing } from "#web/features/resources/form/save-listing.ts";
import { usePublicSettings } from "#web/lib/server/public-settings.ts";
import { AsOf } from "#web/ui/state/as-of.tsx";
import { ErrorState } from "#web/ui/state/error-state.tsx";
import { Spinner } from "#web/ui/state/spinner.tsx";
import { showToast } from "#web/ui/overlay/toast.ts";
import { QueuedNotice } from "#web/features/resources/form/queued-notice.tsx";

interface AddResourceProps {
  /** The type chosen on the Add Entry page. Without it, this is the library's form, which asks for the type. */
  entryType?: ResourceType;
  maker: SessionUser;
  prefill?: ListingPrefill | undefined;
  /** A rejected resource, to be edited and sent again in the form that created it. */
  queued?: QueuedListing | null;
  onDone: () => void;
}

/** The form that adds a resource, connected to the communities and the outbox. */
export function AddResource({ entryType, maker, prefill, queued = null, onDone }: AddResourceProps) {
  const entrance = entryType === undefined && queued?.entrance !== "entry" ? "resource" : "entry";
  const failure = listingFailures[entrance];
  const { communityNoun } = usePublicSettings();
  const communities = useQuery(communitiesQuery);
  const [resourceId] = useState(() => queued?.resourceId ?? newId());
  const add = useSaveListing(queued, "Failed to submit form. Please reload the page and try again.");
  if (communities.data === undefined) {
    return communities.isError ? (
      <ErrorState title={`The ${communityNoun}s did not load`} onRetry={() => void communities.refetch()} />
    ) : (
      <Spinner label={`Loading the ${communityNoun}s`} />
    );
  }
  if (add.result?.status === "queued") {
    const { problem, operationId } = add.result;
    return (
      <QueuedNotice
        operationId={operationId}
        message={
          problem === null
            ? "This takes a while. It’s saved on this device, and sending continues."
            : `Saved on this device. Looby will try again. ${failure} ${problem.error}`
        }
        sentMessage={addedSentence(add.variables?.content.draft.title)}
        onClose={onDone}
      />
    );
  }
  const submit: SubmitListing = (content, markPhoto, draft) => {
    const community = communities.data.find(({ id }) => id === content.draft.communityId);
    // Only listed communities can be chosen, but the community of a stored draft may no longer be listed.
    if (community === undefined) return;
    add.mutate(
      { target: { entrance, resourceId, maker, community }, content, markPhoto, draft },
      {
        onDone: ({ status }) => {
          draft.drop();
          if (status === "queued") return;
          showAdded(content.draft.title);
          onDone();
        },
        onFailed: (_, refusal) => {
          if (refusal?.code !== "gone") return;
          draft.drop();
          onDone();
        },
      },
    );
  };
  const { photos = [], ...fields } = prefill ?? {};
  const communityId = likelyCommunity(communities.data);
  // Another app may share a text that is too long for a description.
  const description = (fields.description ?? "").slice(0, MAX_DESCRIPTION).toWellFormed();
  const empty = { ...emptyDraft, communityId, type: entryType ?? null, ...fields, description };
  return (
    <>
      <AsOf of={communities} />
      <ListingForm
        entrance={entrance}
        initial={queued === null ? { draft: empty, photos } : queuedValues(queued)}
        communities={communities.data}
        save={add}
        problem={queued?.problem}
        isDraftStored={queued === null && prefill === undefined}
        onSubmit={submit}
        {...(entryType === undefined ? { onCancel: onDone } : {})}
      />
    </>
  );
}

function addedSentence(title = ""): string {
  return `${title.trim()} was added to the library. You can see it in the Map view.`;
}

/** Shows a toast, and a note in the conversation for later. */
function showAdded(title: string): void {
  showToast({ kind: "done", text: addedSentence(title) });
  const text = `${title.trim()} was added to the library. You can view and manage it in the Map view.`;
  chat.ask((store) => store.notes.show(text));
}
