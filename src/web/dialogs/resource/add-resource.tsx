import { useQuery } from "@tanstack/react-query";
import type { SessionUser } from "#shared/features/account/contract.ts";
import type { ResourceType } from "#shared/features/resources/contract.ts";
import { communitiesQuery } from "#web/features/communities/communities-query.ts";
import type { QueuedResourceEdit } from "#web/features/resources/add/queued-resource-edit.ts";
import { chat } from "#web/features/chat/store/use-chat.ts";
import { EntryForm } from "#web/features/resources/edit/entry-form.tsx";
import { emptyResourceDraft, type ResourcePrefill } from "#web/features/resources/add/resource-draft.ts";
import { ResourceForm, type SubmitEntry } from "#web/features/resources/add/resource-form.tsx";
import { useAddResource } from "#web/features/resources/add/use-add-resource.ts";
import { type FormProblems, noProblems, placeProblem } from "#web/lib/form-problems.ts";
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
  /** Which form: the library's, or Add Entry's for one type. */
  form?: { kind: "resource" } | { kind: "entry"; type: ResourceType };
  maker: SessionUser;
  prefill?: ResourcePrefill | undefined;
  /** A refused resource that is changed and sent again. */
  kept?: QueuedResourceEdit | null;
  onDone: () => void;
}

/** The Add Resource or the Add Entry form, with its communities and its way into the outbox. */
export function AddResource({
  form = { kind: "resource" },
  maker,
  prefill,
  kept = null,
  onDone,
}: AddResourceProps) {
  const failure = FAILURES[form.kind];
  const { communityNoun } = usePublicSettings();
  const communities = useQuery(communitiesQuery);
  const asOf = useAsOf(communities);
  const add = useAddResource(kept);
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
  const shared = {
    communities: communities.data,
    communityNoun,
    isBusy: add.isPending,
    problems: problemsFrom(add, kept, failure),
    onSubmit: ((draft, markPhoto, onTaken) => {
      const community = communities.data.find(({ id }) => id === draft.communityId);
      // The form offers no others; one that was kept may be gone from the list.
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
        <EntryForm {...shared} type={form.type} />
      ) : (
        <ResourceForm
          {...shared}
          initial={kept?.draft ?? emptyResourceDraft(prefill)}
          isDraftStored={kept === null && prefill === undefined}
          onCancel={onDone}
        />
      )}
    </>
  );
}

function addedSentence(title: string): string {
  return `${title} was added to the library. You can see it in the Map view.`;
}

/** Here, and in the conversation for when they come back to it. */
function tellAdded(title: string): void {
  showToast({ kind: "done", text: addedSentence(title) });
  const text = `${title} was added to the library. You can view and manage it in the Map view.`;
  chat.ask((store) => store.notes.tell(text));
}

function problemsFrom(
  { error, refusal }: ReturnType<typeof useAddResource>,
  kept: QueuedResourceEdit | null,
  failure: string,
): FormProblems {
  if (error !== null && refusal === null) return { message: error, fields: {} };
  const problem = refusal === null ? kept?.problem : { error: refusal.message, fields: refusal.fields };
  if (problem === null || problem === undefined) return noProblems;
  const { message, fields } = placeProblem(problem, FIELDS);
  return { message: message === null ? null : `${failure} ${message}`, fields };
}
