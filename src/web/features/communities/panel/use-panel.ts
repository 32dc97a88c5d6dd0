import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type Community, saveCommunityDetails } from "#shared/features/communities/contract.ts";
import { passwordLeftMessage } from "#shared/features/communities/panel-save.ts";
import { ApiError, isPassing, isUnanswered } from "#web/lib/server/api-error.ts";
import { type FormProblems, noProblems, problemsOfWrite } from "#web/lib/form-problems.ts";
import { usePublicSettings } from "#web/lib/server/public-settings.ts";
import { useOutbox } from "#web/offline/outbox/outbox-view.ts";
import { showToast } from "#web/ui/overlay/toast.ts";
import { showCommunity } from "../api.ts";
import {
  changedFields,
  changesOf,
  type Clash,
  draftOf,
  draftWith,
  mergeDraft,
  type PanelDraft,
  panelFields,
} from "./panel-draft.ts";
import { type PanelSaved, savePanel } from "./save-panel.ts";

/** An admin's unsaved changes, on top of the last known record and the queued save. */
export function usePanel(community: Community) {
  const client = useQueryClient();
  const { communityNoun } = usePublicSettings();
  const waiting = useWaitingSave(community.id);
  const { sent } = useOutbox();
  const save = useMutation({
    mutationFn: async (changes: ReturnType<typeof changesOf>) =>
      savePanel(community, changes, waiting === null ? [] : [waiting.id]),
  });
  const [base, setBase] = useState(community);
  /** The last queued save. Once sent, it counts as the known record until the new one is fetched. */
  const [last, setLast] = useState(waiting);
  const due = waiting ?? (last !== null && sent.has(last.id) ? last : null);
  const known = due === null ? draftOf(base) : draftWith(draftOf(base), due.body);
  const [draft, setDraft] = useState(known);
  const [clashes, setClashes] = useState<readonly Clash[]>([]);
  const [notice, setNotice] = useState<string | null>(null);
  /** Status of the details when the password could not be sent because of a lost connection. */
  const [rest, setRest] = useState<Parameters<typeof passwordLeftMessage>[0] | null>(null);
  const hasChanges = changedFields(draft, known).length > 0;
  if (waiting !== null && waiting.id !== last?.id) setLast(waiting);
  if (waiting === null && last !== null) {
    const hasArrived = community.version > base.version;
    // A save discarded in the outbox becomes an unsaved change again.
    if (hasArrived || due === null) setLast(null);
    if (hasArrived) adopt(community);
  }

  /** Rebases the changes on a newer record. */
  function adopt(newer: Community): Clash[] {
    const merged = mergeDraft(draft, draftOf(base), draftOf(newer));
    setBase(newer);
    setDraft(merged.draft);
    setClashes(merged.clashes);
    return merged.clashes;
  }

  function rebase(newer: Community): Clash[] {
    showCommunity(client, newer);
    return adopt(newer);
  }

  function handleError(error: Error): void {
    if (!(error instanceof ApiError) || error.code !== "conflict" || error.current === undefined) return;
    const found = rebase(error.current as Community);
    setNotice(
      found.length > 0
        ? "Someone else has changed the same thing. Choose a version, then save again."
        : "Someone else has saved in the meantime. Their changes are in. Save again to add yours.",
    );
  }

  function handleSaved({ community: saved, isWaiting, passwordError }: PanelSaved): void {
    setClashes([]);
    if (saved !== null) {
      setLast(null);
      showCommunity(client, saved);
      setBase(saved);
      // A rejected password stays in the form.
      setDraft((before) =>
        passwordError === null
          ? draftOf(saved)
          : { ...draftOf(saved), adminUsername: before.adminUsername, adminPassword: before.adminPassword },
      );
    }
    if (passwordError === null) {
      if (!isWaiting) showToast({ kind: "done", text: "Saved." });
    } else if (isUnanswered(passwordError)) {
      setRest(isWaiting ? "waiting" : saved === null ? "none" : "saved");
    } else handleError(passwordError);
  }

  const refusal = rest === null ? (save.data?.passwordError ?? null) : null;
  const isLeft = rest !== null && draft.adminPassword !== "";
  const message = notice ?? (isLeft ? passwordLeftMessage(rest) : null);
  return {
    draft,
    base,
    clashes,
    hasChanges,
    isSaving: save.isPending,
    /** The last save is queued on this device. */
    isWaiting: waiting !== null && !sent.has(waiting.id) && !save.isPending,
    problems:
      message === null ? saveProblems(save.error ?? refusal, communityNoun) : { ...noProblems, message },
    rebase,
    change: (part: Partial<PanelDraft>) => setDraft((before) => ({ ...before, ...part })),
    /** Resolves a field that both sides have changed. */
    choose: ({ field, theirs }: Clash, side: "mine" | "theirs") => {
      setClashes((left) => left.filter((clash) => clash.field !== field));
      if (side === "theirs") setDraft((before) => ({ ...before, [field]: theirs }));
    },
    save: () => {
      if (save.isPending) {
        setNotice("Update already in progress");
        return;
      }
      setNotice(null);
      setRest(null);
      save.mutate(changesOf(draft, draftOf(base), base.version), {
        onSuccess: handleSaved,
        onError: handleError,
      });
    },
  };
}

/** The last save of this panel in the outbox; after sending, until its record is refetched. Null when there is none. */
function useWaitingSave(communityId: string): { id: string; body: unknown } | null {
  const last = useOutbox().operations.findLast(
    ({ endpointId, params }) =>
      endpointId === saveCommunityDetails.id && params?.["communityId"] === communityId,
  );
  return last ?? null;
}

export type Panel = ReturnType<typeof usePanel>;

/** A refusal shows what failed and the server's reason; other errors show the specification's sentence. */
function saveProblems(error: Error | null, communityNoun: string): FormProblems {
  if (error === null) return noProblems;
  if (!(error instanceof ApiError) || error.code === "garbled" || isPassing(error))
    return { message: "Failed to save changes. Please try again.", fields: {} };
  const failure = `Failed to update ${communityNoun.toLowerCase()}.`;
  return problemsOfWrite({ error: error.message, refusal: error }, null, { names: panelFields, failure });
}
