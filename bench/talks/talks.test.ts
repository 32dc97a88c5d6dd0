import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { formProblems } from "./check-form.ts";
import { truthProblems } from "./check-truth.ts";
import { fitsExpectation } from "./slot-fits.ts";
import { abilities, type Expectation, expectationsOf, parseTalks, type Talk } from "./talk-format.ts";
import worldFile from "./world.json" with { type: "json" };
import { parseWorld } from "./world.ts";

const world = parseWorld(worldFile);
const files = [
  "talks.json",
  "talks-fresh.json",
  "talks-night.json",
  "talks-held-out.json",
  "talks-night-held-out.json",
].filter((name) => existsSync(pathOf(name)));

function pathOf(name: string): string {
  return join(import.meta.dirname, name);
}

function read(name: string): Talk[] {
  return parseTalks(JSON.parse(readFileSync(pathOf(name), "utf8")));
}

/** A talk with one turn, to test what a check must find. */
function talkOf(message: string, expected: Partial<Expectation> & Pick<Expectation, "ability">): Talk {
  const expect = { slots: {}, contains: [], ...expected };
  return { id: "t", kind: expected.ability, voice: "plain", turns: [{ say: message, expect }] };
}

test("uses the talk format and references only existing things of the world", () => {
  const all = files.flatMap(read);
  expect(new Set(all.map((talk) => talk.id)).size).toBe(all.length);
  expect(all.flatMap((talk) => formProblems(world, talk))).toEqual([]);
});

test("expects only what is true of the world", () => {
  expect(files.flatMap(read).flatMap((talk) => truthProblems(world, talk))).toEqual([]);
});

test("contains at least seven talks of each family", () => {
  const talks = [...read("talks.json"), ...read("talks-night.json")];
  expect(talks.length).toBeGreaterThanOrEqual(130);
  expect(talks.reduce((sum, talk) => sum + talk.turns.length, 0)).toBeGreaterThanOrEqual(420);
  const families = Object.fromEntries(
    abilities.map((ability) => [ability, talks.filter((talk) => talk.kind === ability).length]),
  );
  expect(Object.entries(families).filter(([, count]) => count < 7)).toEqual([]);
});

test("counts exact understanding of every expectation as right", () => {
  for (const talk of files.flatMap(read)) {
    for (const expected of talk.turns.flatMap(expectationsOf)) {
      const first = ([slot, value]: [string, unknown]) =>
        [slot, typeof value === "string" ? value.split("|")[0] : value] as [string, string];
      const slots = Object.fromEntries(Object.entries(expected.slots).map(first));
      const fit = fitsExpectation(world, expected, { ability: expected.ability, slots }, talk.situation);
      expect([talk.id, fit.isRight, fit.slots]).toEqual([talk.id, true, fit.slots]);
    }
  }
});

test("finds a mistake in a talk", () => {
  const problems = (message: string, expected: Parameters<typeof talkOf>[1]) => {
    const talk = talkOf(message, expected);
    return [...formProblems(world, talk), ...truthProblems(world, talk)].length;
  };
  const item = "resource:ladder-3m";
  const mistakes: Parameters<typeof problems>[] = [
    ["ladder", { ability: "find", slots: { days: "2027-09-03" } }],
    ["ladder", { ability: "find", contains: ["resource:ladder-9m"] }],
    ["ladder", { ability: "find", slots: { near: "7:30 and Enchant" } }],
    ["ladder", { ability: "find", slots: { kind: "tool" } }],
    ["ladder", { ability: "find", contains: ["a"], mustNotContain: ["a"] }],
    ["a longer one", { ability: "find", slots: { size: ">3 m" }, contains: [item] }],
    ["on friday", { ability: "find", slots: { when: "2027-09-03" }, contains: [item] }],
    ["tomorrow", { ability: "availability", slots: { item, days: "2027-09-05" } }],
    ["yesterday", { ability: "availability", slots: { item, days: "2027-09-01" } }],
    ["then", { ability: "availability", slots: { item, days: "2027-09-03" }, contains: ["free|yes"] }],
    ["then", { ability: "availability", slots: { item, days: "2027-09-05" }, contains: ["taken|booked"] }],
    ["far", { ability: "distance", slots: { from: "home", to: "The Man" }, contains: ["~2.5 km"] }],
    [
      "closest",
      { ability: "find", slots: { what: "ladder", order: "nearest" }, contains: ["resource:ladder-2m"] },
    ],
    ["wc", { ability: "nearest", slots: { from: "home" }, contains: ["service:toilet-2-30-d"] }],
    ["now", { ability: "whats-on", slots: { when: "now" }, contains: ["event:salt-flat-sauna-sauna"] }],
    ["when", { ability: "about", slots: { topic: "burning" } }],
    ["he wont wake up", { ability: "help-card", slots: { kind: "emergency" } }],
  ];
  expect(mistakes.filter(([say, expected]) => problems(say, expected) === 0)).toEqual([]);
  expect(problems("on sunday", { ability: "availability", slots: { item, days: "2027-09-05" } })).toBe(0);
});
