import { expect, test } from "vitest";
import { asksToBorrow } from "./search-plan.ts";

test("recognizes a question about borrowing by any of its words", () => {
  for (const question of [
    "who can lend me a generator near 7:30?",
    "can I BORROW a ladder",
    "any spare tent?",
    "who shares tools",
  ]) {
    expect(asksToBorrow(question), question).toBe(true);
  }
});

test("does not recognize other questions, even with a similar word", () => {
  for (const question of [
    "where is the Calendar camp?",
    "what blends in",
    "who plays at the sharehouse",
    "where is water?",
  ]) {
    expect(asksToBorrow(question), question).toBe(false);
  }
});
