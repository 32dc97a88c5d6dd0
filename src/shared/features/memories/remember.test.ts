import { expect, test } from "vitest";
import { askedToRemember } from "./remember.ts";

test.each([
  ["remember that my bike is at 7:30 & E", "my bike is at 7:30 & E"],
  ["Remember: water  the plants\non Friday", "water  the plants\non Friday"],
  ["please, remember that Kim likes tea.", "Kim likes tea."],
  ["Hey Looby, remember this: the code is on the door", "the code is on the door"],
  ["REMEMBER, that we leave on Monday", "we leave on Monday"],
  ["remember :x", "x"],
  ["remember that", ""],
])("%s", (text, words) => {
  expect(askedToRemember(text)).toBe(words);
});

test.each([
  "Do you remember that camp with the fire?",
  "remember that camp with the fire?",
  "I remember that it was hot",
  "remember me",
  "remembering that day",
  "remember thatcher's camp",
  "where is water?",
  "",
])("asks for nothing such: %s", (text) => {
  expect(askedToRemember(text)).toBeNull();
});

test("a long text is read in a single pass", () => {
  expect(askedToRemember(`remember${" ".repeat(50_000)}that`)).toBeNull();
});
