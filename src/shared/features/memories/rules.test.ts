import fc from "fast-check";
import { expect, test } from "vitest";
import { memoryTypes } from "./contract.ts";
import { intentOf } from "./intent.ts";
import { keywordsOf, MAX_KEYWORDS } from "./keywords.ts";
import { MAX_MEMORY, tooShort } from "./length-rule.ts";
import { needOf, statedNeed } from "./need.ts";

const anyText = fc.oneof(fc.string({ unit: "binary" }), fc.lorem({ mode: "sentences", maxCount: 5 }));

test("extracts the five most frequent lower-case words of more than three letters", () => {
  expect(
    keywordsOf(
      "Don't forget: the TENT, the tent-pegs and the big yellow tent! Pegs are in Anna's yellow van.",
    ),
  ).toEqual(["tent", "pegs", "yellow", "forget", "annas"]);
  expect(keywordsOf("I'm looking for something that would be with them")).toEqual([]);
  expect(keywordsOf("Ärger mit Öfen, Ärger")).toEqual(["ärger", "öfen"]);
  expect(keywordsOf("")).toEqual([]);
});

test("extracts at most five keywords from any text, each once, most frequent first", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const keywords = keywordsOf(text);
      expect(keywords.length).toBeLessThanOrEqual(MAX_KEYWORDS);
      expect(new Set(keywords).size).toBe(keywords.length);
      const plain = text.toLowerCase().replaceAll(/['’‘`´]/g, "");
      const counts = keywords.map((keyword) => {
        expect(keyword).toMatch(/^[\p{L}\p{M}\p{N}]{4,}$/u);
        expect(plain).toContain(keyword);
        return plain.split(/[^\p{L}\p{M}\p{N}]+/u).filter((word) => word === keyword).length;
      });
      expect(counts).toEqual(counts.toSorted((one, other) => other - one));
      // A text repeated twice has the same topic.
      expect(new Set(keywordsOf(`${text} ${text}`))).toEqual(new Set(keywords));
    }),
  );
});

test.each([
  ["I want you to know the ramp is wide", "want-to-know"],
  ["just so you know, ice is gone", "want-to-know"],
  ["Remember that my bike is red", "want-to-know"],
  ["keep in   mind we leave at nine", "want-to-know"],
  ["I’m looking for a kite", "looking-for"],
  ["i am looking for a kite", "looking-for"],
  ["Can you find a kite?", "looking-for"],
  ["where can I find a kite", "looking-for"],
  ["search for a kite", "looking-for"],
  ["remember that I'm looking for a kite", "want-to-know"],
  ["I'm looking for a kite, keep in mind the wind", "looking-for"],
  ["a kite", "something-else"],
  ["the research forum", "something-else"],
])("recognizes the type of %s", (text, type) => {
  expect(intentOf(text, "something-else")).toBe(type);
});

test("returns the chosen type for a text without such a phrase", () => {
  for (const type of memoryTypes) expect(intentOf("a kite in the wind", type)).toBe(type);
});

test("requires 10 characters, or 21 unless it is worth knowing, and shows the count", () => {
  expect(tooShort("want-to-know", "123456789")).toMatch(/9 of at least 10/);
  expect(tooShort("want-to-know", "1234567890")).toBeNull();
  expect(tooShort("looking-for", "x".repeat(20))).toMatch(/20 of at least 21/);
  expect(tooShort("looking-for", "x".repeat(21))).toBeNull();
  expect(tooShort("something-else", "x".repeat(20))).not.toBeNull();
  expect(tooShort("want-to-know", `  ${"x".repeat(9)}  `)).not.toBeNull();
  expect(tooShort("want-to-know", "👩‍🚒".repeat(9))).not.toBeNull();
  expect(tooShort("want-to-know", "👩‍🚒".repeat(10))).toBeNull();
});

test("never finds a text too short after words were added", () => {
  fc.assert(
    fc.property(anyText, fc.constantFrom(...memoryTypes), (text, type) => {
      const longer = tooShort(type, `${text} and more`);
      expect(tooShort(type, text) !== null || longer === null).toBe(true);
    }),
  );
});

test.each([
  ["Who can lend me a kite?", "I'm looking for a kite"],
  ["does anybody have a spare tent near 7:30", "I'm looking for a spare tent near 7:30"],
  ["where is a dentist", "I'm looking for a dentist"],
  ["I need a wrench!", "I'm looking for a wrench"],
  ["I'm looking for my hat", "I'm looking for my hat"],
  ["hey, looking for ice skates", "I'm looking for ice skates"],
  ["a submarine", "I'm looking for a submarine"],
  ["Is there someone who teaches Dutch?", "I'm looking for someone who teaches Dutch"],
  ["who?", "I'm looking for who"],
])("finds the need behind %s", (question, need) => {
  expect(needOf(question)).toBe(need);
});

test("makes a bare subject long enough to be stored and leaves a sentence unchanged", () => {
  expect(statedNeed(" a pump ")).toBe("I'm looking for a pump");
  expect(statedNeed("Who has a ladder? We are at 7:30 & C.")).toBe("Who has a ladder? We are at 7:30 & C.");
  expect(statedNeed("  ")).toBe("");
  expect(tooShort("looking-for", statedNeed("a pump"))).toBeNull();
});

test("turns any question into a need that can be stored", () => {
  fc.assert(
    fc.property(anyText, (question) => {
      const need = needOf(question);
      expect(need).toMatch(/^I'm looking for /);
      expect(need.length).toBeLessThanOrEqual(MAX_MEMORY);
      expect(need.isWellFormed()).toBe(true);
    }),
  );
  expect(needOf("long ".repeat(3000))).toHaveLength(MAX_MEMORY);
});

test("counts characters, not UTF-16 units, for short words in every script", () => {
  expect(keywordsOf("𒾐𖿰")).toEqual([]);
});
