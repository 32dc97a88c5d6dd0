import { expect, test } from "vitest";
import type { Need } from "#shared/features/needs/contract.ts";
import type { QueuedOperation } from "#web/offline/outbox/outbox.ts";
import { withQueuedNeeds } from "./queued-needs.ts";

test("applies queued operations to the list, with new needs first", () => {
  const rows = withQueuedNeeds(
    [need("stove"), need("tent"), need("rope")],
    [
      queued(1, "needs.add", "lamp", { id: "lamp", content: "a lamp", place: "7:30 & C", isShared: true }),
      queued(2, "needs.add", "bell", { id: "bell", content: "a bell", isShared: false }),
      queued(3, "needs.change", "bell", { isShared: true }),
      queued(4, "needs.change", "tent", { state: "closed" }),
      queued(5, "needs.delete", "rope", {}),
      queued(6, "memories.create", "bell", { id: "other", content: "no need" }),
    ],
  );
  expect(
    rows.map(({ need: { id, state, isShared, place }, state: rowState }) => [
      id,
      state,
      isShared,
      place,
      rowState,
    ]),
  ).toEqual([
    ["bell", "open", true, null, "new"],
    ["lamp", "open", true, "7:30 & C", "new"],
    ["stove", "open", false, null, "stored"],
    ["tent", "closed", false, null, "changed"],
    ["rope", "open", false, null, "deleting"],
  ]);
});

test("uses the server's version of a need that it has, and ignores a change whose body is lost", () => {
  const operations = [
    queued(1, "needs.add", "stove", { id: "stove", content: "a stove", isShared: true }),
    queued(3, "needs.change", "stove", null),
  ];
  expect(withQueuedNeeds([need("stove")], operations)).toMatchObject([
    { need: need("stove"), state: "changed" },
  ]);
});

function need(id: string): Need {
  const rest = { place: null, isShared: false, isLookedUp: true, matches: [], answers: [], createdAt: "" };
  return { id, text: id, state: "open", ...rest };
}

function queued(seq: number, endpointId: string, needId: string, body: unknown): QueuedOperation {
  const about = { seq, id: `op-${seq}`, userId: "ada", endpointId, entity: `need:${needId}`, label: needId };
  const status = { state: "queued", tries: 0, notBefore: 0, problem: null } as const;
  return { ...about, ...status, dependsOn: [], createdAt: 0, body };
}
