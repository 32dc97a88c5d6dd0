import fc from "fast-check";
import { expect, test } from "vitest";
import { appendSpoken, insertSpoken } from "./spoken-draft.ts";

test.each([
  ["", "a kite ", "a kite"],
  ["Hello!", "a kite", "Hello! a kite"],
  ["Hello!\n", "a kite", "Hello!\na kite"],
  ["  ", "a kite", "a kite"],
  ["Hello!", "  ", "Hello!"],
])("joins %j typed with %j spoken to %j", (written, spoken, both) => {
  expect(appendSpoken(written, spoken)).toBe(both);
});

test.each([
  ["I need | today", "a ladder", "I need a ladder| today"],
  ["I need|today", "a ladder", "I need a ladder| today"],
  ["|today", "a ladder", "a ladder| today"],
  ["a big [red] ladder", "blue ", "a big blue| ladder"],
  ["a[ red ]ladder", "blue", "a blue| ladder"],
  ["is it (|)?", "mine", "is it (mine|)?"],
  ["I need|, please", "a ladder", "I need a ladder|, please"],
  ["one\n|\ntwo", "half", "one\nhalf|\ntwo"],
  ["[all of it]", "new", "new|"],
  ["keep [this]", " ", "keep this|"],
])("puts words at the cursor or selection of %j: %j gives %j", (written, spoken, expected) => {
  const [start, end] = [written.search(/[[|]/), written.search(/[\]|]/) - (written.includes("[") ? 1 : 0)];
  const { text, cursor } = insertSpoken(written.replace(/\||\[(.*)\]/, "$1"), spoken, { start, end });
  expect(`${text.slice(0, cursor)}|${text.slice(cursor)}`).toBe(expected);
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
