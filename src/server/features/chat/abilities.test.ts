import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { chipsOf } from "#shared/features/chat/answer-chips.ts";
import type { MessageUi } from "#shared/features/chat/contract.ts";
import type { SentPosition } from "#shared/features/chat/position.ts";
import { specCity } from "#shared/features/map/city/city.ts";
import { fromClock, toGeo } from "#shared/features/map/city/geometry.ts";
import { markCamp } from "#shared/features/explore/contract.ts";
import { getSession } from "#shared/features/account/contract.ts";
import { requestLoan, stepLoan } from "#shared/features/lending/contract.ts";
import { addDays, dayOf } from "#shared/features/lending/days.ts";
import type { LoanStep } from "#shared/features/lending/loan.ts";
import { createMemory } from "#shared/features/memories/contract.ts";
import { addResource } from "#shared/features/resources/contract.ts";
import { saveCamps } from "#server/features/map/repository.ts";
import { generateCamps } from "#server/sample/camps.ts";
import { readAnswer, idsOf, postMessage, textOf } from "#server/testing/chat-app.ts";
import { startTestApp, type TestApp } from "#server/testing/test-app.ts";
import type { TestClient } from "#server/testing/test-client.ts";

let app: TestApp;
let owner: TestClient;
let seeker: TestClient;
const tomorrow = addDays(dayOf(new Date()), 1);

beforeAll(async () => {
  app = await startTestApp();
  const communities = [
    { id: "circle", name: "Circle", latitude: null, longitude: null },
    { id: "hearth", name: "Hearth", latitude: 40.7836, longitude: -119.2065 },
  ];
  await app.database.kysely.insertInto("communities").values(communities).execute();
  owner = await app.signUp("Olga");
  seeker = await app.signUp("Sami");
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
});

test("understands a follow-up from earlier messages and answers", async () => {
  const ladder = await share("Telescopic ladder, 4 m", "7:30 & E");
  await lend(ladder);
  const ask = talkOf(seeker);
  expect(await ask("who has a telescopic ladder")).toContain("Telescopic ladder, 4 m");
  expect(await ask("is it free tomorow?")).toMatch(/^No, \*\*Telescopic ladder, 4 m\*\* is taken/);
  expect(await ask("how far is it from 3:00 and B")).toMatch(
    /From 3:00 & Baffie to .*Telescopic ladder.* it is \*\*[\d.]+ km\*\*/,
  );
  expect(await ask("who owns it")).toContain("shared by **Olga**");
  expect(await ask("thx")).toContain("You are welcome");
});

test("offers free things before borrowed ones and shows when these are free", async () => {
  const out = await share("Brass sextant", "7:30 & E");
  const today = addDays(tomorrow, -1);
  await lend(out, { first: today, last: today }, ["approve", "hand-over"]);
  await share("Spare brass sextant", "7:30 & E");
  const ask = talkOf(seeker);
  const expected =
    /Spare brass sextant\*\* \([^)]+\)[^]*\*\*Brass sextant\*\* \(7:30 & [^)]*out until tonight, ask for tomorrow\)/;
  expect(await ask("who has a brass sextant")).toMatch(expected);
  expect(await talkOf(seeker)("a brass sextant near 7:30 & E")).toMatch(expected);
});

test("names only things that are free tonight", async () => {
  const out = await share("Lent samovar", "6:00 & A");
  const today = addDays(tomorrow, -1);
  await lend(out, { first: today, last: today }, ["approve", "hand-over"]);
  await share("Idle samovar", "6:00 & A");
  const answer = await talkOf(seeker)("What can I borrow tonight?");
  expect(answer).toMatch(/^Free \w+ \d+ \w+:\n/);
  expect(answer).toContain("Idle samovar");
  expect(answer).not.toContain("Lent samovar");
});

test("finds a user, and the things they share, by their name", async () => {
  await share("Giant soup kettle", "3:00 & B");
  const ask = talkOf(seeker);
  expect(await ask("what does olga lend")).toMatch(/^\*\*Olga\*\* shares:[^]*Giant soup kettle/);
  expect(await ask("how far is it to olga from 3:00 and B")).toMatch(/ it is \*\*[\d.]+ k?m\*\*/);
  expect(await ask("what does nobodyatall lend")).toContain("no one called “nobodyatall”");
});

test("finds a community by its name, lists what it shares and leads there", async () => {
  const ask = answersOf(seeker);
  const sextants = ["Sextant case", "Sextant oil"];
  for (const title of sextants) await share(title, "7:30 & E", "hearth");
  for (const message of ["where is Hearth?", "hearth", "tell me about the hearth camp", "can i join hearth"])
    expect((await ask(message)).text).toMatch(
      /^\n- \*\*Hearth\*\* \(shares 2 things\)[^\n]* \[\^community:hearth\]$/,
    );
  expect((await ask("how do i get to hearth from 3:00 & B")).text).toMatch(/ to \*\*Hearth\*\*: /);
  expect((await ask("which communities are there?")).text).toMatch(/^Two communities here\.\n\n- \*\*Circle/);
  expect((await ask("does anybody at hearth have a sextant")).text).not.toMatch(/^\n- \*\*Hearth/);
});

test("answers with the way between two addresses or the nearest facility", async () => {
  const ask = talkOf(seeker);
  expect(await ask("how do i get from 4:30 & Fascinate to the Temple")).toMatch(/1\. Walk|1\. Take/);
  expect(await ask("nearest porta potty from 7:30 & E")).toContain("**Toilets** at **7:45 & Delight**");
});

test("answers only from the user's own loans and memories", async () => {
  await seeker.call(createMemory, {
    body: { type: "something-else", content: "My blue zeppelin is at 3:45 & A" },
  });
  expect(await talkOf(seeker)("where did i leave my blue zeppelin")).toContain("3:45 & A");
  expect(await talkOf(owner)("where did i leave my blue zeppelin")).toContain("You told me nothing");
  expect(await talkOf(seeker)("what did i borrow")).toContain("Telescopic ladder, 4 m");
  expect(await talkOf(app.as("anybody"))("what did i borrow")).toContain("You have borrowed nothing");
});

test("shows a plan of favourite camps with the user's notes", async () => {
  const [camp] = generateCamps(1, 1);
  if (camp === undefined) throw new Error("no camp was made");
  await saveCamps(app.database.kysely, [{ camp, card: { offerings: [], events: [] } }]);
  const body = { isFavourite: true, note: "Pancakes at eight" };
  await seeker.call(markCamp, { params: { campId: camp.id }, body });
  expect(await talkOf(seeker)("what is on my plan")).toContain(`${camp.name}: Pancakes at eight`);
  expect(await talkOf(owner)("what is on my plan")).toContain("Nothing is planned");
});

test("finds home from a note or a community, and otherwise asks", async () => {
  expect(await talkOf(seeker)("take me home")).toContain("I don't know where you live");
  const { userId } = (await seeker.call(getSession, {})).user;
  await app.database.kysely
    .insertInto("community_people")
    .values({ community_id: "hearth", user_id: userId, role: "member" })
    .execute();
  expect(await talkOf(seeker)("how far from home to the temple")).toMatch(/From Hearth to The Temple it is/);
  const body = { type: "want-to-know", content: "My tent is at 9:00 & B, under the red flag" } as const;
  await owner.call(createMemory, { body });
  expect(await talkOf(seeker)("how far from home to the temple")).toMatch(/From Hearth to The Temple it is/);
  await seeker.call(createMemory, { body });
  expect(await talkOf(seeker)("how far from home to the temple")).toMatch(
    /From your tent to The Temple it is/,
  );
});

test("does not return the user's own need as a search result", async () => {
  const content = "I'm looking for a chartreuse hammock";
  await seeker.call(createMemory, { body: { type: "looking-for", content } });
  const answer = await talkOf(seeker)("need a chartreuse hammock for tomorrow");
  expect(answer).not.toContain(content);
});

async function ask(text: string) {
  const frames = await readAnswer(await postMessage(seeker, { text }));
  const ui = frames.find(({ event }) => event?.type === "data-ui")?.event;
  return { text: textOf(frames), ui: ui?.type === "data-ui" ? ui.data : null };
}

test("shows the way to the medics only to a user who can walk", async () => {
  const way = await ask("where is medical from 8:00 & C");
  expect(way.ui).toMatchObject({ type: "help-card", kind: "emergency" });
  expect(way.text).toMatch(
    /^The nearest from 8:00 & Captivate is \*\*Medical tent\*\* at \*\*9:00 B Plaza\*\*[^]*Get people first, now\./,
  );
  const cut = await ask("i cut my foot");
  expect(cut.ui).toMatchObject({ kind: "emergency", lead: expect.stringContaining("Center Camp Plaza") });
  const ranger = await ask("nearest ranger from 3:00 & C");
  expect(ranger.text).toMatch(
    /^The nearest from 3:00 & Captivate is \*\*Ranger post\*\* at \*\*3:00 & Delight\*\*/,
  );
  expect(ranger.ui).toMatchObject({ type: "help-card", kind: "emergency" });
  const position = { ...toGeo(specCity, fromClock(900, 8.5)), accuracyM: 10, at: new Date().toISOString() };
  const frames = await readAnswer(
    await postMessage(seeker, { text: "she collapsed and wont wake up", position }),
  );
  expect(textOf(frames)).toMatch(
    /^\*\*Nearest medical: 9:00 B Plaza, \d+ min walk\*\*\n\n\*\*Get people first/,
  );
  const card = await ask("my friend is not breathing, where is medical");
  expect(card.ui).toEqual({ type: "help-card", kind: "emergency" });
  expect(card.text).toMatch(/^\*\*Get people first, now\.\*\*/);
});

test("asks a question after an unclear message and offers readings as chips", async () => {
  const { text, ui } = await ask("it tastes like onions");
  expect(text).toMatch(/I took this for a search for “[^”]+”\. Did you mean something else\?/);
  expect(ui).toMatchObject({ chips: expect.arrayContaining([expect.anything()]) });
});

test("proposes a loan, a need or an offer and writes only after the tap", async () => {
  const pump = await share("Foot pump", "6:00 & D");
  const days = { first: addDays(tomorrow, 1), last: addDays(tomorrow, 1) };
  const seekersTalk = answersOf(seeker);
  await seekersTalk("who has a foot pump");
  const loan = await seekersTalk(`can i borrow it on ${dayInWords(days.first)}`);
  expect(loan.text).toContain("nothing is asked for before you tap");
  const borrow = { ability: "borrow", resourceId: pump, title: "Foot pump", ...days };
  expect(loan.ui).toMatchObject({ type: "proposal", proposal: borrow });
  const need = await answersOf(seeker)("post a need for an extension cord near 7:30 & E");
  expect(need.text).toContain("“I'm looking for an extension cord near 7:30 & ");
  expect(need.ui).toMatchObject({
    type: "proposal",
    proposal: { ability: "post-need", words: "an extension cord", first: null, last: null },
  });
  const offer = await answersOf(seeker)("I have a generator I can lend");
  expect(offer.ui).toMatchObject({ proposal: { ability: "share", thing: "generator", kind: "gear" } });
  for (const table of ["loans", "resources"] as const) {
    const rows = await app.database.kysely.selectFrom(table).selectAll().execute();
    expect(JSON.stringify(rows)).not.toMatch(/generator|extension cord/);
  }
  const asked = await app.database.kysely
    .selectFrom("loans")
    .selectAll()
    .where("resource_id", "=", pump)
    .execute();
  expect(asked).toEqual([]);
});

test("offers to post the need with one tap after an empty search", async () => {
  const talk = answersOf(seeker);
  const missed = await talk("anyone got a theremin near 4:30 & E?");
  expect(missed.ui).toMatchObject({
    type: "memory-offer",
    content: expect.stringMatching(/^I'm looking for a theremin near 4:30 & E/),
  });
  const chips = chipsOf(missed.ui);
  expect(chips.length).toBeLessThanOrEqual(6);
  for (const { say: words } of chips) expect((await talk(words)).text).not.toBe("");
  const can = await talk("what can you do?");
  expect(chipsOf(can.ui).map(({ say: words }) => words)).toContain("Who can lend me a ladder?");
});

test("uses a position for one answer and stores no copy", async () => {
  const at = new Date().toISOString();
  const place = toGeo(specCity, fromClock(600, 4.5));
  const position = { ...place, accuracyM: 19.456, at };
  const talk = answersOf(seeker);
  const lost = await talk("where am i?");
  expect(lost.text).toContain("I don't know where you are");
  expect(chipsOf(lost.ui)[0]).toEqual({ label: "Use my place", say: "where am i?", withPlace: true });
  expect((await talk("where am i?", position)).text).toMatch(
    /^You are near \*\*4:30 .*\*\* \(within about 20 m\)/,
  );
  expect((await talk("nearest toilet", position)).text).toContain("The nearest from where you are");
  const old = { ...position, at: new Date(Date.now() - 300_000).toISOString() };
  expect((await talk("where am i?", old)).text).toContain("5 min ago");
  expect((await talk("nearest toilet", old)).text).toContain("where you were 5 min ago");
  expect((await talk("where am i?", { ...position, accuracyM: 350 })).text).toMatch(/only roughly.*350 m/);
  expect((await talk("where am i?", { ...position, latitude: 48.85, longitude: 2.35 })).text).toContain(
    "outside the city",
  );
  // A later message without a position does not use the earlier one.
  expect((await talk("where am i?")).text).toContain("I don't know where you are");
  await expectNowhere([String(place.latitude), String(place.longitude), "19.456", at]);
});

test("rejects an invalid position with the name of the field", async () => {
  const good = { latitude: 40.78, longitude: -119.2, accuracyM: 10, at: new Date().toISOString() };
  const wrong = [
    { latitude: 91 },
    { longitude: -181 },
    { latitude: "40.78" },
    { latitude: null },
    { accuracyM: -1 },
    { accuracyM: 1e9 },
    { at: "yesterday" },
    { altitude: 3 },
  ];
  for (const part of wrong) {
    const response = await postMessage(seeker, { text: "where am i?", position: { ...good, ...part } });
    expect(response.status, JSON.stringify(part)).toBe(400);
  }
});

/** The words are in no table. Calls are not logged, and errors are logged without the request. */
async function expectNowhere(words: readonly string[]): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public'`.execute(
    app.database.kysely,
  );
  expect(rows.length).toBeGreaterThan(20);
  for (const { name } of rows) {
    const found = await sql<{ text: string }>`select t::text as text from ${sql.table(name)} t`.execute(
      app.database.kysely,
    );
    const text = found.rows.map((row) => row.text).join("\n");
    for (const word of words) expect(text, name).not.toContain(word);
  }
}

async function share(title: string, address: string, loobricateId = "circle"): Promise<string> {
  const body = {
    offeringType: "gear" as const,
    title,
    description: "It is what it says.",
    loobricateId,
    location: address,
  };
  return (await owner.call(addResource, { body })).id;
}

/** Lends it to the seeker, by default promised for tomorrow. */
async function lend(
  resourceId: string,
  days = { first: tomorrow, last: tomorrow },
  steps: readonly LoanStep[] = ["approve"],
): Promise<void> {
  const { id: loanId } = await seeker.call(requestLoan, { body: { resourceId, ...days } });
  for (const step of steps) await owner.call(stepLoan, { params: { loanId }, body: { step } });
}

/** Sends one message after another in one conversation. Returns the text of each answer. */
function talkOf(client: TestClient) {
  const talk = answersOf(client);
  return async (text: string): Promise<string> => (await talk(text)).text;
}

/** Like `talkOf`, with the card and sources of each answer. */
function answersOf(client: TestClient) {
  let threadId: string | undefined;
  return async (text: string, position?: SentPosition): Promise<{ text: string; ui: MessageUi | null }> => {
    const more = { ...(threadId === undefined ? {} : { threadId }), ...(position && { position }) };
    const frames = await readAnswer(await postMessage(client, { text, ...more }));
    threadId = idsOf(frames).threadId;
    const ui = frames.find(({ event }) => event?.type === "data-ui")?.event;
    return { text: textOf(frames), ui: ui?.type === "data-ui" ? ui.data : null };
  };
}

/** A day a few days ahead as "30 August", relative to today. */
function dayInWords(day: string): string {
  return new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", timeZone: "UTC" }).format(
    new Date(`${day}T00:00:00Z`),
  );
}
