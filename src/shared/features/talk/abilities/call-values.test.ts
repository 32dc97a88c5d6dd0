import { expect, test } from "vitest";
import type { CallableAbility } from "./abilities.ts";
import { readValues } from "./call-values.ts";

const ladder = { sourceId: "resource:123", title: "Ladder, 3 m" };
// Saturday evening at the festival, already Sunday in UTC
const clock = { now: new Date("2026-08-30T03:00:00Z"), zone: "America/Los_Angeles" };
const setting = { clock, shown: [ladder] };

test.each(["N/A", "n/a", "none", "Null", "undefined", "any", "unknown", "-", " ", null, []])(
  "takes %j for no value in an optional field",
  (nothing) => {
    const input = {
      what: nothing,
      kind: nothing,
      near: nothing,
      firstDay: nothing,
      size: nothing,
      without: nothing,
    };
    expect(readValues("find", input, setting)).toEqual({ fields: {}, leftOut: [] });
  },
);

test("takes such a word for the text of a required field", () => {
  expect(readValues("nearest", { what: "any" }, setting).fields).toEqual({ what: "any" });
  expect(readValues("remember", { text: "None" }, setting).fields).toEqual({ text: "None" });
});

test.each<[CallableAbility, string, string]>([
  ["find", "kind", "gear: Gear, equipment, item, items, item(s), thing, Tools"],
  ["find", "kind", "place: venue, location, PLACES"],
  ["find", "kind", "skill: talent, person, people, skills"],
  ["find", "kind", "camp: camps, community, theme_camp"],
  ["find", "kind", "memory: note, notes, memories, own notes"],
  ["find", "compare", "bigger: larger, greater, >=, >, at least, at_least, Bigger"],
  ["find", "compare", "smaller: less, <=, at most"],
  ["find", "compare", "biggest: largest, max, greatest"],
  ["find", "compare", "smallest: min, least"],
  ["find", "compare", "nearest: closest, closer, near, Nearest"],
  ["details", "aspect", "owner: Owner, who, lender"],
  ["details", "aspect", "size: dimensions, sizes"],
  ["details", "aspect", "place: location, address, where"],
  ["my", "which", "loans: loan, Loans, borrowed"],
  ["my", "which", "requests: request"],
  ["my", "which", "needs: need"],
  ["my", "which", "plan: plans, schedule"],
])("reads the usual words of %s for %s: %s", (ability, field, row) => {
  const [value, words = ""] = row.split(": ");
  for (const word of words.split(", "))
    expect(readValues(ability, { [field]: word }, setting), word).toEqual({
      fields: { [field]: value },
      leftOut: [],
    });
});

test.each<[unknown, string[]]>([
  [
    ["a", "b"],
    ["a", "b"],
  ],
  ['["a","b"]', ["a", "b"]],
  ["a, b", ["a", "b"]],
  ["a", ["a"]],
  [
    ["a", "none", "", 4],
    ["a", "4"],
  ],
])("reads the list %j", (without, expected) => {
  expect(readValues("find", { without }, setting)).toEqual({ fields: { without: expected }, leftOut: [] });
});

test.each<[unknown, string]>([
  [4, "4"],
  [["ice"], "ice"],
  [" ice ", "ice"],
  ["x".repeat(400), `${"x".repeat(299)}…`],
])("reads the text %j", (what, expected) => {
  expect(readValues("find", { what }, setting)).toEqual({ fields: { what: expected }, leftOut: [] });
});

test.each<[string, string]>([
  ["2026-08-30", "2026-08-30"],
  ["2026-08-30T02:00:00Z", "2026-08-30"],
  ["2026-08-30 18:00", "2026-08-30"],
  ["30 August 2026", "2026-08-30"],
  ["August 30, 2026", "2026-08-30"],
  ["today", "2026-08-29"],
  ["Tomorrow", "2026-08-30"],
])("reads the day %s on the festival's calendar", (firstDay, expected) => {
  expect(readValues("find", { first_day: firstDay }, setting)).toEqual({
    fields: { firstDay: expected },
    leftOut: [],
  });
});

test.each<[object, object]>([
  [{ item: 123 }, { item: "resource:123" }],
  [{ item: "123" }, { item: "resource:123" }],
  [{ item: "[^resource:7]" }, { item: "resource:7" }],
  [{ item: "[resource:7]" }, { item: "resource:7" }],
  [{ item: "Ladder, 3 m" }, { item: "resource:123" }],
  [{ item: "generator" }, { name: "generator" }],
  [{ item: 7 }, { name: "7" }],
])("reads the item of %j", (input, expected) => {
  expect(readValues("details", input as Record<string, unknown>, setting).fields).toEqual(expected);
});

test.each<[Record<string, unknown>, object, RegExp]>([
  [{ kind: "spaceship" }, {}, /^kind "spaceship" .* one of gear, place, skill, camp, memory\.$/],
  [{ compare: "shiny" }, {}, /^compare "shiny" .* bigger/],
  [{ firstDay: "whenever" }, {}, /^firstDay "whenever" .* 2026-08-30\.$/],
  [{ lastDay: "2026-02-30" }, {}, /^lastDay "2026-02-30" /],
  [
    { firstDay: "2026-09-02", lastDay: "2026-09-01" },
    { firstDay: "2026-09-02" },
    /^lastDay .* before firstDay\.$/,
  ],
  [{ size: "large" }, {}, /^size "large" .* "2 kW"\.$/],
  [{ size: 2 }, {}, /^size .* unit/],
  [{ without: ["a", "b", "c", "d", "e", "f"] }, {}, /^without .* 5 words\.$/],
  [{ near: { latitude: 1 } }, {}, /^near /],
  [{ what: ["ladder", "tent"] }, {}, /^what /],
])("leaves out and names a filter that it does not understand: %j", (input, fields, sentence) => {
  expect(readValues("find", input, setting)).toEqual({ fields, leftOut: [expect.stringMatching(sentence)] });
});

test("refuses to cut the text of a card", () => {
  const text = "x".repeat(301);
  expect(readValues("remember", { text }, setting).fields).toEqual({});
});
