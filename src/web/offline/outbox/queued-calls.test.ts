import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { type Endpoint, isQueued } from "#shared/http/endpoint.ts";
import { CALLS_VERSION } from "#shared/outbox/operation.ts";
import { queuedCalls } from "./queued-calls.ts";

const endpoints: readonly Endpoint[] = queuedCalls.map(({ endpoint }) => endpoint);

// Phones hold what they made for weeks. A changed list or body is a new version, by which a page tells a call it does not know yet
// from one nobody knows any more.
test("the calls that may wait, and what they carry, are those of this version", () => {
  const byId = endpoints.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const shapes = byId.map(({ id, body }) => [
    id,
    body === undefined ? null : z.toJSONSchema(body, { io: "input", unrepresentable: "any" }),
  ]);
  const digest = createHash("sha256").update(JSON.stringify(shapes)).digest("hex").slice(0, 16);
  // Raise CALLS_VERSION with every new digest. A body may only gain optional fields: older ones are sent as they were written.
  expect([CALLS_VERSION, endpoints.length, digest]).toEqual([4, 36, "263b0d6122385876"]);
});

test("nothing that may not wait is in the list, and no call twice", () => {
  expect(endpoints.filter((endpoint) => !isQueued(endpoint))).toEqual([]);
  expect(new Set(endpoints.map(({ id }) => id)).size).toBe(endpoints.length);
});
