import { expect, test } from "vitest";
import type { SearchDocument } from "#shared/features/search/document.ts";
import { memoryDocument } from "#shared/features/search/documents.ts";
import { smallWorld } from "../testing/small-world.ts";
import { noIntent } from "../understand/intent.ts";
import { answerMessage } from "./answer-message.ts";
import { answerForget, answerRecall, answerRemember } from "./answer-own.ts";
import { answerAbout, answerShare, answerTopic } from "./answer-words.ts";

const NOTE = "the towel is on the hammock";

test("recalls a note of this talk before it is stored", async () => {
  expect(await recalled([], "where is the towel")).toBe(
    `You said: “${NOTE}”. It is in your memories once you keep it.`,
  );
});

test("cites the memory once the note is stored", async () => {
  expect(await recalled([NOTE], "where is the towel")).toMatch(/^You noted:\n\n- \*\*the towel/);
});

test("recalls no note on another subject", async () => {
  expect(await recalled([], "where is the drill")).toMatch(/^You told me nothing about “drill” yet/);
});

test("shows the memories on the subject beside a note of this talk", async () => {
  const answer = await recalled(["the beach towel is at the sauna"], "where is the towel");
  expect(answer).toContain(`You said: “${NOTE}”`);
  expect(answer).toContain("- **the beach towel");
});

test("prefers a memory on the subject to a note that shares another word", async () => {
  expect(await recalled(["the drill is at the sauna"], "is the drill on the hammock, the drill")).toMatch(
    /^You noted:\n\n- \*\*the drill/,
  );
});

test.each([
  ["tent", { value: 3, unit: "people" }, "tent for 3 people"],
  ["generator", { value: 2, unit: "kW" }, "2 kW generator"],
  ["2kw generator", { value: 2, unit: "kW" }, "2 kW generator"],
  ["m of rope", { value: 40, unit: "m" }, "40 m rope"],
] as const)("proposes to share a %s with its size", (what, size, thing) => {
  const { parts, ui } = answerShare({ ...noIntent, what, size });
  expect(ui).toMatchObject({ proposal: { thing } });
  expect(parts[0]?.text).toContain(`“${thing}”`);
});

test("shows only the need that the user takes back", async () => {
  const lines = ["Clear goggles for the night", "A violin for one evening"];
  const world = smallWorld([], { ownLines: async () => lines.map((text) => ({ sourceId: null, text })) });
  const forget = { ...noIntent, ability: "forget", topic: "needs" } as const;
  const textOf = ({ parts }: Awaited<ReturnType<typeof answerForget>>) =>
    parts.map(({ text }) => text).join("");
  expect(textOf(await answerForget(world, { ...forget, what: "violin" }))).not.toContain("goggles");
  expect(textOf(await answerForget(world, forget))).toContain("goggles");
});

test("says which note of this talk is not stored", async () => {
  const answer = await answerForget(smallWorld([]), { ...noIntent, what: "towel", noted: [NOTE] });
  expect(answer.parts[0]?.text).toMatch(new RegExp(`^“${NOTE}” is not in your memories`));
});

test("answers how to share with the guide's section and the button that opens the form", async () => {
  const world = smallWorld([section("adding-something-to-the-library", "Adding something", "Tap the plus.")]);
  for (const message of ["how do I share something?", "How can I lend out my ladder"])
    expect(await answerTopic(world, message)).toMatchObject({
      parts: [{ text: expect.stringContaining("Tap the plus.") }],
      ui: { type: "proposal", proposal: { ability: "share", thing: "" } },
    });
  expect(await answerTopic(world, "how do i put up a tent")).toBeNull();
});

test("finds the section of a festival's own guide that has the topic's words as its heading", async () => {
  const world = smallWorld([section("sharing", "Sharing", "Bring it to the lending tent.")]);
  const answer = await answerTopic(world, "how do I share something?");
  expect(answer?.parts[0]?.text).toContain("lending tent");
  const about = await answerAbout(world, { ...noIntent, topic: "sharing" }, "and lending?");
  expect(about).toMatchObject({ ui: { type: "proposal" } });
});

test("describes offline use only when asked how", async () => {
  const world = smallWorld([section("no-signal", "No signal", "Looby answers from this phone.")]);
  expect(await answerTopic(world, "how do i use looby without internet")).not.toBeNull();
  expect(await answerTopic(world, "post a need for a radio, no signal here")).toBeNull();
});

test("answers from one page of the guide, and only if its title is about the question", async () => {
  const pages = [
    section("downloading-your-data", "Downloading your data", "An export is on your profile."),
    section("a-companion", "How to find a companion", "Open Change beside the name."),
    section("search-mode", "Search mode", "It quotes what fits."),
  ];
  expect(await said(pages, "can I export my data")).toMatch(/^An export is on your profile/);
  expect(await said(pages, "how can I change my name")).not.toMatch(/^Open Change/);
});

/** A section of the guide. */
function section(slug: string, title: string, body: string): SearchDocument {
  const everybodys = { ownerId: null, communityId: null, companion: null };
  const nowhere = { place: null, latitude: null, longitude: null };
  return { id: `context:base-looby#${slug}`, kind: "context", title, body, ...everybodys, ...nowhere };
}

async function said(documents: SearchDocument[], message: string): Promise<string> {
  const world = smallWorld(documents);
  const search = async () => await world.find({ text: message, kinds: null, near: null, limit: 6 });
  const { parts } = await answerMessage(world, { message, earlier: [], search, mayNeedHelp: false });
  return parts.map(({ text }) => text).join("");
}

test("keeps only the note of a message with another request", () => {
  const { ui } = answerRemember("where is a toilet and remember the tap drips", "remember the tap drips");
  expect(ui).toMatchObject({ content: "remember the tap drips" });
});

test("names the day that is asked about", async () => {
  const tomorrow = { first: "2027-09-03", last: "2027-09-03", part: null, time: null };
  const { parts } = await answerAbout(smallWorld([]), { ...noIntent, topic: "today", when: tomorrow }, "");
  expect(parts[0]?.text).toBe("That is **Fri 3 Sep**.");
});

test("says what Looby is when the guide does not", async () => {
  const { parts } = await answerAbout(smallWorld([]), { ...noIntent, topic: "who-are-you" }, "u a robot?");
  expect(parts[0]?.text).toMatch(/^I am Looby, a program/);
});

async function recalled(memories: readonly string[], message: string): Promise<string> {
  const world = smallWorld(
    memories.map((content, at) => memoryDocument({ id: String(at), userId: "me", title: null, content })),
  );
  const what = message.split(" ").at(-1) ?? "";
  const { parts } = await answerRecall(
    world,
    { ...noIntent, ability: "recall", what, noted: [NOTE] },
    message,
  );
  return parts.map(({ text }) => text).join("");
}

test("recalls the newest of similar notes first", async () => {
  const notes = [
    "bike is parked at 6:00 & C",
    "my bike is at 3:45 & A",
    "bike seat is in the van",
    "bike is red",
  ];
  const world = smallWorld(
    notes.map((content, at) => memoryDocument({ id: String(at), userId: "me", title: null, content })),
    { notes: new Map(notes.map((_, at) => [`memory:${at}`, { isNeed: false, notedAt: at === 1 ? 9 : at }])) },
  );
  const { parts } = await answerRecall(world, { ...noIntent, what: "bike" }, "where is my bike");
  expect(parts.map(({ text }) => text).join("")).toMatch(/^You noted:\n\n- \*\*my bike is at 3:45/);
});
