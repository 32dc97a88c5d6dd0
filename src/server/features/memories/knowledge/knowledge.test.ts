import { expect, test } from "vitest";
import { deleteMemory, importMemories } from "#shared/features/memories/archive/archive-contract.ts";
import {
  addKnowledge,
  getConnections,
  getInsights,
  queryKnowledge,
} from "#shared/features/memories/knowledge-contract.ts";
import { startTestApp } from "#server/testing/test-app.ts";

const lines = [
  "We stretched a tarp over the bikes for shade.",
  "Ask Mo for a second tarp, the shade is too small.",
  "The choir sings at the copper tree.",
  "Copper tree at noon: bring the tuba for the choir.",
  "The tuba has a dent.",
];

function day(count: number): string {
  return `2026-03-0${count + 1}T15:05:00.000Z`;
}

test("links only the user's own memories, always with the same reasons", async () => {
  await using app = await startTestApp();
  const [ada, bob] = [app.as("ada"), app.as("bob")];
  const notes = lines.map((content, index) => ({
    id: `line-${index}`,
    content,
    createdAt: day(index),
    source: "omi",
  }));
  await ada.call(importMemories, { body: notes });
  await bob.call(importMemories, {
    body: [{ id: "bobs", content: lines[0], createdAt: day(0), source: "omi" }],
  });
  const graph = await ada.call(getConnections, { query: {} });
  expect(graph.nodes.map(({ id }) => id)).toEqual(["line-4", "line-3", "line-2", "line-1", "line-0"]);
  expect(graph.links).toContainEqual(
    expect.objectContaining({
      source: "line-0",
      target: "line-1",
      type: "related",
      reason: "both say: shade, tarp",
    }),
  );
  for (const link of graph.links) {
    expect(link.reason).toMatch(/\w/);
    expect([link.source, link.target].every((id) => id.startsWith("line-"))).toBe(true);
  }
  // Adding and deleting a memory invalidates the cache, so all links are computed again.
  const { id } = await ada.call(addKnowledge, { body: { content: "Nothing of this kind.", source: "user" } });
  await ada.call(deleteMemory, { params: { memoryId: id } });
  expect(await ada.call(getConnections, { query: {} })).toEqual(graph);

  const near = await ada.call(getConnections, { query: { memoryId: "line-4" } });
  expect(near.links).toEqual([expect.objectContaining({ source: "line-3", target: "line-4" })]);
  expect(near.nodes.map((node) => node.id)).toEqual(["line-4", "line-3"]);
  for (const memoryId of ["bobs", "none"])
    expect(await ada.refusal(getConnections, { query: { memoryId } })).toMatchObject({ code: "not-found" });

  await ada.call(deleteMemory, { params: { memoryId: "line-1" } });
  const without = await ada.call(getConnections, { query: {} });
  expect(JSON.stringify(without)).not.toMatch(/line-1|second/);
});

test("suggests the nearest memories with a reason when links are rare", async () => {
  await using app = await startTestApp();
  const ada = app.as("ada");
  const words = ["Sunrise above dust", "Pancakes were burnt", "Quiet violin somewhere"];
  const notes = words.map((content, index) => ({
    id: `w-${index}`,
    content,
    createdAt: day(index * 2),
    source: "looby",
  }));
  await ada.call(importMemories, { body: notes.slice(0, 2) });
  expect((await ada.call(getConnections, { query: {} })).links).toEqual([]);
  await ada.call(importMemories, { body: notes });
  expect((await ada.call(getConnections, { query: {} })).links).toEqual([
    { source: "w-0", target: "w-1", strength: 0, type: "suggested", reason: "one came after the other" },
    { source: "w-1", target: "w-2", strength: 0, type: "suggested", reason: "one came after the other" },
  ]);
});

test("stores, finds and summarizes the user's own memories", async () => {
  await using app = await startTestApp();
  const [ada, bob] = [app.as("ada"), app.as("bob")];
  const sent = { content: "The generator hums in B flat.", source: "user", timestamp: day(0) };
  const stored = await ada.call(addKnowledge, {
    body: { ...sent, metadata: { mood: "calm", other: 1 } as object },
  });
  expect(stored).toMatchObject({ success: true, content: sent.content, source: "user", timestamp: day(0) });
  expect(await ada.call(getInsights, { body: {} })).toEqual({
    insights: [
      {
        text: "Nothing has come back yet. Your newest memory: “The generator hums in B flat.”",
        memoryIds: [stored.id],
      },
    ],
  });
  const everything = await ada.call(getConnections, { query: {} });
  expect(await ada.call(getConnections, { query: { memoryId: "" } })).toEqual(everything);
  await ada.call(addKnowledge, { body: { content: "Sand in the generator again.", source: "omi" } });
  await ada.call(addKnowledge, { body: { content: "Lend the generator to the choir." } });
  const found = await ada.call(queryKnowledge, { body: { query: "humming generators", limit: 1 } });
  expect(found.results).toHaveLength(1);
  expect(found.results[0]).toMatchObject({ id: stored.id, content: sent.content, timestamp: day(0) });
  const all = await ada.call(getInsights, { body: {} });
  expect(all.insights[0]).toMatchObject({ text: "You come back to “generator” in 3 memories." });
  expect(all.insights[0]?.memoryIds).toHaveLength(3);
  expect(await ada.call(getInsights, { body: { context: "xylophone zebra" } })).toEqual({ insights: [] });

  expect(await bob.call(queryKnowledge, { body: { query: "generator" } })).toEqual({ results: [] });
  expect(await bob.call(getInsights, { body: { context: "generator" } })).toEqual({ insights: [] });
  const taken = await bob.refusal(addKnowledge, { body: { id: stored.id, content: "Mine now." } });
  expect(taken).toMatchObject({ code: "already-taken" });
  for (const body of [{ query: " " }, { query: "x".repeat(401) }, { query: "kite", limit: 0 }])
    expect(await ada.refusal(queryKnowledge, { body })).toMatchObject({ code: "invalid-input" });
  for (const content of ["  ", "x".repeat(2001)])
    expect(await ada.refusal(addKnowledge, { body: { content } })).toMatchObject({ code: "invalid-input" });
});
