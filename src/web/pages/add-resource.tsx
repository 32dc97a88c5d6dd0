import { useQuery } from "@tanstack/react-query";
import type { SessionUser } from "#shared/features/account/contract.ts";
import { communitiesQuery } from "../features/communities/api.ts";
import type { KeptResource } from "../features/resources/kept-resource.ts";
import { chat } from "../features/chat/use-chat.ts";
import { emptyResourceDraft, type ResourcePrefill } from "../features/resources/resource-draft.ts";
import { ResourceForm } from "../features/resources/resource-form.tsx";
import { useAddResource } from "../features/resources/use-add-resource.ts";
import { type FormProblems, noProblems, placeProblem } from "../lib/form-problems.ts";
import { usePublicSettings } from "../lib/public-settings.ts";
import { ErrorState } from "../ui/error-state.tsx";
import { Spinner } from "../ui/spinner.tsx";
import { showToast } from "../ui/toast.ts";
import { KeptForLater } from "./kept-for-later.tsx";

const FAILURE = "Failed to submit resource.";
const FIELDS = ["title", "description", "tags"];

interface AddResourceProps {
  maker: SessionUser;
  prefill?: ResourcePrefill | undefined;
  /** A refused resource that is changed and sent again. */
  kept?: KeptResource | null;
  onDone: () => void;
}

/** The Add Resource form with its communities and its way into the outbox: in the dialog and on the page alike. */
export function AddResource({ maker, prefill, kept = null, onDone }: AddResourceProps) {
  const { communityNoun } = usePublicSettings();
  const communities = useQuery(communitiesQuery);
  const add = useAddResource(kept);
  if (communities.data === undefined) {
    return communities.isError ? (
      <ErrorState title={`The ${communityNoun}s did not load`} onRetry={() => void communities.refetch()} />
    ) : (
      <Spinner label={`Loading the ${communityNoun}s`} />
    );
  }
  if (add.data?.state === "waiting") {
    const { problem, operationId, title } = add.data;
    return (
      <KeptForLater
        operationId={operationId}
        message={
          problem === null
            ? "This takes a while. It is kept on this device and goes on by itself."
            : `${FAILURE} It is kept on this device and will be sent again. ${problem.error}`
        }
        sentMessage={addedSentence(title)}
        onClose={onDone}
      />
    );
  }
  return (
    <ResourceForm
      initial={kept?.draft ?? emptyResourceDraft(prefill)}
      communities={communities.data}
      communityNoun={communityNoun}
      isBusy={add.isPending}
      problems={problemsFrom(add, kept)}
      onCancel={onDone}
      onSubmit={(draft, markPhoto) => {
        const community = communities.data.find(({ id }) => id === draft.communityId);
        // The form offers no others; one that was kept may be gone from the list.
        if (community === undefined) return;
        add.mutate(
          { draft, maker, community, markPhoto },
          {
            onSuccess: ({ state, title }) => {
              if (state === "sent") tellAdded(title);
              if (state === "sent" || state === "discarded") onDone();
            },
          },
        );
      }}
    />
  );
}

function addedSentence(title: string): string {
  return `${title} was added to the library. You can see it in the Map view.`;
}

/** Here, and in the conversation for when they come back to it. */
function tellAdded(title: string): void {
  showToast({ kind: "done", text: addedSentence(title) });
  const text = `${title} was added to the library. You can view and manage it in the Map view.`;
  chat.ask((store) => store.tell(text));
}

function problemsFrom(add: ReturnType<typeof useAddResource>, kept: KeptResource | null): FormProblems {
  if (add.error !== null) return { message: `${FAILURE} Please reload the page and try again.`, fields: {} };
  if (add.data?.state === "not-kept") return { message: `${FAILURE} ${add.data.reason}`, fields: {} };
  const problem = add.data?.state === "failed" ? add.data.problem : (kept?.problem ?? null);
  if (problem === null) return noProblems;
  const { message, fields } = placeProblem(problem, FIELDS);
  return { message: message === null ? null : `${FAILURE} ${message}`, fields };
}
