import fc from "fast-check";
import { expect, test } from "vitest";
import { appendSpoken } from "./spoken-draft.ts";

test.each([
  ["", "a kite ", "a kite"],
  ["Hello!", "a kite", "Hello! a kite"],
  ["Hello!\n", "a kite", "Hello!\na kite"],
  ["  ", "a kite", "a kite"],
  ["Hello!", "  ", "Hello!"],
])("%j and then %j spoken: %j", (written, spoken, both) => {
  expect(appendSpoken(written, spoken)).toBe(both);
});

test("no typed and no spoken words are lost", () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (written, spoken) => {
      const both = appendSpoken(written, spoken);
      expect(both.startsWith(written.trim() === "" ? "" : written)).toBe(true);
      expect(both.endsWith(spoken.trim())).toBe(true);
    }),
  );
});
