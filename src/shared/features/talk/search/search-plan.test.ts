import { expect, test } from "vitest";
import { asksToBorrow } from "./search-plan.ts";

test("a question about borrowing is recognized by any of its words", () => {
  for (const question of [
    "who can lend me a generator near 7:30?",
    "can I BORROW a ladder",
    "any spare tent?",
    "who shares tools",
  ]) {
    expect(asksToBorrow(question), question).toBe(true);
  }
});

test("other questions are not recognized, even with a word that looks similar", () => {
  for (const question of [
    "where is the Calendar camp?",
    "what blends in",
    "who plays at the sharehouse",
    "where is water?",
  ]) {
    expect(asksToBorrow(question), question).toBe(false);
  }
});
