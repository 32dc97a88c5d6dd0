import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Community } from "#shared/features/communities/contract.ts";
import { ApiError } from "#web/lib/api-client.ts";
import { type FormProblems, noProblems, problemsOf } from "#web/lib/form-problems.ts";
import { showToast } from "#web/ui/toast.ts";
import { showCommunity, useSaveCommunity } from "./api.ts";
import {
  changedFields,
  changesOf,
  type Clash,
  draftOf,
  mergeDraft,
  type PanelDraft,
  panelFields,
} from "./panel-draft.ts";

/** What an admin has changed and not saved, on the record as it was known. */
export function usePanel(community: Community) {
  const client = useQueryClient();
  const save = useSaveCommunity(community.id);
  const [base, setBase] = useState(community);
  const [draft, setDraft] = useState(() => draftOf(community));
  const [clashes, setClashes] = useState<readonly Clash[]>([]);
  const [notice, setNotice] = useState<string | null>(null);
  const hasChanges = changedFields(draft, draftOf(base)).length > 0;

  /** Takes a newer record as what the changes are based on. */
  function rebase(newer: Community): Clash[] {
    const merged = mergeDraft(draft, draftOf(base), draftOf(newer));
    setBase(newer);
    setDraft(merged.draft);
    setClashes(merged.clashes);
    showCommunity(client, newer);
    return merged.clashes;
  }

  async function handleError(error: Error): Promise<void> {
    if (!(error instanceof ApiError) || error.code !== "conflict") return;
    const { community: record } = await import("#shared/features/communities/contract.ts");
    const current = record.safeParse(error.current);
    if (!current.success) return;
    const found = rebase(current.data);
    setNotice(
      found.length > 0
        ? "Somebody else has changed the same meanwhile. Please choose, then save again."
        : "Somebody else has saved meanwhile. Their changes are in; save again to add yours.",
    );
  }

  return {
    draft,
    base,
    clashes,
    hasChanges,
    isSaving: save.isPending,
    problems: notice === null ? saveProblems(save.error) : { ...noProblems, message: notice },
    failure: save.error,
    rebase,
    change: (part: Partial<PanelDraft>) => setDraft((before) => ({ ...before, ...part })),
    /** Decides a field both have changed. */
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
      save.mutate(changesOf(draft, draftOf(base), base.version), {
        onSuccess(saved) {
          setBase(saved);
          setDraft(draftOf(saved));
          setClashes([]);
          showToast({ kind: "done", text: "Saved." });
        },
        onError: (error) => void handleError(error),
      });
    },
  };
}

export type Panel = ReturnType<typeof usePanel>;

/** What the server refuses it says itself; whatever else went wrong is said as specified. */
function saveProblems(error: Error | null): FormProblems {
  const isRefusal = error instanceof ApiError && error.status >= 400 && error.status < 500;
  if (error === null || isRefusal) return problemsOf(error, panelFields);
  return { message: "Failed to save changes. Please try again.", fields: {} };
}
