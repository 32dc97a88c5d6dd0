import { expect, test } from "vitest";
import { isFields, textOf } from "./json-fields.ts";

test("an object has fields; a list, null and a text have none", () => {
  expect([{ a: 1 }, {}].map(isFields)).toEqual([true, true]);
  expect([[], null, "word", 1, undefined].map(isFields)).toEqual([false, false, false, false, false]);
});

test("text is trimmed, and any other value gives an empty text", () => {
  expect([" hello ", "", 7, null, ["hello"]].map(textOf)).toEqual(["hello", "", "", "", ""]);
});
