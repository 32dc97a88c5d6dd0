import { expect, test } from "vitest";
import { mem0Calls } from "./mem0.ts";

test("calls the open-source server without versions, with another key header", () => {
  const calls = mem0Calls({ api: "server", apiKey: "key" });
  const made = [
    calls.add("o", { id: "a", content: "Tea." }),
    calls.search("o", { query: "tea", top_k: 3, threshold: 0.3 }),
    calls.list("o&x", { page: 1, size: 200 }),
    calls.remove("../a"),
    calls.removeAll("o&x"),
  ].map(({ method, path }) => `${method} ${path}`);
  expect(made).toEqual([
    "POST /memories",
    "POST /search",
    "GET /memories?user_id=o%26x",
    "DELETE /memories/..%2Fa",
    "DELETE /memories?user_id=o%26x",
  ]);
  expect(calls.key).toEqual({ "x-api-key": "key" });
  expect(mem0Calls({ api: "server", apiKey: null }).key).toEqual({});
});
