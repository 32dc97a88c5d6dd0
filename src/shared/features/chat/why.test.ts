import { expect, test } from "vitest";
import { source, type Source } from "./contract.ts";
import { whyFound, withWhy } from "./why.ts";

const ladder: Source = {
  sourceId: "resource:1",
  kind: "resource",
  title: "Telescopic ladder",
  place: null,
  distanceM: null,
  excerpt: "",
};
const found = { source: ladder, body: "Ladders for painting.\nBring them back.", cosine: 0.55 };

test("lists each question word once, as the item spells it, whatever its ending", () => {
  expect(whyFound("who has ladders to paint with?", found)).toEqual({
    words: [expect.stringMatching(/^ladders?$/i), expect.stringMatching(/^painting$/i)],
    meaning: "close",
  });
  expect(whyFound("a generator", found).words).toEqual([]);
  expect(whyFound("", found).words).toEqual([]);
});

test("states how close the meaning is, if there are vectors", () => {
  const meaning = (cosine: number | null) => whyFound("ladder", { ...found, cosine }).meaning;
  expect([0.7, 0.5, 0.4, 0.2, -1, null].map(meaning)).toEqual([
    "close",
    "close",
    "related",
    null,
    null,
    null,
  ]);
});

test("lists few words of a long question, within the contract's limits", () => {
  const body = Array.from({ length: 40 }, (_, index) => `wordnumber${index}x`).join(" ");
  const item = { ...found, body, at: null, score: 1, keywordShare: 1 };
  const reasons = withWhy(body, item);
  expect(reasons.source.why?.words).toHaveLength(6);
  expect(source.safeParse(reasons.source).success).toBe(true);
  expect(source.safeParse({ ...ladder, why: { words: ["x"], meaning: "sure" } }).success).toBe(false);
  // Answers from older versions have no reason.
  expect(source.safeParse(ladder).success).toBe(true);
});
