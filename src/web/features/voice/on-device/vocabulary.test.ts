import tokenizer from "llama-tokenizer-js";
import { expect, test } from "vitest";
import { textOf } from "./vocabulary.ts";

test.each(["I have a spare generator.", "Wo ist die Küche?", "7:30 & Esplanade", "喝水 🌵"])("%s", (text) => {
  expect(textOf(tokenizer.vocabById, tokenizer.encode(text))).toBe(text);
});

test("what is no word is left out", () => {
  expect(textOf(tokenizer.vocabById, [0, 1, 2, 32_700])).toBe("");
});
