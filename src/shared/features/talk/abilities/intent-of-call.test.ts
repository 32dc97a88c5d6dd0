import { expect, test } from "vitest";
import { formatAddress } from "#shared/features/map/address/address.ts";
import { specCity } from "#shared/features/map/city/city.ts";
import { noIntent } from "../understand/intent.ts";
import { type CallableAbility, callableAbilities } from "./abilities.ts";
import { intentOfCall, placeInWords } from "./intent-of-call.ts";
import { wordsOfSteps } from "./words-of-steps.ts";

const ladder = { sourceId: "resource:ladder", title: "Ladder, 3 m" };
const clock = { now: new Date("2027-09-01T20:00:00Z"), zone: "America/Los_Angeles" };
const setting = { city: specCity, clock, shown: [ladder] };

test("returns the same intent for a call as the rules do", () => {
  expect(intentOf("find", { what: "generator", kind: "place", size: "2kw", compare: "nearest" })).toEqual({
    ...noIntent,
    what: "generator",
    sought: "venue",
    size: { value: 2, unit: "kW" },
    compared: "closer",
  });
  expect(intentOf("availability", { item: "resource:ladder", firstDay: "2027-09-04" })).toMatchObject({
    ability: "availability",
    item: ladder,
    when: { first: "2027-09-04", last: "2027-09-04", part: null, time: null },
  });
  expect(intentOf("nearest", { what: "porta potty", from: "7:30 & E" })).toMatchObject({ topic: "toilet" });
  expect(intentOf("distance", { to: "home" })).toMatchObject({ from: { kind: "me" }, to: { kind: "home" } });
  expect(intentOf("share", { thing: "knots", kind: "skill" })).toMatchObject({
    what: "knots",
    sought: "talent",
  });
  expect(intentOf("where-am-i", { anything: "else" })).toEqual({ ...noIntent, ability: "where-am-i" });
});

test("accepts an address, the user's own place, a shown item or a name as a place", () => {
  const place = (words: string) => {
    const ref = placeInWords(specCity, words, [ladder]);
    return ref.kind === "address" ? formatAddress(specCity, ref.address) : ref;
  };
  expect(place("7:30 & E")).toBe("7:30 & Enchant");
  expect(place("the corner of 4:30 and Fascinate")).toBe("4:30 & Fascinate");
  expect(place("The Temple")).toBe("The Temple");
  expect(place("Fascinate")).toBe("Fascinate");
  expect(place(" Me ")).toEqual({ kind: "me" });
  expect(place("my camp")).toEqual({ kind: "home" });
  expect(place("resource:ladder")).toEqual({ kind: "shown", shown: ladder });
  expect(place("camp:hydra")).toMatchObject({ kind: "shown", shown: { sourceId: "camp:hydra" } });
  expect(place("toilet")).toEqual({ kind: "service", service: "toilet", from: null });
  expect(place("Moth & Candle")).toEqual({ kind: "named", name: "Moth & Candle" });
});

test("treats empty values as missing and reports invalid ones in one sentence", () => {
  expect(intentOf("find", { what: "ice", near: null, size: "", kind: null })).toEqual({
    ...noIntent,
    what: "ice",
  });
  for (const [ability, input, problem] of [
    ["find", [], "object"],
    ["find", "ice", "object"],
    ["borrow", { firstDay: "2027-09-05" }, "name"],
    ["directions", {}, "to: it has to be a text"],
    ["directions", { to: {} }, "to: it has to be a text"],
    ["remember", { text: "x".repeat(301) }, "text: it has to be a text of at most 300 characters."],
    ["my", { which: "secrets" }, "which: it has to be one of loans, requests, needs, plan."],
  ] as const) {
    const understood = intentOfCall(ability, input, setting);
    expect(understood, JSON.stringify(input)).toEqual({
      isUnderstood: false,
      problem: expect.stringContaining(problem),
    });
  }
});

test("answers without a filter that it does not understand, and names it", () => {
  const input = { what: "ice", kind: "animal", firstDay: "2027-09-05", lastDay: "2027-09-04" };
  expect(intentOfCall("find", input, setting)).toEqual({
    isUnderstood: true,
    intent: {
      ...noIntent,
      what: "ice",
      when: { first: "2027-09-05", last: "2027-09-05", part: null, time: null },
    },
    message: "ice",
    leftOut: [expect.stringMatching(/^kind /), expect.stringMatching(/^lastDay /)],
  });
});

test("describes every ability and no unknown one", () => {
  for (const ability of callableAbilities) expect(wordsOfSteps([ability])).toMatch(/^[A-Z][a-z ]+$/);
  expect(wordsOfSteps(["find", "availability", "find", "toString"])).toBe(
    "Looked in the library · checked days",
  );
  expect(wordsOfSteps([])).toBe("");
});

function intentOf(ability: CallableAbility, input: unknown) {
  const understood = intentOfCall(ability, input, setting);
  if (!understood.isUnderstood) throw new Error(understood.problem);
  return understood.intent;
}
