import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { type Endpoint, isQueued } from "#shared/http/endpoint.ts";
import { CALLS_VERSION } from "#shared/outbox/operation.ts";
import { queuedCalls } from "./queued-calls.ts";

const endpoints: readonly Endpoint[] = queuedCalls.map(({ endpoint }) => endpoint);

// Phones store unsent writes for weeks. A change of the list or of a body increases the version, by which a page distinguishes a call it
// does not know yet from one that no longer exists.
test("matches this version's queued calls and their bodies", () => {
  const byId = endpoints.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const shapes = byId.map(({ id, body }) => [
    id,
    body === undefined ? null : z.toJSONSchema(body, { io: "input", unrepresentable: "any" }),
  ]);
  const digest = createHash("sha256").update(JSON.stringify(shapes)).digest("hex").slice(0, 16);
  // Increase CALLS_VERSION with every new digest. A body may only gain optional fields: older bodies are sent as they were written.
  expect([CALLS_VERSION, endpoints.length, digest]).toEqual([9, 38, "640ec41fa015e63b"]);
});

test("lists each queueable call once and no others", () => {
  expect(endpoints.filter((endpoint) => !isQueued(endpoint))).toEqual([]);
  expect(new Set(endpoints.map(({ id }) => id)).size).toBe(endpoints.length);
});
