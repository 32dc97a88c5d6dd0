import fc from "fast-check";
import { expect, test } from "vitest";
import { shorten } from "./shorten.ts";

test("leaves text that fits unchanged and ends cut text in an ellipsis", () => {
  expect(shorten("a lamp", 6)).toBe("a lamp");
  expect(shorten("a small lamp", 8)).toBe("a small…");
  expect(shorten("lamps 🏮🏮", 8)).toBe("lamps…");
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.integer({ min: 1, max: 40 }), (text, max) => {
      const short = shorten(text, max);
      expect(short.length).toBeLessThanOrEqual(max);
      expect(short.isWellFormed()).toBe(true);
      expect(text.startsWith(short.replace(/…$/, ""))).toBe(true);
    }),
  );
});
