import { expect, test } from "vitest";
import type { Source } from "#shared/features/chat/contract.ts";
import { sourceDetail, whyInWords } from "./source-words.ts";

const ladder: Source = {
  sourceId: "resource:1",
  kind: "resource",
  title: "Ladder",
  place: null,
  distanceM: null,
  excerpt: "",
};

test("shows matching words, semantic closeness and distance in one line", () => {
  const why = (words: string[], meaning: "close" | "related" | null, distanceM: number | null = null) =>
    whyInWords({ ...ladder, distanceM, why: { words, meaning } });
  expect(why(["ladder"], "close", 349)).toBe("has your word “ladder”, close in meaning, 350 m from there");
  expect(why(["ladder", "tall", "paint"], null)).toBe("has your words “ladder”, “tall” and “paint”");
  expect(why([], "related", 1_440)).toBe("related in meaning, 1.4 km from there");
  expect(why([], null)).toBeNull();
  expect(whyInWords(ladder)).toBeNull();
});

const camp: Source = {
  sourceId: "camp:1",
  kind: "camp",
  title: "Spoke Asylum",
  place: "7:30 & Delight",
  distanceM: 330,
  excerpt: "",
};

test("shows a place with the walking time in minutes", () => {
  expect(sourceDetail(camp)).toBe("7:30 & Delight, 4 min walk");
  expect(sourceDetail({ ...camp, distanceM: 5 })).toBe("7:30 & Delight, 1 min walk");
});

test("shows the kind without a place and no time without a distance", () => {
  expect(sourceDetail({ ...camp, kind: "memory", place: null, distanceM: null })).toBe("Your memory");
});
