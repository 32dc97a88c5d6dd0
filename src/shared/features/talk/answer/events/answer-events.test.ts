import { expect, test } from "vitest";
import { parseAddress } from "#shared/features/map/address/address.ts";
import { specCity } from "#shared/features/map/city/city.ts";
import { locate } from "#shared/features/map/city/geometry.ts";
import { campDocument } from "#shared/features/search/documents.ts";
import { smallWorld } from "../../testing/small-world.ts";
import { type Intent, noIntent } from "../../understand/intent.ts";
import type { When } from "../../understand/read-when.ts";
import type { CampEvent } from "../ability-world.ts";
import { answerIntent } from "../answer-talk.ts";
import { answerCampTimes, answerEventDetails, answerEventsFor, answerWhatsOn } from "./answer-events.ts";
import { placeOf } from "../place-of.ts";

const camps = {
  kitchen: { name: "Cosmic Kitchen", place: "9:00 & F", description: "Forty plates. Come and chop." },
  pancakes: { name: "Pancake Parliament", place: "5:30 & E", description: "Put to the vote." },
  choir: { name: "Dust Choir", place: "3:00 & C", description: "Harmony by accident." },
};
const tonight: When = { first: "2027-09-02", last: "2027-09-02", part: "night", time: null };
const tomorrow: When = { first: "2027-09-03", last: "2027-09-03", part: null, time: null };
const shownKitchen = { sourceId: "camp:kitchen", title: "Cosmic Kitchen" };

/** @param start on the clock of the festival in summer, "02T23:30" */
function event(camp: keyof typeof camps, title: string, start: string, end: string | null): CampEvent {
  const at = (time: string) => `2027-09-${time}:00-07:00`;
  return {
    campId: `camp:${camp}`,
    campName: camps[camp].name,
    title,
    description: null,
    start: at(start),
    end: end === null ? null : at(end),
  };
}

const programme = [
  event("choir", "Open rehearsal", "02T21:00", "02T23:00"),
  event("kitchen", "Midnight soup", "02T23:30", "03T01:00"),
  event("choir", "Lullabies", "03T00:30", "03T01:00"),
  event("pancakes", "Pancakes", "03T08:00", "03T10:30"),
  event("kitchen", "Midnight soup", "03T23:30", "04T01:00"),
  event("pancakes", "Pancakes", "04T08:00", "04T10:30"),
];

/** It is 21:40 on Thursday, 2 September; the user is at 5:00 & D. */
function worldWith(
  events: readonly CampEvent[] | null,
  now = "2027-09-02T21:40:00-07:00",
  zone = "America/Los_Angeles",
) {
  const clock = { now: new Date(now), zone };
  const placed = (address: string) => {
    const at = locate(specCity, parseAddress(address));
    if (at === null) throw new Error(`${address} is not on the map`);
    return at;
  };
  return smallWorld(
    Object.entries(camps).map(([id, { name, place, description }]) =>
      campDocument({ id, name, description, landmark: null, hometown: null, place, ...placed(place) }),
    ),
    {
      clock,
      me: { ...placed("5:00 & D"), accuracyM: 10, at: clock.now },
      events: async ({ campId }) =>
        events?.filter((each) => campId === null || each.campId === campId) ?? null,
    },
  );
}

async function ask(
  message: string,
  asked: Partial<Intent> = {},
  events: readonly CampEvent[] | null = programme,
  now?: string,
) {
  const intent: Intent = { ...noIntent, ability: "whats-on", ...asked };
  const { parts } = await answerWhatsOn(worldWith(events, now), intent, message);
  return {
    text: parts.map(({ text }) => text).join(""),
    shown: parts.flatMap(({ items }) => items.map(({ source }) => source.sourceId)),
  };
}

test("lists tonight's events until dawn, running ones first", async () => {
  const { text, shown } = await ask("whats on tonight", { when: tonight });
  expect(text).toBe(`Tonight:

- **Open rehearsal** at Dust Choir (3:00 & Captivate), now until 23:00 [^camp:choir]
- **Midnight soup** at Cosmic Kitchen (9:00 & Fascinate), today 23:30 to 01:00 [^camp:kitchen]
- **Lullabies** at Dust Choir (3:00 & Captivate), tonight 00:30 to 01:00 [^camp:choir]`);
  expect(shown).toEqual(["camp:choir", "camp:kitchen"]);
});

test("lists events from now on without a given time, the same night after midnight", async () => {
  expect((await ask("anything happening?")).text).toMatch(/^Tonight:\n\n- \*\*Open rehearsal/);
  const late = await ask(
    "whats on tonight",
    { when: { ...tonight, ...dayOf("03") } },
    programme,
    at("03T00:40"),
  );
  expect(late.text).toContain("**Midnight soup** at Cosmic Kitchen (9:00 & Fascinate), now until 01:00");
  expect(late.text).not.toContain("today 23:30");
});

test("shows the next events when none takes place at that time", async () => {
  const now = { ...tonight, part: null, time: "21:40" };
  const { text } = await ask("are they cooking now", { when: now, beside: shownKitchen });
  expect(text).toBe(`Nothing at **Cosmic Kitchen** now; next:

- **Midnight soup**, today 23:30 to 01:00 [^camp:kitchen]
- **Midnight soup**, tomorrow 23:30 to 01:00 [^camp:kitchen]`);
  const monday = { ...tomorrow, ...dayOf("06") };
  expect((await ask("pancakes on monday", { what: "pancakes", when: monday })).text).toMatch(
    /^No “pancakes” Mon 6 Sep; at another time:\n\n- \*\*Pancakes\*\* at .*, tomorrow 08:00 to 10:30/,
  );
});

test("filters events by the requested words in title, camp or kind", async () => {
  const pancakes = await ask("pancakes tomorrow", { what: "pancakes", when: tomorrow });
  expect(pancakes.text).toMatch(/^Tomorrow:\n\n- \*\*Pancakes\*\*[^\n]*$/);
  const byCamp = await ask("what does the choir do tonight", { what: "dust choir", when: tonight });
  expect(byCamp.text).toMatch(/Open rehearsal[^]*Lullabies/);
  expect(byCamp.text).not.toContain("soup");
  expect((await ask("any food tonight", { what: "food", when: tonight })).text).toContain("Midnight soup");
  const fight = [...programme, event("choir", "Food fight", "02T22:00", "02T23:00")];
  const named = await ask("any food tonight", { what: "food", when: tonight }, fight);
  expect(named.text).toMatch(/^Tonight:\n\n- \*\*Food fight\*\*[^\n]*$/);
  const none = await ask("unicycle hockey tonight", { what: "unicycle hockey", when: tonight });
  expect(none.text).toMatch(/^The programme has no event with “unicycle hockey”\. /);
});

test("lists the nearest camps first when the question names a place", async () => {
  const near = { kind: "address", address: parseAddress("9:00 & G"), words: "9:00 & G" } as const;
  expect((await ask("whats on near 9:00 & G tonight", { when: tonight, near })).text).toMatch(
    /^Tonight, nearest to 9:00 & \w+ first:\n\n- \*\*Midnight soup[^]*Dust Choir/,
  );
  expect((await ask("closest?", { when: tonight, compared: "closer" })).shown[0]).toBe("camp:choir");
});

test.each(["when do they open", "until when", "is it on again"])(
  "%s: lists events of the camp shown before",
  async (message) => {
    const { text } = await ask(message, { beside: shownKitchen });
    expect(text).toMatch(/^At \*\*Cosmic Kitchen\*\*:\n/);
    expect(text).not.toContain("Dust Choir");
  },
);

test.each(["what is on there tonight", "anything happening tonight"])(
  "%s: lists events of all camps",
  async (message) => {
    expect((await ask(message, { when: tonight, beside: shownKitchen })).text).toContain("Dust Choir");
  },
);

test('answers "what time" as details if the camp\'s times are known', async () => {
  const details: Intent = { ...noIntent, ability: "details", topic: "time", item: shownKitchen };
  const answer = await answerEventDetails(worldWith(programme), details, "what time exactly");
  expect(answer?.parts.map(({ text }) => text).join("")).toContain("today 23:30 to 01:00");
  expect(await answerEventDetails(worldWith(null), details, "what time exactly")).toBeNull();
  expect(await answerEventDetails(worldWith([]), details, "what time exactly")).toBeNull();
  expect(await answerEventDetails(worldWith(programme), { ...details, topic: "place" }, "where")).toBeNull();
});

test("reports that it has no programme, no events or no times", async () => {
  expect((await ask("whats on", {}, null)).text).toMatch(/^I have no programme here: camps show/);
  expect((await ask("pancakes tonight", { what: "pancakes" }, null)).text).toMatch(
    /^I have no programme here\. [^]*Pancake Parliament/,
  );
  expect((await ask("whats on", {}, [])).text).toMatch(/^I know of no events from now on: /);
  expect((await ask("a party tonight", { what: "zyzzyva party" }, null)).text).toMatch(
    /^I have no programme here: camps show[^[]*$/,
  );
  const none = await ask("when do they open", { beside: shownKitchen }, []);
  expect(none.text).toBe("I know no times of **Cosmic Kitchen**: ask there. [^camp:kitchen]");
});

test('marks a running event as "now" on a server without a zone', async () => {
  const { parts } = await answerWhatsOn(worldWith(programme, undefined, "UTC"), noIntent, "whats on");
  expect(parts.map(({ text }) => text).join("")).toContain(
    "**Open rehearsal** at Dust Choir (3:00 & Captivate), now until 06:00",
  );
});

test("words events of whole days, of several days or without an end", async () => {
  const { text } = await ask("whats on tomorrow", { when: tomorrow }, [
    { ...event("choir", "Silence", "03T00:00", "04T00:00"), isAllDay: true },
    event("kitchen", "Open end", "03T12:00", null),
    event("pancakes", "Long", "03T12:30", "05T18:00"),
    { ...event("kitchen", "Some time", "03T12:00", null), start: null },
  ]);
  expect(text).toContain("**Silence** at Dust Choir (3:00 & Captivate), tomorrow, all day");
  expect(text).toContain("**Open end** at Cosmic Kitchen (9:00 & Fascinate), tomorrow 12:00 [");
  expect(text).toContain("tomorrow 12:30 to Sun 5 Sep 18:00");
  expect(text).not.toContain("Some time");
});

test("shows five of 5,000 events quickly, escaping Markdown and citations in titles", async () => {
  const title = "**x** [a](https://evil.example) [^memory:1] <b>\n# y";
  const many = Array.from({ length: 5_000 }, (_, index) => ({
    ...event("kitchen", `${title} ${index}`, "03T10:00", "03T11:00"),
    description: "soup ".repeat(400),
    campId: `camp:${index % 2 === 0 ? "kitchen" : "choir"}`,
  }));
  const began = performance.now();
  const { text } = await ask("soup tomorrow", { what: "soup", when: tomorrow }, many);
  expect(performance.now() - began).toBeLessThan(3_000);
  expect(text.match(/\n- /g)).toHaveLength(5);
  expect(text).not.toMatch(/\]\(https:\/\/|(?<!\\)\[(?!\^camp:)|(?<!\\)<b|\n#/);
});

function dayOf(day: string) {
  return { first: `2027-09-${day}`, last: `2027-09-${day}` };
}

function at(time: string): string {
  return `2027-09-${time}:00-07:00`;
}

test.each([
  ["the pancakes, where", { what: "pancakes", topic: "place" }, "Pancake Parliament (5:30 & Enchant)"],
  ["long ago, the rehearsal thing, what time", { what: "time", topic: "time" }, "now until 23:00"],
])("%s: finds the event with these words", async (message, asked, expected) => {
  const intent: Intent = { ...noIntent, ability: "details", ...asked };
  const answer = await answerEventDetails(worldWith(programme), intent, message);
  expect(answer?.parts.map(({ text }) => text).join("")).toContain(expected);
});

test("prefers a camp of that name to an event that shares a word", async () => {
  const intent: Intent = { ...noIntent, ability: "details", what: "dust choir", topic: "place" };
  const named = [event("kitchen", "Choir of spoons", "02T22:00", "02T23:00")];
  expect(await answerEventDetails(worldWith(named), intent, "where is the dust choir")).toBeNull();
});

test("uses an event's camp as its place", async () => {
  const found = await placeOf(worldWith(programme), { kind: "named", name: "midnight soup" });
  expect(found).toMatchObject({ kind: "place", place: { name: "Cosmic Kitchen" } });
});

test("leaves out the events that the user refuses", async () => {
  const { text } = await ask("whats on tonight but no soup", { when: tonight, without: ["soup"] });
  expect(text).toContain("Open rehearsal");
  expect(text).not.toContain("soup");
});

test("finds the events at that time whose titles have the words of a search", async () => {
  const search = (what: string) =>
    answerEventsFor(worldWith(programme), { ...noIntent, what, when: tonight });
  const found = await search("rehearsal");
  expect(found?.parts.map(({ text }) => text).join("")).toMatch(/^Tonight:\n\n- \*\*Open rehearsal/);
  expect(await search("rehearsal room")).toBeNull();
});

test("gives the times of a camp that the question names in part", async () => {
  const intent: Intent = { ...noIntent, ability: "details", what: "parliament", topic: "time" };
  const answer = await answerEventDetails(
    worldWith(programme),
    intent,
    "when do they cook at the parliament",
  );
  expect(answer?.parts[0]?.text).toMatch(/^At \*\*Pancake Parliament/);
});

test("gives the times of a camp instead of the days on which it is free", async () => {
  const intent: Intent = { ...noIntent, ability: "availability", what: "dust choir", when: tonight };
  const times = (message: string) => answerCampTimes(worldWith(programme), intent, message);
  expect((await times("is dust choir singing tonight?"))?.parts[0]?.text).toMatch(/^At \*\*Dust Choir/);
  expect(await times("the one at dust choir tonight?")).toBeNull();
});

test("begins with the events of a search at a time, and with the times of a camp asked for as a thing", async () => {
  const first = async (asked: Partial<Intent>) =>
    (await answerIntent(worldWith(programme), { ...noIntent, when: tonight, ...asked }, "")).parts[0]?.text;
  expect(await first({ ability: "find", what: "rehearsal" })).toMatch(/^Tonight:/);
  expect(await first({ ability: "availability", what: "dust choir" })).toMatch(/^At \*\*Dust Choir/);
});
