import { expect, test } from "vitest";
import { plainWords } from "./plain-words.ts";

test.each([
  ["im sooo cold duuude", "i am so cold dude"],
  ["sumthin w fire 2nite", "something with fire tonight"],
  ["works w/o signal", "works without signal"],
  ["sry i meant fri", "sorry i meant fri"],
  ["a tent for two until sunday", "a tent for two people until sunday"],
  ["a tent for two nights", "a tent for two nights"],
])("writes %s as plain words", (typed, plain) => {
  expect(plainWords(typed)).toBe(plain);
});

test.each([
  ["adn hwo far form hear", "and how far from here"],
  ["the form is ready", "the form is ready"],
  ["cloest tiolet", "closest toilets"],
  ["how farr is it, too farr", "how far is it, too far"],
])("reads small words with letters swapped or doubled: %s", (typed, meant) => {
  expect(plainWords(typed)).toBe(meant);
});
