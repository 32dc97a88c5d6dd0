import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { ThreadListing } from "#shared/features/chat/contract.ts";
import { call } from "#web/lib/server/api-client.ts";

/** The contract imports its schemas, so it is loaded with the first request. */
const contract = () => import("#shared/features/chat/contract.ts");

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
        return (await call((await contract()).listThreads, { query }, { signal })).threads;
      },
      staleTime: 0,
      placeholderData: keepPreviousData,
      meta: { isStored: words === "" },
    }),
};

/** Renames a conversation. */
export function useRenameThread() {
  return useThreadChange(async ({ threadId, title }: { threadId: string; title: string }) => {
    await call((await contract()).changeThread, { params: { threadId }, body: { title } });
  });
}

/** Deletes a conversation; resolves when the server has deleted it. */
export function useDeleteThread() {
  return useThreadChange(async (threadId: string) => {
    await call((await contract()).deleteThread, { params: { threadId } });
    const { forgetThing } = await import("#web/offline/copy/forget-thing.ts");
    await forgetThing(threadId).catch(() => undefined); // a browser without storage
  });
}

function useThreadChange<T>(mutationFn: (input: T) => Promise<void>) {
  const client = useQueryClient();
  return useMutation({ mutationFn, onSuccess: () => client.invalidateQueries({ queryKey: THREADS }) });
}
