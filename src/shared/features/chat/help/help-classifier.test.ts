import { expect, test } from "vitest";
import { classifyDanger, logOdds } from "./help-classifier.ts";
import { helpFeatures, stem } from "./help-features.ts";
import { findPatterns } from "./help-patterns.ts";
import { findHelp } from "./help-rules.ts";
import { learned } from "./help-weights.ts";
import { plainWords } from "./help-words.ts";

test.each([
  ["bleeding", "his thumb came off in the table saw and its dripping all over the floor"],
  ["unconscious", "our cook is lying behind the stove and doesnt open his eyes"],
  ["choking", "a piece of apple is stuck in her throat and she makes no sound"],
  ["heart", "grandpa says somebody is standing on his chest and hes sweating cold"],
  ["burn", "the soup pot went over and the skin on my shins is coming off"],
  ["fire", "the trailer behind us is burning and i think they sleep in there"],
  ["gas", "it smells like gas in the van and both of us have a headache"],
  ["vehicle", "a pickup rolled over her foot and drove off"],
  ["lost child", "my 5 year old was beside me at the puppet show and now hes gone"],
  ["child alone", "theres a toddler by himself on the road crying"],
  ["lost", "cant see the city anymore, no light, no water and im freezing"],
  ["missing person", "my roommate never came home last night and his shoes are here"],
  ["followed", "the same man has been walking behind us since the bar"],
  ["stranger", "woke up in a van without my clothes and dont know these people"],
  ["violence", "he came at my brother with a crowbar"],
  ["suicidal", "everybody would be better off if i just didnt wake up"],
  ["spiked", "after one sip of his drink i cant feel my legs"],
])("recognizes danger in new wordings: %s", (_, message) => {
  expect(findHelp(message)).not.toBeNull();
});

test.each([
  "our fire dancers need a fuel station and two towels",
  "my brother is dying to hear your brass band",
  "the drummer is so sick, who is he",
  "lost my left boot at the whale bus",
  "who can cut wood for our bar tomorrow",
  "somebody followed our parade with a trombone, thank you",
  "burned the lentils, who has spare dinner",
  "kids can learn knots at our dome at noon",
])("ignores harmless words: %s", (message) => {
  expect(findHelp(message)).toBeNull();
});

test("chooses the likeliest card when no pattern matches", () => {
  const kindOf = (text: string) => classifyDanger(text, [], 0);
  expect(kindOf("a man is following me and i am scared to go to my tent")).toBe("consent");
  expect(kindOf("i dont want to live like this, my life has no meaning")).toBe("distress");
  expect(kindOf("he took too many pills and drank vodka and wont wake up")).toBe("overdose");
  expect(kindOf("blood everywhere, he cut his leg to the bone")).toBe("emergency");
});

test("recognizes a joke that matches a pattern", () => {
  const joke = "suicide wings contest at noon, bring milk";
  expect(findPatterns(plainWords(joke))).not.toEqual([]);
  expect(findHelp(joke)).toBeNull();
});

test("recognizes danger anywhere in a long text, but not in chatter alone", () => {
  const chatter = "we built the bar today and danced until the sun came up over the dust. ".repeat(30);
  expect(findHelp(chatter)).toBeNull();
  expect(findHelp(`${chatter} my friend is unconscious and his lips are blue. ${chatter}`)).toBe("emergency");
});

test.each([
  ["empty", ""],
  ["blank", " \n\t "],
  ["emoji", "🔥🔥🔥💀😂"],
  ["other scripts", "今夜のコンサートは何時ですか"],
  ["signs", "?!#^$&_.<>,".repeat(500)],
  ["one word of 8,000 letters", "ab".repeat(4000)],
  ["names of what every object has", "constructor __proto__ toString hasOwnProperty"],
])("survives hostile input: %s", (_, text) => {
  expect(findHelp(text)).toBeNull();
});

test("limits features to linear growth with the number of words", () => {
  const features = (words: number) =>
    helpFeatures(Array.from({ length: words }, (_, at) => `word${at}x`).join(" "), () => true).size;
  expect(features(1000)).toBeLessThan(features(100) * 11);
  expect(features(8000)).toBeLessThan(8000 * 20);
});

test("removes endings when stemming without merging different words", () => {
  expect(["breathing", "breathe", "breathed", "burns", "burned"].map(stem)).toEqual([
    "breath",
    "breath",
    "breath",
    "burn",
    "burn",
  ]);
  expect(stem("is")).toBe("is");
});

test("compares unknown words by their letters", () => {
  const known = new Set(["breath"]);
  const seen = (text: string) => helpFeatures(text, (word) => known.has(word));
  expect(seen("breathing").has(".brea")).toBe(false);
  expect(seen("zbreath").has(".brea")).toBe(true);
});

test("does not raise the odds for longer texts", () => {
  const model = { bias: -1, weights: new Map([[1, 2]]) };
  expect(logOdds(model, [1])).toBe(1);
  expect(logOdds(model, [1, 2, 3, 4])).toBe(0);
  expect(logOdds(model, [])).toBe(-1);
});

test("unpacks a weight for every feature", () => {
  for (const { count, levels, bits } of [learned.danger, ...Object.values(learned.kinds)]) {
    expect(new Set(levels).size).toBe(levels.length);
    expect(bits).toMatch(/^[A-Za-z0-9+/]+=*$/);
    expect(count).toBeGreaterThan(0);
  }
});
