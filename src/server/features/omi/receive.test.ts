import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { getOmiLink, pullOmi } from "#shared/features/omi/contract.ts";
import { deleteMemory, listMemories } from "#shared/features/memories/archive/archive-contract.ts";
import { pullForSome } from "./receive.ts";
import { minutesAgo, type OmiWorld, openOmiWorld } from "#server/testing/doubles/omi-world.ts";

let world: OmiWorld;
let app: OmiWorld["app"];
let omi: OmiWorld["omi"];
beforeAll(async () => {
  world = await openOmiWorld();
  ({ app, omi } = world);
});
afterAll(async () => world[Symbol.asyncDispose]());
beforeEach(() => world.refresh());

test("imports Omi's memories once, by webhook or fetch, but none deleted here", async () => {
  const edda = await world.link("Edda", "uid-edda");
  const { memories, conversations } = omi.account("uid-edda");
  for (let count = 0; count < 130; count += 1) memories.push(factOf(count));
  conversations.push(talkOf("met"), { ...talkOf("now"), status: "in_progress" });
  expect(await edda.call(pullOmi, { body: {} })).toEqual({ imported: 131, hasMore: false });
  expect(await edda.call(pullOmi, { body: {} })).toEqual({ imported: 0, hasMore: false });
  expect((await world.listOf(edda, "Line 129")).map(({ content }) => content)).toEqual([
    expect.stringContaining("Speaker 1: Line 129 of it."),
  ]);
  const talk = {
    id: "talk",
    created_at: minutesAgo(0),
    structured: {
      title: "At the well",
      overview: "We need to know where water is.",
      action_items: [{ description: "Bring a bucket", completed: false }],
      events: [],
    },
    transcript_segments: [
      { text: "Where is water?", speaker: "SPEAKER_00", speakerId: 0, is_user: true, start: 0, end: 1 },
      { text: "At the well.", speaker: "SPEAKER_02", speakerId: 2, is_user: false, start: 1, end: 2 },
    ],
  };
  expect(await world.sendWebhook("uid-edda", talk)).toEqual({ saved: 1 });
  expect(await world.sendWebhook("uid-edda", talk)).toEqual({ saved: 0 });
  expect(await world.sendWebhook("uid-nobody", talk)).toEqual({ saved: 0 });
  const [newest] = await world.listOf(edda);
  expect(newest).toMatchObject({
    content: "We need to know where water is.\n\nYou: Where is water?\n\nSpeaker 2: At the well.",
    metadata: { source: "omi" },
    analysis: { actionItems: ["Bring a bucket"], overview: "We need to know where water is." },
  });
  // The rules would find an action item in the text; Omi found none.
  const duty = { ...factOf(0), id: "duty", content: "We need to buy rope." };
  expect(await world.sendWebhook("uid-edda", duty)).toEqual({ saved: 1 });
  expect((await world.listOf(edda, "buy rope"))[0]?.analysis.actionItems).toEqual([]);
  await edda.call(deleteMemory, { params: { memoryId: newest?.id ?? "" } });
  expect(await world.sendWebhook("uid-edda", talk)).toEqual({ saved: 0 });
  expect((await world.listOf(edda))[0]?.id).not.toBe(newest?.id);
});

test("removes characters that cannot be stored from memories, by webhook and by fetch", async () => {
  const ula = await world.link("Ula", "uid-ula");
  const odd = { content: "Odd\0 \ud83c", structured: { title: "T\0", overview: "", action_items: [] } };
  expect(await world.sendWebhook("uid-ula", { ...factOf(0), ...odd, id: "odd" })).toEqual({ saved: 1 });
  omi.account("uid-ula").memories.push({ ...factOf(1), ...odd, id: "fetched" });
  expect(await ula.call(pullOmi, { body: {} })).toEqual({ imported: 1, hasMore: false });
  expect((await world.listOf(ula)).map(({ content }) => content)).toEqual(["Odd \ufffd", "Odd \ufffd"]);
});

test("stores a conversation longer than one memory completely", async () => {
  const gil = await world.link("Gil", "uid-gil");
  const text = "the whole day through ".repeat(30).trim();
  const transcript_segments = Array.from({ length: 60 }, () => ({ text, speaker: "SPEAKER_01" }));
  expect(
    await world.sendWebhook("uid-gil", { id: "day", created_at: minutesAgo(5), transcript_segments }),
  ).toEqual({
    saved: 3,
  });
  const contents = (await world.listOf(gil)).map(({ content }) => content).join("");
  expect(contents.match(/whole day/g)).toHaveLength(60 * 30);
});

test("resumes an interrupted fetch, which does not count as a fetch", async () => {
  const kim = await world.link("Kim", "uid-kim");
  const { memories } = omi.account("uid-kim");
  for (let count = 0; count < 430; count += 1) memories.push(factOf(count));
  omi.mood.status = 500;
  omi.mood.when = ({ searchParams }) => searchParams.get("offset") === "200";
  expect(await kim.refusal(pullOmi, { body: {} })).toMatchObject({ status: 503 });
  expect(await kim.call(getOmiLink, {})).toMatchObject({
    pulledAt: null,
    trouble: "Omi has no answer right now. Please try again later.",
    hasMore: true,
  });
  omi.mood.status = null;
  omi.asked.length = 0;
  memories.unshift(factOf(500));
  expect(await kim.call(pullOmi, { body: {} })).toEqual({ imported: 231, hasMore: false });
  const offsets = omi.asked
    .filter((call) => call.includes("/memories?"))
    .map((call) => /offset=(\d+)/.exec(call)?.[1]);
  expect(offsets).toEqual(["0", "100", "200", "300", "400", "500"]);
  const before = await kim.call(getOmiLink, {});
  expect(before).toMatchObject({ trouble: null, hasMore: false, pulledAt: expect.any(String) as string });

  omi.account("uid-kim").isEnabled = false;
  expect(await kim.refusal(pullOmi, { body: {} })).toMatchObject({ status: 502 });
  const after = await kim.call(getOmiLink, {});
  expect(after).toMatchObject({
    pulledAt: before.pulledAt,
    trouble: "Omi says: App is not enabled for this user",
  });
  expect(await dueAgain("uid-kim")).toBe(false);
  omi.account("uid-kim").isEnabled = true;
  await app.database.pool.query("update omi_links set tried_at = now() - interval '16 minutes'");
  expect(await dueAgain("uid-kim")).toBe(true);
});

test("imports no memories beyond the quota, notifies the user, and resumes later", async () => {
  await using small = await openOmiWorld({ LIMITS: '{"userMemories":3}' });
  const zoe = await small.link("Zoe", "uid-zoe");
  const { memories } = small.omi.account("uid-zoe");
  for (let count = 0; count < 5; count += 1) memories.push(factOf(count));
  const full = "You have 3 memories, as many as one account can keep here.";
  expect(await zoe.refusal(pullOmi, { body: {} })).toMatchObject({
    code: "quota-reached",
    error: expect.stringContaining(full) as string,
  });
  const reported = { trouble: expect.stringContaining(full) as string, pulledAt: null };
  expect(await zoe.call(getOmiLink, {})).toMatchObject(reported);
  const saved = await zoe.call(listMemories, { query: {} });
  expect(saved).toHaveLength(3);
  expect(await small.sendWebhook("uid-zoe", talkOf("full"))).toMatchObject({ code: "quota-reached" });
  expect(await small.sendWebhook("uid-zoe", memories[0])).toEqual({ saved: 0 });

  for (const { id } of saved) await zoe.call(deleteMemory, { params: { memoryId: id } });
  expect(await zoe.call(pullOmi, { body: {} })).toEqual({ imported: 2, hasMore: false });
  expect(await zoe.call(getOmiLink, {})).toMatchObject({ trouble: null });
  expect(await small.sendWebhook("uid-zoe", talkOf("room"))).toEqual({ saved: 1 });
});

test("fetches a page too large for one response row by row and skips a row too large", async () => {
  const mia = await world.link("Mia", "uid-mia");
  const { conversations } = omi.account("uid-mia");
  const huge = { ...talkOf("huge"), transcript_segments: [{ text: "x".repeat(17 * 1024 * 1024) }] };
  const small = (id: string) => ({ ...talkOf(id), transcript_segments: [{ text: `It was ${id}.` }] });
  conversations.push(small("before"), huge, small("after"));
  expect(await mia.call(pullOmi, { body: {} })).toEqual({ imported: 2, hasMore: false });
});

test("reads each list completely once a day, as new objects may be anywhere in it", async () => {
  const lea = await world.link("Lea", "uid-lea");
  const { memories } = omi.account("uid-lea");
  for (let count = 0; count < 250; count += 1) memories.push(factOf(count));
  await lea.call(pullOmi, { body: {} });
  memories.push(factOf(900));
  expect(await lea.call(pullOmi, { body: {} })).toEqual({ imported: 0, hasMore: false });
  await app.database.pool.query("update omi_links set walked_at = now() - interval '25 hours'");
  expect(await lea.call(pullOmi, { body: {} })).toEqual({ imported: 1, hasMore: false });
});

/** A memory in Omi's list, this many minutes old. */
function factOf(count: number): Record<string, unknown> {
  const at = minutesAgo(count + 1);
  return {
    id: `m${count}`,
    uid: "uid",
    content: `Memory number ${count}`,
    category: "interesting",
    visibility: "private",
    tags: [],
    created_at: at,
    updated_at: at,
    reviewed: false,
    manually_added: false,
    edited: false,
  };
}

/** A conversation of 130 lines in Omi's list. */
function talkOf(id: string): Record<string, unknown> {
  const at = minutesAgo(200);
  const lines = Array.from({ length: 130 }, (_, line) => ({
    text: `Line ${line} of it.`,
    speaker: `SPEAKER_0${line % 2}`,
    is_user: false,
    start: line,
    end: line + 1,
  }));
  return {
    id,
    created_at: at,
    started_at: at,
    finished_at: at,
    source: "omi",
    structured: {
      title: "A long talk",
      overview: "",
      emoji: "x",
      category: "other",
      action_items: [],
      events: [],
    },
    transcript_segments: lines,
    discarded: false,
    language: "en",
    status: "completed",
  };
}

/** Whether the job requests this person's lists from Omi. */
async function dueAgain(uid: string): Promise<boolean> {
  omi.asked.length = 0;
  while ((await pullForSome(app.deps)) > 0);
  return omi.asked.some((call) => call.includes(`uid=${uid}&`));
}
