import { expect, test } from "vitest";
import { specCity } from "#shared/features/map/city/city.ts";
import { newTalk, noIntent } from "../understand/intent.ts";
import { loadTalkModels } from "../understand/learned/talk-models.ts";
import { understandMessage } from "../understand/talk-state.ts";
import { needInWords, needOfIntent, needAsNote } from "./need-words.ts";

const models = await loadTalkModels();

const clock = { now: new Date("2026-09-01T18:00:00Z"), zone: "America/Los_Angeles" };
const asked = (message: string) => {
  const [intent = noIntent] = understandMessage(newTalk, message, { city: specCity, clock, models });
  return needInWords(intent, specCity);
};
const named = (what: string) => needInWords({ ...noIntent, what }, specCity);

test.each([
  ["who has a ladder near 4:30?", "a ladder near 4:30"],
  ["need a genny 2kw for sat nite near 7:30", "a 2 kW generator near 7:30, Sat 5 Sep"],
  ["looking for a shade structure for 40 people", "a shade structure for 40 people"],
  ["who can fix a bike", "someone who can fix a bike"],
  ["who teaches welding", "someone who teaches welding"],
  ["find me someone who welds", "someone who welds"],
  ["drill not cordless", "a drill, not cordless"],
  ["ladder near me", "a ladder"],
  ["who has an umbrella", "an umbrella"],
])("words a question as the need behind it: %s", (message, need) => {
  expect(asked(message)).toBe(need);
});

test.each([
  ["extension cord", "an extension cord"],
  ["unicycle", "a unicycle"],
  ["umbrella", "an umbrella"],
  ["hour glass", "an hour glass"],
  ["LED strip", "an LED strip"],
  ["USB cable", "a USB cable"],
  ["ladders", "ladders"],
  ["chairs for our camp", "chairs for our camp"],
  ["bus", "a bus"],
  ["mattress", "a mattress"],
  ["water", "water"],
  ["drinking water", "drinking water"],
  ["two chairs", "two chairs"],
  ["my lost bike", "my lost bike"],
  ["some rope", "some rope"],
  ["a ladder", "a ladder"],
  ["pliers", "pliers"],
  ["welder", "a welder"],
  ["print", "a print"],
  ["paint brush", "a paint brush"],
])("chooses the article: %s", (what, words) => {
  expect(named(what)).toBe(words);
});

test("places sizes before or after the noun as English requires", () => {
  const sized = (value: number, unit: "kW" | "m" | "l", what: string) =>
    needInWords({ ...noIntent, what, size: { value, unit } }, specCity);
  expect(sized(0.9, "kW", "generator")).toBe("a 900 W generator");
  expect(sized(8, "m", "pole")).toBe("an 8 m pole");
  expect(sized(20, "l", "water")).toBe("water of 20 l");
  expect(sized(3, "m", "poles")).toBe("poles of 3 m");
  const bigger = {
    ...noIntent,
    what: "generator",
    size: { value: 2, unit: "kW" },
    compared: "bigger",
  } as const;
  expect(needInWords(bigger, specCity)).toBe("a generator bigger than 2 kW");
});

test("returns no need for an empty name and omits the user's position or home", () => {
  expect(named("")).toBe("");
  const home = { ...noIntent, what: "ladder", near: { kind: "home" } } as const;
  expect(needOfIntent(home, specCity)).toEqual({ words: "a ladder", place: null, first: null, last: null });
  const shown = {
    ...home,
    near: { kind: "shown", shown: { sourceId: "camp:1", title: "Camp Lantern" } },
  } as const;
  expect(needInWords(shown, specCity)).toBe("a ladder near Camp Lantern");
});

test("limits a need to the length of a memory without splitting a character", () => {
  expect(needAsNote("a ladder near 4:30")).toBe("I'm looking for a ladder near 4:30");
  const long = needAsNote("🪜".repeat(3_000));
  expect(long.length).toBeLessThanOrEqual(2_000);
  expect(long.isWellFormed()).toBe(true);
});
