import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import {
  changeThread,
  deleteThread,
  listThreads,
  type ThreadListing,
} from "#shared/features/chat/contract.ts";
import { call } from "#web/lib/server/api-client.ts";
import { queue } from "#web/offline/outbox/queue.ts";
import { useQueuedMutation } from "#web/offline/outbox/use-queued-mutation.ts";
import { showToast } from "#web/ui/overlay/toast.ts";

const THREADS = ["chat", "threads"];

export const threadQueries = {
  /** Key of all lists. */
  all: THREADS,
  /**
   * The user's conversations, newest first.
   * @param words the search text; only the whole list is cached on the device
   */
  list: (words: string) =>
    queryOptions({
      queryKey: [...THREADS, words],
      queryFn: async ({ signal }): Promise<ThreadListing[]> => {
        const query = words === "" ? {} : { q: words };
        return (await call(listThreads, { query }, { signal })).threads;
      },
      staleTime: 0,
      placeholderData: keepPreviousData,
      meta: { isStored: words === "" },
    }),
};

/** Renames a conversation. */
export function useRenameThread() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ threadId, title }: { threadId: string; title: string }) => {
      await call(changeThread, { params: { threadId }, body: { title } });
    },
    onSuccess: () => client.invalidateQueries({ queryKey: THREADS }),
  });
}

/** Deletes a conversation, or queues that. @param onDeleted called when it is to be hidden */
export function useDeleteThread(onDeleted: () => void) {
  return useQueuedMutation({
    send: async ({ id, title }: Pick<ThreadListing, "id" | "title">) => {
      const options = { entity: `thread:${id}`, label: `Delete: ${title}` };
      return await queue(deleteThread, { params: { threadId: id } }, options);
    },
    onQueued: () =>
      showToast({ kind: "info", text: "It will be deleted as soon as the server can be reached." }),
    onDone: onDeleted,
    onFailed: (_, refusal) => {
      if (refusal?.code === "not-found") onDeleted(); // on another device
    },
  });
}
