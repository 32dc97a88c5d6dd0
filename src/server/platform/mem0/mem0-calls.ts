import type { Mem0Settings } from "./mem0.ts";

export interface Mem0Call {
  method: string;
  path: string;
  body?: object;
}

/** Method, path and body of each call, for the hosted API (with versions in its paths) or the open-source server (without). */
export function mem0Calls({ api, apiKey }: Pick<Mem0Settings, "api" | "apiKey">) {
  const isHosted = api === "platform";
  const [addPath, searchPath, memories, slash] = isHosted
    ? ["/v3/memories/add/", "/v3/memories/search/", "/v1/memories/", "/"]
    : ["/memories", "/search", "/memories", ""];
  const of = (owner: string) => `user_id=${encodeURIComponent(owner)}`;
  const key: Record<string, string> =
    apiKey === null ? {} : isHosted ? { authorization: `Token ${apiKey}` } : { "x-api-key": apiKey };
  return {
    key,
    /** `infer: false` stores the words as they are; Mem0's model does not rewrite them. */
    add: (owner: string, { id, content }: { id: string; content: string }): Mem0Call => ({
      method: "POST",
      path: addPath,
      body: {
        messages: [{ role: "user", content }],
        user_id: owner,
        metadata: { looby_id: id },
        infer: false,
      },
    }),
    // The owner goes into the filters; Mem0 rejects it at the top level.
    search: (owner: string, question: { query: string; top_k: number; threshold: number }): Mem0Call => ({
      method: "POST",
      path: searchPath,
      body: { ...question, filters: { user_id: owner } },
    }),
    list: (owner: string, { page, size }: { page: number; size: number }): Mem0Call =>
      isHosted
        ? {
            method: "POST",
            path: `/v3/memories/?page=${page}&page_size=${size}`,
            body: { filters: { user_id: owner } },
          }
        : { method: "GET", path: `/memories?${of(owner)}` },
    remove: (id: string): Mem0Call => ({
      method: "DELETE",
      path: `${isHosted ? memories : `${memories}/`}${encodeURIComponent(id)}${slash}`,
    }),
    removeAll: (owner: string): Mem0Call => ({ method: "DELETE", path: `${memories}?${of(owner)}` }),
  };
}
