import { expect, test } from "vitest";
import { holds, type Answer } from "./answer-fits.ts";
import { fitsExpectation, type Understood } from "./slot-fits.ts";
import type { Expectation, Situation } from "./talk-format.ts";
import worldFile from "./world.json" with { type: "json" };
import { parseWorld } from "./world.ts";

const world = parseWorld(worldFile);

/** The faults, slot by slot; empty when everything is right. */
function faults(
  [ability, slots]: [Expectation["ability"], Expectation["slots"]],
  actual: Understood["slots"],
  situation?: Situation,
): Record<string, string> {
  const fit = fitsExpectation(world, { ability, slots, contains: [] }, { ability, slots: actual }, situation);
  return Object.fromEntries(Object.entries(fit.slots).filter(([, result]) => result !== "right"));
}

test("accepts the expected ability or an equally good one", () => {
  const expected = { ability: "find", slots: { what: "drill" }, contains: [] } satisfies Expectation;
  expect(fitsExpectation(world, expected, { ability: "find", slots: { what: "drills" } })).toEqual({
    ability: true,
    slots: { what: "right" },
    extra: [],
    isRight: true,
  });
  const other = { ability: "ask-back", slots: { choices: ["drill"] } };
  expect(fitsExpectation(world, expected, other).isRight).toBe(false);
  expect(fitsExpectation(world, { ...expected, or: ["ask-back"] }, other).isRight).toBe(true);
});

test("requires an equally good ability to be about the same item", () => {
  const expected: Expectation = {
    ability: "details",
    or: ["directions", "find"],
    slots: { item: "resource:ladder-3m", aspect: "place" },
    contains: [],
  };
  const isRight = (ability: string, slots: Understood["slots"]) =>
    fitsExpectation(world, expected, { ability, slots }).isRight;
  expect(isRight("directions", { from: "me", to: "resource:ladder-3m" })).toBe(true);
  expect(isRight("directions", { from: "me", to: "camp:2027-spoke-asylum" })).toBe(true);
  expect(isRight("directions", { from: "me", to: "resource:ladder-6m" })).toBe(false);
  expect(isRight("find", { what: "ladder" })).toBe(true);
});

test("reports wrong, missing or forbidden slots and only counts extra ones", () => {
  const fit = fitsExpectation(
    world,
    { ability: "find", slots: { what: "ladder", near: "4:30", size: "3 m", when: null }, contains: [] },
    { ability: "find", slots: { what: "ladder", near: "7:30", when: "2027-09-03", kind: "gear" } },
  );
  expect(fit.slots).toEqual({ what: "right", near: "wrong", size: "missing", when: "wrong" });
  expect(fit.extra).toEqual(["kind"]);
  expect(fit.isRight).toBe(false);
});

test("accepts words in any order and number, with few extra words", () => {
  expect(faults(["find", { what: "generator|genny" }], { what: "generators" })).toEqual({});
  expect(faults(["find", { what: "folding chair" }], { what: "chairs, folding" })).toEqual({});
  expect(faults(["post-need", { words: "toilet" }], { words: "r the toilets where can" })).toEqual({
    words: "wrong",
  });
  expect(faults(["remember", { text: "keys blue box" }], { text: "my keys are in the blue box" })).toEqual(
    {},
  );
});

test("treats a place as the same under all its names", () => {
  const to = (expected: string, actual: string, situation?: Situation) =>
    faults(["directions", { to: expected }], { to: actual }, situation);
  expect(to("7:30 & E", "7:30 & Enchant")).toEqual({});
  expect(to("camp:2027-camp-lantern", "7:30 & E")).toEqual({});
  expect(to("resource:ladder-3m", "camp:2027-spoke-asylum")).toEqual({});
  expect(to("home", "camp:2027-moth-and-candle")).toEqual({});
  expect(to("home", "9:00 & C", { home: "9:00 & C" })).toEqual({});
  expect(to("me", "5:00 & D")).toEqual({});
  expect(to("me", "5:00 & D", { position: null })).toEqual({ to: "wrong" });
  expect(to("The Temple", "temple")).toEqual({});
  expect(to("7:30", "7:30 & E")).toEqual({ to: "wrong" });
  expect(to("7:30 & E", "7:30 & F")).toEqual({ to: "wrong" });
});

test("does not accept a neighbour in place of an item", () => {
  const item = (actual: string) => faults(["availability", { item: "resource:ladder-3m" }], { item: actual });
  expect(item("resource:ladder-3m")).toEqual({});
  expect(item("resource:bike-pump")).toEqual({ item: "wrong" });
});

test("requires exact days, a moment within half an hour and an expected part of a day", () => {
  const when = (expected: string, actual: string) =>
    faults(["whats-on", { when: expected }], { when: actual });
  expect(when("2027-09-04", "2027-09-04/2027-09-04")).toEqual({});
  expect(when("2027-09-04", "2027-09-04 evening")).toEqual({});
  expect(when("2027-09-02 evening", "2027-09-02 night")).toEqual({});
  expect(when("now", "2027-09-02T22:00")).toEqual({});
  expect(when("2027-09-02T22:40", "2027-09-02T21:40")).toEqual({ when: "wrong" });
  expect(when("2027-09-03 morning", "2027-09-03")).toEqual({ when: "wrong" });
  expect(when("2027-09-02/2027-09-07", "2027-09-02/2027-09-06")).toEqual({ when: "wrong" });
});

test("compares sizes as amounts", () => {
  const size = (expected: string, actual: string) => faults(["find", { size: expected }], { size: actual });
  expect(size("2 kW", "2000 w")).toEqual({});
  expect(size("2 kW", ">=2kW")).toEqual({});
  expect(size(">20 l", ">20 litres")).toEqual({});
  expect(size(">20 l", "20 l")).toEqual({ size: "wrong" });
  expect(size("40 people", "40 l")).toEqual({ size: "wrong" });
});

test("requires the offered choices to contain the expected ones", () => {
  const choices = ["resource:generator-2kw", "resource:generator-900w"];
  expect(faults(["ask-back", { choices }], { choices: [...choices, "resource:generator-5kw"] })).toEqual({});
  expect(faults(["ask-back", { choices }], { choices: choices.slice(1) })).toEqual({ choices: "wrong" });
});

test("finds words, citations and rounded lengths in an answer", () => {
  const answer: Answer = {
    text: "Folding ladder, 3 m: about 450 m from you, free on Saturday.",
    refs: ["resource:ladder-3m"],
  };
  const pieces = ["resource:ladder-3m", "resource:ladder-6m|folding LADDER", "~470 m", "~0.4 km"];
  expect(pieces.map((piece) => holds(answer, piece))).toEqual([true, true, true, false]);
  expect(holds(answer, "resource:ladder-6m")).toBe(false);
  expect(holds(answer, "taken")).toBe(false);
});
