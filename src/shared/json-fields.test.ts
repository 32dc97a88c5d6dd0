import { expect, test } from "vitest";
import { isFields, textOf } from "./json-fields.ts";

test("returns the fields of an object, and none of a list, null or a text", () => {
  expect([{ a: 1 }, {}].map(isFields)).toEqual([true, true]);
  expect([[], null, "word", 1, undefined].map(isFields)).toEqual([false, false, false, false, false]);
});

test("trims text and returns an empty text for any other value", () => {
  expect([" hello ", "", 7, null, ["hello"]].map(textOf)).toEqual(["hello", "", "", "", ""]);
});
