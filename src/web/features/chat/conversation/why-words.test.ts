import { expect, test } from "vitest";
import type { Source } from "#shared/features/chat/contract.ts";
import { whyInWords } from "./why-words.ts";

const ladder: Source = {
  sourceId: "resource:1",
  kind: "resource",
  title: "Ladder",
  place: null,
  distanceM: null,
  excerpt: "",
};

test("matching words, closeness in meaning and distance in one line", () => {
  const why = (words: string[], meaning: "close" | "related" | null, distanceM: number | null = null) =>
    whyInWords({ ...ladder, distanceM, why: { words, meaning } });
  expect(why(["ladder"], "close", 349)).toBe("has your word “ladder”, close in meaning, 350 m from there");
  expect(why(["ladder", "tall", "paint"], null)).toBe("has your words “ladder”, “tall” and “paint”");
  expect(why([], "related", 1_440)).toBe("related in meaning, 1.4 km from there");
  expect(why([], null)).toBeNull();
  expect(whyInWords(ladder)).toBeNull();
});
