import { expect, test } from "vitest";
import { isForeign } from "./foreign.ts";

test.each([
  "donde esta el agua",
  "wo gibt es hier Wasser",
  "où sont les toilettes",
  "dove posso trovare acqua",
  "onde tem água perto daqui, preciso",
  "waar is het toilet",
  "gdzie jest woda",
  "ti ringrazio tanto, sei gentilissimo",
  "super leuk, dank je wel hoor",
  "トイレはどこですか",
  "где вода",
])("recognizes another language: %s", (message) => {
  expect(isForeign(message)).toBe(true);
});

test.each([
  "where is the water",
  "who has a ladder near El Camino",
  "Les Deux Magots",
  "where is camp Casa del Sol",
  "die hard marathon tonight?",
  "what is at 7:30 & E",
  "a la carte dinner on sunday",
  "7:30 & Esplanade",
  "🔥🔥🔥",
])("takes names and loan words for English: %s", (message) => {
  expect(isForeign(message)).toBe(false);
});
