import { expect, test } from "vitest";
import { isFields, textOf } from "./json-fields.ts";

test("an object has fields; a list, a null and a word have none", () => {
  expect([{ a: 1 }, {}].map(isFields)).toEqual([true, true]);
  expect([[], null, "word", 1, undefined].map(isFields)).toEqual([false, false, false, false, false]);
});

test("words are trimmed, and what is none is empty", () => {
  expect([" hello ", "", 7, null, ["hello"]].map(textOf)).toEqual(["hello", "", "", "", ""]);
});
