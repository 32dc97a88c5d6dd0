import fc from "fast-check";
import { expect, test } from "vitest";
import { appendSpoken } from "./spoken-draft.ts";

test.each([
  ["", "a kite ", "a kite"],
  ["Hello!", "a kite", "Hello! a kite"],
  ["Hello!\n", "a kite", "Hello!\na kite"],
  ["  ", "a kite", "a kite"],
  ["Hello!", "  ", "Hello!"],
])("joins %j typed with %j spoken to %j", (written, spoken, both) => {
  expect(appendSpoken(written, spoken)).toBe(both);
});

test("loses no typed or spoken words", () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (written, spoken) => {
      const both = appendSpoken(written, spoken);
      expect(both.startsWith(written.trim() === "" ? "" : written)).toBe(true);
      expect(both.endsWith(spoken.trim())).toBe(true);
    }),
  );
});
