import tokenizer from "llama-tokenizer-js";
import { expect, test } from "vitest";
import { textOfTokens } from "./recognizer.ts";

test.each(["I have a spare generator.", "Wo ist die Küche?", "7:30 & Esplanade", "喝水 🌵"])(
  "decodes the tokens of: %s",
  (text) => {
    expect(textOfTokens(tokenizer.vocabById, tokenizer.encode(text))).toBe(text);
  },
);

test("omits special tokens", () => {
  expect(textOfTokens(tokenizer.vocabById, [0, 1, 2, 32_700])).toBe("");
});
