import { test, expect } from "vitest";
import { formatAddress } from "./address.ts";
import { specCity } from "../city/city.ts";
import { findAddress } from "./find-address.ts";

const found = (sentence: string): string | null => {
  const result = findAddress(specCity, sentence);
  return result && formatAddress(specCity, result.address);
};

test("finds the address in a question", () => {
  const questions: [string, string][] = [
    ["who can lend me a generator near 7:30?", "7:30"],
    ["is there shade around 7:30 and Enchant", "7:30 & Enchant"],
    ["Is there coffee at 9:45 & E?", "9:45 & Enchant"],
    ["I need water, we camp at 4:15 and G.", "4:15 & Gobsmack"],
    ["we are on 9:00 and A", "9:00 & Agog"],
    ["we are on 9:00 & a, bring tea", "9:00 & Agog"],
    ["tools on Captivate at 3:00 please", "3:00 & Captivate"],
    ["Who plays near the 3:00 G plaza tonight?", "3:00 G Plaza"],
    ["meet me at center camp", "Center Camp Plaza"],
    ["what burns at the Temple?", "The Temple"],
    ["how far is the Man from here", "The Man"],
    ["anything along Esplanade?", "Esplanade"],
    ["who is on Kobler", "Kobler"],
    ["the 6:00 portal and then somewhere", "6:00 Portal"],
    ["is the airport open", "Airport Road"],
    ["near 7.30 or at 4:30 & C", "4:30 & Captivate"],
  ];
  for (const [question, address] of questions)
    expect([question, found(question)]).toEqual([question, address]);
});

test("ignores words and times that only look like an address", () => {
  const sentences = [
    "can I borrow a tent?",
    "does anyone have a gold lamp, I delight in those",
    "open from 9:00 to 10:00",
    "the workshop starts at 7:30 pm",
    "at 7:30pm sharp",
    "7:30 tonight",
    "the man who lent me a pump",
    "close the gate please",
    "is there a plaza?",
    "plan B and vitamin C",
    "",
  ];
  for (const sentence of sentences) expect([sentence, found(sentence)]).toEqual([sentence, null]);
  expect(found("near 7:30 and I need a lamp")).toBe("7:30");
  expect(found("near 7:30 and a lamp")).toBe("7:30");
});

test("returns the position of the address in the sentence, whatever surrounds it", () => {
  const sentence = "Ünder the ☀️ at 7:30 & Enchant, says Zoë";
  const result = findAddress(specCity, sentence);
  expect(sentence.slice(result?.start, result?.end)).toBe("7:30 & Enchant");
});

test("truncates a very long text to limit the time of a search", () => {
  expect(findAddress(specCity, `${"lorem ".repeat(50_000)} 7:30 & E`)).toBeNull();
  expect(findAddress(specCity, "7:".repeat(100_000))).toBeNull();
});
