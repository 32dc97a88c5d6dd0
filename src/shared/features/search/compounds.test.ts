import { expect, test } from "vitest";
import { withKnownCompounds } from "./compounds.ts";
import { indexWords } from "./word-index.ts";

const texts = [
  "Warm sleeping-bag for two",
  "Headlamp with a red light",
  "Sledgehammer",
  "A post, light as a feather",
];
const index = indexWords(texts.map((text, at) => ({ id: String(at), text, at })));

test("splits a compound where the index has its parts side by side", () => {
  expect(withKnownCompounds(index, "a sleepingbag please")).toBe("sleeping bag please");
  expect(withKnownCompounds(index, "postlight")).toBe("postlight");
});

test("joins two words into a word of the index, with one typo at most", () => {
  expect(withKnownCompounds(index, "head lamp")).toBe("headlamp");
  expect(withKnownCompounds(index, "the sledge hamer")).toBe("sledgehammer");
  expect(withKnownCompounds(index, "sleg hamr")).toBe("sleg hamr");
});

test("leaves indexed words and questions of stop words unchanged", () => {
  expect(withKnownCompounds(index, "red light")).toBe("red light");
  expect(withKnownCompounds(index, "what is it")).toBe("what is it");
});
