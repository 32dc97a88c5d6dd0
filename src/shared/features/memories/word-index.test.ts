import { expect, test } from "vitest";
import { findByWords, indexWords } from "#shared/features/memories/word-index.ts";

const DAY_MS = 86_400_000;

function indexOf(...texts: string[]) {
  return indexWords(texts.map((text, place) => ({ id: String(place), text, at: place * DAY_MS })));
}

function found(index: ReturnType<typeof indexOf>, question: string, cosines: number[] = []): number[] {
  const meanings = new Map(
    cosines.flatMap((cosine, place) => (Number.isNaN(cosine) ? [] : [[String(place), cosine] as const])),
  );
  return findByWords(index, question, meanings).map(({ id }) => Number(id));
}

const everyDay = Array.from(
  { length: 20 },
  (_, day) => `The generator of our camp ran for ${day} hours, then it was off.`,
);

test("an exact word, however common, beats a guessed one, however rare", () => {
  const texts = ["Great to hear!", "Gear for nearby.", ...everyDay];
  const ranked = found(indexOf(...texts), "generator near the dome");
  expect(ranked.slice(0, everyDay.length).toSorted((a, b) => a - b)).toEqual(
    everyDay.map((_, day) => day + 2),
  );
  expect(ranked).not.toContain(0);
  // A guess that comes with an exact word still helps.
  const [first] = found(
    indexOf("Pancakes with Mo", "Breakfast at the gate", "Breakfast with pancakes"),
    "breakfast pankakes",
  );
  expect(first).toBe(2);
});

test("a guess is made for words that occur nowhere, and another first letter is another word", () => {
  expect(found(indexOf("The pancakes", "The tuba"), "pankakes")).toEqual([0]);
  expect(found(indexOf("The pankakes", "The pancakes"), "pankakes")).toEqual([0]);
  expect(found(indexOf("We hear them"), "near")).toEqual([]);
  expect(found(indexOf("An apple a day"), "paple")).toEqual([0]);
});

test("what has no vector yet stands beside what has one, by its words", () => {
  const cosines = Array.from({ length: 20 }, () => 0.3);
  const texts = ["The copper tree at noon", ...everyDay.slice(1)];
  const index = indexOf(...texts);
  // Nothing in the others but that all have some nearness.
  expect(found(index, "copper tree", [NaN, ...cosines.slice(1)])[0]).toBe(0);
  const twins = indexOf("The copper tree", "The copper tree", ...everyDay.slice(2));
  const question = "who sings with a tuba by the copper tree in the storm?";
  expect(found(twins, question, [NaN, 0.3, ...cosines.slice(2)])[0]).toBe(0);
  expect(found(twins, "copper tree", [NaN, 0.9, ...cosines.slice(2)])[0]).toBe(1);
});
