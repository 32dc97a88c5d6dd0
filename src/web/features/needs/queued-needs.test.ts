import { expect, test } from "vitest";
import type { Need } from "#shared/features/needs/contract.ts";
import type { QueuedOperation } from "#web/offline/outbox/outbox.ts";
import { withQueuedNeeds } from "./queued-needs.ts";

test("what waits is laid over the list: new ones first, changes as made, deletions as on their way", () => {
  const rows = withQueuedNeeds(
    [need("stove"), need("tent"), need("rope")],
    [
      kept(1, "needs.add", "lamp", { id: "lamp", content: "a lamp", place: "7:30 & C", isShared: true }),
      kept(2, "needs.add", "bell", { id: "bell", content: "a bell", isShared: false }),
      kept(3, "needs.change", "bell", { isShared: true }),
      kept(4, "needs.change", "tent", { state: "closed" }),
      kept(5, "needs.delete", "rope", {}),
      kept(6, "memories.create", "bell", { id: "other", content: "no need" }),
    ],
  );
  expect(
    rows.map(({ need: { id, state, isShared, place }, state: standing }) => [
      id,
      state,
      isShared,
      place,
      standing,
    ]),
  ).toEqual([
    ["bell", "open", true, null, "new"],
    ["lamp", "open", true, "7:30 & C", "new"],
    ["stove", "open", false, null, "kept"],
    ["tent", "closed", false, null, "changed"],
    ["rope", "open", false, null, "deleting"],
  ]);
});

test("once the server tells of it, it is the server's; what another version has kept breaks nothing", () => {
  const operations = [
    kept(1, "needs.add", "stove", { id: "stove", content: "a stove", isShared: true }),
    kept(2, "needs.add", "odd", { words: 7 }),
    kept(3, "needs.change", "stove", null),
  ];
  expect(withQueuedNeeds([need("stove")], operations)).toMatchObject([
    { need: need("stove"), state: "changed" },
  ]);
});

function need(id: string): Need {
  const rest = { place: null, isShared: false, isLookedUp: true, matches: [], answers: [], createdAt: "" };
  return { id, text: id, state: "open", ...rest };
}

function kept(seq: number, endpointId: string, needId: string, body: unknown): QueuedOperation {
  const about = { seq, id: `op-${seq}`, userId: "ada", endpointId, entity: `need:${needId}`, label: needId };
  const standing = { state: "queued", tries: 0, notBefore: 0, problem: null } as const;
  return { ...about, ...standing, dependsOn: [], createdAt: 0, body };
}
