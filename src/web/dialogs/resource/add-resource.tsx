import { useQuery } from "@tanstack/react-query";
import type { SessionUser } from "#shared/features/account/contract.ts";
import type { ResourceType } from "#shared/features/resources/contract.ts";
import { communitiesQuery } from "#web/features/communities/communities-query.ts";
import type { QueuedResourceEdit } from "#web/features/resources/add/queued-resource-edit.ts";
import { chat } from "#web/features/chat/store/use-chat.ts";
import { EntryForm } from "#web/features/resources/add/entry-form.tsx";
import {
  emptyResourceDraft,
  likelyCommunity,
  type ResourcePrefill,
} from "#web/features/resources/add/resource-draft.ts";
import { ResourceForm, type SubmitEntry } from "#web/features/resources/add/resource-form.tsx";
import { useAddResource } from "#web/features/resources/add/use-add-resource.ts";
import { problemsOfWrite } from "#web/lib/form-problems.ts";
import { usePublicSettings } from "#web/lib/server/public-settings.ts";
import { useAsOf } from "#web/lib/use-as-of.ts";
import { AsOf } from "#web/ui/state/as-of.tsx";
import { ErrorState } from "#web/ui/state/error-state.tsx";
import { Spinner } from "#web/ui/state/spinner.tsx";
import { showToast } from "#web/ui/overlay/toast.ts";
import { QueuedNotice } from "./queued-notice.tsx";

const FAILURES = { resource: "Failed to submit resource.", entry: "Failed to create entry." };
const FIELDS = ["title", "description", "tags"];

interface AddResourceProps {
  /** The form to show: the library's, or the Add Entry form for one type. */
  form?: { kind: "resource" } | { kind: "entry"; type: ResourceType };
  maker: SessionUser;
  prefill?: ResourcePrefill | undefined;
  /** A refused resource that is edited and sent again. */
  queued?: QueuedResourceEdit | null;
  onDone: () => void;
}

/** The Add Resource or Add Entry form, connected to the communities and the outbox. */
export function AddResource({
  form = { kind: "resource" },
  maker,
  prefill,
  queued = null,
  onDone,
}: AddResourceProps) {
  const failure = FAILURES[form.kind];
  const { communityNoun } = usePublicSettings();
  const communities = useQuery(communitiesQuery);
  const asOf = useAsOf(communities);
  const add = useAddResource(queued);
  if (communities.data === undefined) {
    return communities.isError ? (
      <ErrorState title={`The ${communityNoun}s did not load`} onRetry={() => void communities.refetch()} />
    ) : (
      <Spinner label={`Loading the ${communityNoun}s`} />
    );
  }
  if (add.result?.status === "queued") {
    const { problem, operationId, title } = add.result;
    return (
      <QueuedNotice
        operationId={operationId}
        message={
          problem === null
            ? "This takes a while. It is kept on this device and goes on by itself."
            : `It is kept on this device and will be sent again. ${failure} ${problem.error}`
        }
        sentMessage={addedSentence(title)}
        onClose={onDone}
      />
    );
  }
  const homeId = likelyCommunity(communities.data);
  const shared = {
    communities: communities.data,
    communityNoun,
    isBusy: add.isPending,
    problems: problemsOfWrite(add, queued?.problem, { names: FIELDS, failure }),
    onSubmit: ((draft, markPhoto, onTaken) => {
      const community = communities.data.find(({ id }) => id === draft.communityId);
      // Only listed communities can be chosen, but that of a stored draft may be gone from the list.
      if (community === undefined) return;
      add.mutate(
        { draft, maker, community, markPhoto, form: form.kind },
        {
          onDone: ({ status, title }) => {
            onTaken();
            if (status === "queued") return;
            tellAdded(title);
            onDone();
          },
          onFailed: (_, refusal) => {
            if (refusal?.code !== "gone") return;
            onTaken();
            onDone();
          },
        },
      );
    }) satisfies SubmitEntry,
  };
  return (
    <>
      <AsOf at={asOf} />
      {form.kind === "entry" ? (
        <EntryForm {...shared} type={form.type} homeId={homeId} />
      ) : (
        <ResourceForm
          {...shared}
          initial={queued?.draft ?? emptyResourceDraft({ communityId: homeId, ...prefill })}
          isDraftStored={queued === null && prefill === undefined}
          onCancel={onDone}
        />
      )}
    </>
  );
}

function addedSentence(title: string): string {
  return `${title} was added to the library. You can see it in the Map view.`;
}

/** Shows a toast, and a note in the conversation for later. */
function tellAdded(title: string): void {
  showToast({ kind: "done", text: addedSentence(title) });
  const text = `${title} was added to the library. You can view and manage it in the Map view.`;
  chat.ask((store) => store.notes.tell(text));
}
