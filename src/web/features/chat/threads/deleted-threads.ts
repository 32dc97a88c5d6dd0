import { deleteThread } from "#shared/features/chat/contract.ts";
import type { OutboxView } from "#web/offline/outbox/outbox-view.ts";

/** Ids of the conversations that the user has deleted and that the server may still list. A refused deletion does not count. */
export function deletedThreads({ operations, sent }: Pick<OutboxView, "operations" | "sent">): Set<string> {
  return new Set(
    operations.flatMap(({ id, endpointId, params, state }) =>
      endpointId === deleteThread.id && (state === "queued" || sent.has(id))
        ? (params?.["threadId"] ?? [])
        : [],
    ),
  );
}
