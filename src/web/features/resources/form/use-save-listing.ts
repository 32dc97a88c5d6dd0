import { useRef } from "react";
import type { FormDraft } from "#web/offline/drafts/use-form-draft.ts";
import { useQueuedMutation } from "#web/offline/outbox/use-queued-mutation.ts";
import type { PickedPhotos } from "#web/features/photos/use-picked-photos.ts";
import type { ListingContent, ListingTarget } from "./listing-operations.ts";
import type { QueuedListing } from "./queued-listing.ts";

interface Saving {
  target: ListingTarget;
  content: ListingContent;
  markPhoto: PickedPhotos["mark"];
  /** The draft that the form stores, if any. */
  draft?: Pick<FormDraft, "sendAs">;
}

/**
 * Saves a thing. A second attempt of the same form replaces the first.
 * @param queued the queued write that the form shows, if any
 * @param failure the message when no attempt was possible
 */
export function useSaveListing(queued: QueuedListing | null, failure: string) {
  const operationIds = useRef<readonly string[]>(queued?.operationIds ?? []);
  const save = useQueuedMutation({
    send: async ({ target, content, markPhoto, draft }: Saving, operationId) => {
      draft?.sendAs(operationId);
      const { sendListing } = await import("./send-listing.ts");
      const options = { replaces: operationIds.current, operationId };
      const result = await sendListing(target, content, markPhoto, options);
      // If this device could not store the write, the earlier one was not replaced.
      const isStored = result.status !== "refused" || result.error.code !== "insufficient-storage";
      if (isStored) operationIds.current = result.operationIds;
      return result;
    },
    failure,
  });
  /** Withdraws the write; the server's version is unchanged. */
  const discard = async (): Promise<void> => {
    const { discard: discardOperation } = await import("#web/offline/outbox/outbox.ts");
    const operationId = operationIds.current.at(-1);
    if (operationId !== undefined) await discardOperation(operationId);
  };
  return { ...save, discard };
}
