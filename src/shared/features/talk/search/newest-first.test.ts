import { expect, test } from "vitest";
import type { Retrieved } from "#shared/features/chat/retrieved.ts";
import { newestFirst } from "./newest-first.ts";

test("puts the newest of similar notes before the best one", () => {
  const hits = [
    note("monday", { score: 0.8, notedAt: 1 }),
    note("sunday", { score: 0.75, notedAt: 0 }),
    note("today", { score: 0.7, notedAt: 2 }),
  ];
  expect(ids(newestFirst(hits))).toEqual(["today", "monday", "sunday"]);
});

test("leaves a newer note on another subject in its place", () => {
  const hits = [note("monday", { score: 0.8, notedAt: 1 }), note("today", { score: 0.5, notedAt: 2 })];
  expect(ids(newestFirst(hits))).toEqual(["monday", "today"]);
});

test("leaves a newer need behind the note", () => {
  const hits = [
    note("monday", { score: 0.8, notedAt: 1 }),
    note("need", { score: 0.8, notedAt: 2, isNeed: true }),
  ];
  expect(ids(newestFirst(hits))).toEqual(["monday", "need"]);
});

test("moves notes only among the places of notes", () => {
  const { notedAt: _, ...pump } = note("pump", { score: 0.9 });
  const hits = [pump, note("monday", { score: 0.8, notedAt: 1 }), note("today", { score: 0.8, notedAt: 2 })];
  expect(ids(newestFirst(hits))).toEqual(["pump", "today", "monday"]);
});

function note(sourceId: string, more: Partial<Retrieved>): Retrieved {
  const source = {
    sourceId,
    kind: "memory",
    title: sourceId,
    place: null,
    distanceM: null,
    excerpt: "",
  } as const;
  return { source, body: "", at: null, score: 0, keywordShare: 1, cosine: null, isNeed: false, ...more };
}

function ids(hits: readonly Retrieved[]): string[] {
  return hits.map(({ source }) => source.sourceId);
}
