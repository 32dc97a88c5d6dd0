import fc from "fast-check";
import { expect, test } from "vitest";
import { cutText } from "./telegram-bot.ts";

test("cuts text losslessly into pieces within the limit, splitting no character", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "grapheme", maxLength: 200 }),
      fc.integer({ min: 4, max: 40 }),
      (text, max) => {
        const pieces = cutText(text, max);
        const solid = (part: string) => part.replaceAll(/\s+/g, "");
        expect(solid(pieces.join(""))).toBe(solid(text));
        for (const piece of pieces) {
          expect(piece.length).toBeGreaterThan(0);
          expect(piece.length).toBeLessThanOrEqual(max);
          expect(piece.isWellFormed()).toBe(text.isWellFormed());
        }
      },
    ),
  );
});

test("cuts text after a line if possible", () => {
  expect(cutText("one line\nanother line\nthe last", 22)).toEqual(["one line\nanother line", "the last"]);
  expect(cutText("a few short words in one line", 12)).toEqual(["a few short", "words in one", "line"]);
});
