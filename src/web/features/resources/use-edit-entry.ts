import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { type Resource, resource as resourceSchema } from "#shared/features/resources/contract.ts";
import type { OperationProblem } from "#shared/outbox/operation.ts";
import type { PickedPhotos } from "../photos/use-picked-photos.ts";
import type { EditedEntry, EntryEdit } from "./entry-edit.ts";
import type { KeptEdit } from "./kept-edit.ts";

interface Given {
  base: EditedEntry;
  edit: EntryEdit;
  markPhoto: PickedPhotos["mark"];
}

/** Hands an edit to the outbox and tells how that went; a second try takes the place of the first. */
export function useEditEntry(kept: KeptEdit | null) {
  const client = useQueryClient();
  const operationIds = useRef<readonly string[]>(kept?.operationIds ?? []);
  return useMutation({
    mutationFn: async ({ base, edit, markPhoto }: Given) => {
      const { sendEdit } = await import("./send-edit.ts");
      const sent = await sendEdit(base, edit, markPhoto, operationIds.current);
      if (sent.outcome.state !== "not-kept") operationIds.current = sent.operationIds;
      if (sent.outcome.state === "sent") await client.invalidateQueries({ queryKey: ["resources"] });
      return { ...sent.outcome, operationId: sent.operationId };
    },
  });
}

/** The entry as it stands on the server, out of a conflict; null when the answer did not bring it. */
export function entryOnServer(problem: OperationProblem | null): Resource | null {
  return resourceSchema.safeParse(problem?.current).data ?? null;
}
