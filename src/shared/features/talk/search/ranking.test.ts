import { expect, test } from "vitest";
import { asksHow, subjectWords } from "./search-plan.ts";
import { rank } from "./ranking.ts";
import type { Retrieved } from "#shared/features/chat/retrieved.ts";
import { inOtherWords } from "./thesaurus.ts";

test("ranks an item requested by name first, even if another is equally near", () => {
  const hits = [hit("Ice chest", { score: 0.5 }), hit("Ice", { score: 0.45, kind: "context" })];
  expect(titles(rank("where do I get ice?", hits))).toEqual(["Ice", "Ice chest"]);
  expect(titles(rank("who lends an ice chest", hits))).toEqual(["Ice chest", "Ice"]);
});

test("ranks the guide first for how-to questions and last when the user wants an item", () => {
  const hits = [
    hit("Quiet generator", { score: 0.5 }),
    hit("Power and safety", { score: 0.48, kind: "context" }),
  ];
  expect(titles(rank("how do I ground it", hits))[0]).toBe("Power and safety");
  expect(titles(rank("something with a plug", hits))[0]).toBe("Quiet generator");
});

test("ranks two of several items with the same text high and the rest last", () => {
  const ladder = (id: string) => hit(`${id} ladder`, { body: "For lights. Ask.", score: 0.9 });
  const hits = [ladder("One"), ladder("Two"), ladder("Three"), hit("Scaffold", { score: 0.4 })];
  expect(titles(rank("climb", hits))).toEqual(["One ladder", "Two ladder", "Scaffold", "Three ladder"]);
});

test("ranks the newest of similar notes first", () => {
  const note = (title: string, notedAt: number) => ({
    ...hit(title, { score: 0.5, kind: "memory" }),
    notedAt,
  });
  const hits = [note("Bike at the gate", 1), note("Bike at the wall", 2)];
  expect(titles(rank("where is my bike", hits))).toEqual(["Bike at the wall", "Bike at the gate"]);
});

test.each([
  ["who can lend me a generator", "generator"],
  ["I'm looking for a tent?", "I'm tent?"],
  ["what can I borrow tonight?", "what can I borrow tonight?"],
  ["can you help me find something", "can you help me find something"],
  ["", ""],
])("finds the subject of %s", (question, left) => {
  expect(subjectWords(question)).toBe(left);
});

test.each([
  ["how do addresses work", true],
  ["what do I do in a whiteout", true],
  ["may I pour it out", true],
  ["where are the toilets", true],
  ["who has a ladder", false],
  ["how about a massage", false],
  ["generator near 7:30", false],
])("detects a how-to question: %s", (question, isHow) => {
  expect(asksHow(question)).toBe(isHow);
});

test("searches also in the festival's words, matching whole words only", () => {
  expect(inOtherWords("can I pay with a card?")).toBe("can I sold gift?");
  expect(inOtherWords("where is the loo")).toBe("where is the toilets");
  expect(inOtherWords("a kidney bean")).toBeNull();
  expect(inOtherWords("who has a ladder")).toBeNull();
});

function titles(hits: readonly Retrieved[]): string[] {
  return hits.map(({ source }) => source.title);
}

function hit(
  title: string,
  { kind = "resource", ...fit }: Partial<Retrieved> & { kind?: Retrieved["source"]["kind"] },
): Retrieved {
  return {
    source: { sourceId: `${kind}:${title}`, kind, title, place: null, distanceM: null, excerpt: "" },
    body: title,
    score: 0.5,
    at: null,
    keywordShare: 0.5,
    cosine: 0.4,
    ...fit,
  };
}
