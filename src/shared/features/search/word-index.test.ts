import { expect, test } from "vitest";
import { searchTerms } from "./search-terms.ts";
import { findByWords, indexWords } from "./word-index.ts";

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

test("ranks a common exact match above a rare fuzzy match", () => {
  const texts = ["Great to hear!", "Gear for nearby.", ...everyDay];
  const ranked = found(indexOf(...texts), "generator near the dome");
  expect(ranked.slice(0, everyDay.length).toSorted((a, b) => a - b)).toEqual(
    everyDay.map((_, day) => day + 2),
  );
  expect(ranked).not.toContain(0);
  // A fuzzy match still helps when combined with an exact one.
  const [first] = found(
    indexOf("Pancakes with Mo", "Breakfast at the gate", "Breakfast with pancakes"),
    "breakfast pankakes",
  );
  expect(first).toBe(2);
});

test("matches fuzzily only words that occur nowhere and share the first letter", () => {
  expect(found(indexOf("The pancakes", "The tuba"), "pankakes")).toEqual([0]);
  expect(found(indexOf("The pankakes", "The pancakes"), "pankakes")).toEqual([0]);
  expect(found(indexOf("We hear them"), "near")).toEqual([]);
  expect(found(indexOf("An apple a day"), "paple")).toEqual([0]);
});

test("ranks an entry without a vector by its words, among those with one", () => {
  const cosines = Array.from({ length: 20 }, () => 0.3);
  const texts = ["The copper tree at noon", ...everyDay.slice(1)];
  const index = indexOf(...texts);
  // The others do not match; they only have the same low cosine.
  expect(found(index, "copper tree", [NaN, ...cosines.slice(1)])[0]).toBe(0);
  const twins = indexOf("The copper tree", "The copper tree", ...everyDay.slice(2));
  const question = "who sings with a tuba by the copper tree in the storm?";
  expect(found(twins, question, [NaN, 0.3, ...cosines.slice(2)])[0]).toBe(0);
  expect(found(twins, "copper tree", [NaN, 0.9, ...cosines.slice(2)])[0]).toBe(1);
});

test("stems words after removing stop words and accents", () => {
  expect(searchTerms("We've been CYCLING to the cafés")).toEqual(searchTerms("cycled cafe"));
  expect(searchTerms("bought wives running")).toEqual(searchTerms("buy wife run"));
  expect(searchTerms("of the and")).toEqual([]);
});

const at = (minute: number) => Date.UTC(2025, 0, 1, 10, minute);

test("ranks neighbors in the same talk after a match, not those in another talk", () => {
  const index = indexWords([
    { id: "ask", text: "Why does the generator stall?", at: at(0) },
    { id: "answer", text: "Sand in the filter.", at: at(1) },
    { id: "later", text: "Good night.", at: at(59 + 30) },
  ]);
  expect(findByWords(index, "stalling generators").map(({ id }) => id)).toEqual(["ask", "answer"]);
  expect(findByWords(index, "nothing of the kind")).toEqual([]);
  expect(findByWords(index, "the of")).toEqual([]);
});

test("weights rare words above common ones, and exact words above typos", () => {
  const index = indexWords([
    { id: "rare", text: "A telescope stands there.", at: at(0) },
    ...Array.from({ length: 9 }, (_, number) => ({
      id: `common-${number}`,
      text: "The kitchen stands there.",
      at: at(0) + (number + 1) * 7_200_000,
    })),
  ]);
  expect(findByWords(index, "telescope kitchen")[0]?.id).toBe("rare");
  expect(findByWords(index, "telescpoe")[0]?.id).toBe("rare");
  expect(findByWords(index, "telesc")[0]?.id).toBe("rare");
});

test.each(["genrator", "generater", "gnerator", "genrators", "GENERATOOR"])(
  "corrects the typo %s, which occurs nowhere",
  (misspelled) => {
    const index = indexWords([
      { id: "said", text: "The big generator stalls when it rains.", at: at(0) },
      { id: "other", text: "Kitchen chaos at the genre party.", at: at(0) + 7_200_000 },
    ]);
    expect(findByWords(index, misspelled).map(({ id }) => id)).toEqual(["said"]);
  },
);

test.each([
  ["brulee", "Crème brûlée"],
  ["smorrebrod", "Smørrebrød"],
  ["lodz", "Łódź"],
  ["strasse", "Straße"],
  ["Øre", "Kroner and ore"],
  ["œuvre", "An oeuvre"],
])("ignores accents and case: %s finds %s", (asked, text) => {
  const index = indexWords([{ id: "it", text, at: at(0) }]);
  expect(findByWords(index, asked).map(({ id }) => id)).toEqual(["it"]);
});

test("ranks by words without vectors, and with vectors also by meaning", () => {
  const index = indexWords([
    { id: "words", text: "The frost killed the chard.", at: at(0) },
    { id: "meaning", text: "Plants died in the cold.", at: at(0) + 7_200_000 },
  ]);
  expect(findByWords(index, "frozen vegetables")).toEqual([]);
  expect(findByWords(index, "frozen vegetables", new Map([["meaning", 0.6]]))[0]?.id).toBe("meaning");
});
