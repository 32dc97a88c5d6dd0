import { expect, test } from "vitest";
import { shareThought } from "#shared/features/daily/contract.ts";
import { deleteMemory, editMemory, tickItem } from "#shared/features/memories/archive/archive-contract.ts";
import type { QueuedOperation } from "#web/offline/outbox/outbox.ts";
import { appendPage, mergeNewest } from "./api.ts";
import { withDays, withQueued } from "./archive-rows.ts";
import { sampleRows } from "./sample-memories.ts";

const NOW = Date.UTC(2025, 2, 3, 15, 5);
const memories = sampleRows(NOW).map(({ memory }) => memory);
const [first, second, third, fourth, fifth] = memories;
if (!first || !second || !third || !fourth || !fifth) throw new Error("five samples");

test("loads the newest memories on a reload and drops deleted ones among them", () => {
  const known = { memories, hasMore: true };
  const changed = { ...second, content: "changed", version: 2 };
  // The first was deleted elsewhere.
  const merged = mergeNewest(known, [changed, third], 2);
  expect(merged.memories.map(({ id }) => id)).toEqual([second.id, third.id, fourth.id, fifth.id]);
  expect(merged.memories[0]).toBe(changed);
  expect(merged.hasMore).toBe(true);
  expect(mergeNewest(known, [first], 2)).toEqual({ memories: [first], hasMore: false });
  expect(mergeNewest(undefined, [first, second], 2).hasMore).toBe(true);
});

test("leaves no gap when a reload returns only a part of the new memories", () => {
  const known = { memories: [fourth, fifth], hasMore: false };
  expect(mergeNewest(known, [first, second], 2)).toEqual({ memories: [first, second], hasMore: true });
  const whole = mergeNewest(known, [third, fourth], 2);
  expect(whole).toEqual({ memories: [third, fourth, fifth], hasMore: false });
});

test("adds the next page once, and only after the memory it was requested for", () => {
  const behind = (after: string) => ({ after, asked: 2 });
  const started = { memories: [first, second], hasMore: true };
  const archive = appendPage(started, [second, third], behind(second.id));
  expect(archive).toEqual({ memories: [first, second, third], hasMore: true });
  expect(appendPage(archive, [], behind(third.id)).hasMore).toBe(false);
  // A reload in between has changed the end of the archive.
  expect(appendPage(started, [fifth], behind(fourth.id))).toBe(started);
});

test("shows the last queued tick of each item", () => {
  const memory = {
    ...first,
    analysis: { ...first.analysis, actionItems: ["Sing", "Sweep"], doneItems: ["Sweep"] },
  };
  const tick = (item: string, isDone: boolean) => operation(tickItem.id, first.id, { item, isDone });
  const [row] = withQueued([memory], [tick("Sing", false), tick("Sing", true), tick("Sweep", false)]);
  expect(row).toMatchObject({ state: "stored", memory: { analysis: { doneItems: ["Sing"] } } });
});

test("shows queued memories and changes at their places in the list", () => {
  const rows = withQueued(memories, [
    operation(shareThought.id, "new", { id: "new", content: "I saw a comet", timestamp: first.createdAt }),
    operation(editMemory.id, second.id, { content: "other words" }),
    operation(deleteMemory.id, third.id, {}),
    operation(shareThought.id, fourth.id, { id: fourth.id, content: "sent already" }),
    operation("somebody.else", "x", { id: "x" }),
  ]);
  expect(rows).toHaveLength(6);
  expect(rows.find(({ memory }) => memory.id === "new")?.state).toBe("new");
  expect(rows.find(({ memory }) => memory.id === second.id)).toMatchObject({
    state: "changed",
    memory: { content: "other words" },
  });
  expect(rows.find(({ memory }) => memory.id === third.id)?.state).toBe("deleting");
  expect(rows.find(({ memory }) => memory.id === fourth.id)?.memory.content).toBe(fourth.content);
});

test("shows one heading per day, above its first memory", () => {
  const days = withDays(sampleRows(NOW)).flatMap(({ day }) => day ?? []);
  expect(days).toHaveLength(3);
  expect(days[0]).toMatch(/^March [34], 2025$/);
});

function operation(endpointId: string, id: string, body: unknown): QueuedOperation {
  return {
    id: `op-${id}`,
    seq: 1,
    userId: "ada",
    endpointId,
    entity: `memory:${id}`,
    label: "",
    dependsOn: [],
    createdAt: NOW,
    state: "queued",
    tries: 0,
    notBefore: 0,
    problem: null,
    body,
  };
}
