import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { type Resource, resource as resourceSchema } from "#shared/features/resources/contract.ts";
import { useQueuedMutation } from "#web/offline/outbox/use-queued-mutation.ts";
import type { PickedPhotos } from "#web/features/photos/use-picked-photos.ts";
import type { EditedEntry, EntryEdit } from "./entry-edit.ts";
import type { QueuedEdit } from "./queued-edit.ts";

interface Given {
  base: EditedEntry;
  edit: EntryEdit;
  markPhoto: PickedPhotos["mark"];
}

/** Sends an edit; a second attempt replaces the first. */
export function useEditEntry(queued: QueuedEdit | null) {
  const client = useQueryClient();
  const operationIds = useRef<readonly string[]>(queued?.operationIds ?? []);
  const save = useQueuedMutation({
    send: async ({ base, edit, markPhoto }: Given) => {
      const { sendEdit } = await import("./send-edit.ts");
      const result = await sendEdit(base, edit, markPhoto, operationIds.current);
      const isStored = result.status !== "refused" || result.error.code !== "insufficient-storage";
      if (isStored) operationIds.current = result.operationIds;
      if (result.status === "sent") await client.invalidateQueries({ queryKey: ["resources"] });
      return result;
    },
    failure: "Failed to update entry. Please try again.",
  });
  /** Discards the queued edit: the server's version stays. */
  const discardMine = async () => {
    const { discard } = await import("#web/offline/outbox/outbox.ts");
    const operationId = operationIds.current.at(-1);
    if (operationId !== undefined) await discard(operationId);
  };
  return { ...save, discardMine };
}

/** The server's version of the entry from a conflict; null when the answer did not include it. */
export function entryOnServer(problem: { current?: unknown } | null): Resource | null {
  return resourceSchema.safeParse(problem?.current).data ?? null;
}
