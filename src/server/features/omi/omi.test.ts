import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import {
  beginOmiLink,
  confirmOmiLink,
  createOmiConversation,
  createOmiMemory,
  endOmiLink,
  getOmiLink,
  pullOmi,
} from "#shared/features/omi/contract.ts";
import { deleteMemory, listMemories } from "#shared/features/memories/archive-contract.ts";
import { webhookKey } from "#server/features/omi/link.ts";
import { sendDue } from "#server/features/omi/send.ts";
import { createLog } from "#server/log.ts";
import { createEgress } from "#server/platform/egress.ts";
import { omiOver } from "#server/platform/omi/omi.ts";
import { OMI_APP, openFakeOmi } from "#server/testing/fake-omi.ts";
import { startTestApp, type TestApp } from "#server/testing/test-app.ts";
import type { TestClient } from "#server/testing/test-client.ts";

let omi: Awaited<ReturnType<typeof openFakeOmi>>;
let app: TestApp;
beforeAll(async () => {
  omi = await openFakeOmi();
  const egress = createEgress({ allowedOrigins: [omi.url], log: createLog("silent") });
  const settings = { appId: OMI_APP.id, appKey: OMI_APP.key, apiUrl: omi.url };
  app = await startTestApp({ deps: { omi: omiOver(egress, settings) } });
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
  await omi[Symbol.asyncDispose]();
});
beforeEach(() => {
  omi.mood.status = null;
  omi.taken.length = 0;
  omi.asked.length = 0;
  omi.forgetCounts();
});

test("an account is linked with the state of its own session, once, and to one person", async () => {
  const ada = await app.signUp("Ada");
  const { url } = await ada.call(beginOmiLink, { body: {} });
  expect(url).toMatch(new RegExp(`^${omi.url}/v1/oauth/authorize\\?app_id=01APP&state=[\\w-]{22}$`));
  const state = stateIn(url);
  const mallory = await app.signUp("Mallory");
  const broken = { status: 410, error: "This link does not hold any more. Please begin again." };
  expect(await mallory.refusal(confirmOmiLink, { body: { omiUid: "uid-ada", state } })).toMatchObject(broken);
  expect(await ada.call(confirmOmiLink, { body: { omiUid: "uid-ada", state } })).toMatchObject({
    isLinked: true,
  });
  expect(await ada.refusal(confirmOmiLink, { body: { omiUid: "uid-other", state } })).toMatchObject(broken);

  const own = stateIn((await mallory.call(beginOmiLink, { body: {} })).url);
  expect(await mallory.refusal(confirmOmiLink, { body: { omiUid: "uid-ada", state: own } })).toMatchObject({
    status: 409,
    error: "This Omi account is linked to somebody else here.",
  });
  const late = stateIn((await mallory.call(beginOmiLink, { body: {} })).url);
  await app.database.pool.query("update omi_states set expires_at = now() - interval '1 second'");
  expect(await mallory.refusal(confirmOmiLink, { body: { omiUid: "uid-mal", state: late } })).toMatchObject(
    broken,
  );
  const answers = JSON.stringify(await ada.call(getOmiLink, {}));
  expect(answers).not.toContain("sk_the_key");
  expect(answers).not.toContain("uid-ada");
});

test("memories and conversations reach Omi as it wants them, and once", async () => {
  const bea = await link("Bea", "uid-bea");
  const body = {
    id: "write-1",
    content: "  Water at 7:30  ",
    tags: [" water ", "", "map"],
    source: "other" as const,
  };
  const sent = { id: "write-1", state: "sent", waitSeconds: 0 };
  expect(await bea.call(createOmiMemory, { body })).toEqual(sent);
  expect(await bea.call(createOmiMemory, { body })).toEqual(sent);
  expect(omi.taken).toEqual([
    {
      uid: "uid-bea",
      path: "memories",
      body: {
        text: null,
        text_source: "other",
        text_source_spec: "looby",
        memories: [{ content: "Water at 7:30", tags: ["water", "map"], source_id: "write-1" }],
      },
    },
  ]);
  await bea.call(createOmiConversation, { body: { content: "We met at the Man.", source: "message" } });
  await bea.call(createOmiConversation, { body: { content: "Again.", title: "Second night" } });
  expect(omi.taken.slice(1).map(({ body }) => (body as { text: string }).text)).toEqual([
    "Conversation from Looby\nWe met at the Man.",
    "Second night\nAgain.",
  ]);
});

test("what Omi does not take yet waits and is sent by itself; what it refuses is said in its own words", async () => {
  const cleo = await link("Cleo", "uid-cleo");
  omi.mood.status = 429;
  omi.mood.headers = { "retry-after": "90" };
  const waiting = await cleo.call(createOmiMemory, {
    body: { id: "waits", content: "The shade tent moved" },
  });
  expect(waiting).toEqual({ id: "waits", state: "waiting", waitSeconds: expect.closeTo(90, -1) as number });
  expect(await cleo.call(getOmiLink, {})).toMatchObject({ waiting: 1 });
  expect(await sendDue(app.deps)).toBe(0);
  omi.mood.status = null;
  await app.database.pool.query("update omi_writes set send_after = now() where send_after is not null");
  await Promise.all([sendDue(app.deps), sendDue(app.deps)]);
  expect(omi.taken).toHaveLength(1);
  expect(await cleo.call(getOmiLink, {})).toMatchObject({ waiting: 0 });
  const kept = await app.database.pool.query("select * from omi_writes where id = 'waits'");
  expect(JSON.stringify(kept.rows)).not.toContain("shade");

  omi.mood.status = 403;
  omi.mood.body = { detail: "App is not enabled by the user" };
  expect(await cleo.refusal(createOmiMemory, { body: { content: "Never" } })).toMatchObject({
    status: 502,
    error: "App is not enabled by the user",
  });
  expect(await cleo.call(getOmiLink, {})).toMatchObject({ waiting: 0 });
});

test("the eleventh conversation of an hour waits for its hour", async () => {
  const dora = await link("Dora", "uid-dora");
  for (let count = 1; count <= 10; count += 1)
    await dora.call(createOmiConversation, { body: { content: `Talk ${count}` } });
  const eleventh = await dora.call(createOmiConversation, { body: { content: "Talk 11" } });
  expect(eleventh.state).toBe("waiting");
  expect(eleventh.waitSeconds).toBeGreaterThan(3500);
  expect(eleventh.waitSeconds).toBeLessThanOrEqual(3600);
  expect(omi.taken).toHaveLength(10);
  await dora.call(endOmiLink, {});
  await app.database.pool.query("update omi_writes set send_after = now() where send_after is not null");
  await sendDue(app.deps);
  expect(omi.taken).toHaveLength(10);
});

test("memories come from Omi once, in both ways, and what was deleted here stays deleted", async () => {
  const edda = await link("Edda", "uid-edda");
  const { memories, conversations } = omi.account("uid-edda");
  for (let count = 0; count < 130; count += 1) memories.push(factOf(count));
  conversations.push(talkOf("met"), { ...talkOf("now"), status: "in_progress" });
  expect(await edda.call(pullOmi, { body: {} })).toEqual({ imported: 131 });
  expect(await edda.call(pullOmi, { body: {} })).toEqual({ imported: 0 });
  expect((await listOf(edda, "Line 129")).map(({ content }) => content)).toEqual([
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
  expect(await hear("uid-edda", talk)).toEqual({ kept: 1 });
  expect(await hear("uid-edda", talk)).toEqual({ kept: 0 });
  expect(await hear("uid-nobody", talk)).toEqual({ kept: 0 });
  const [newest] = await listOf(edda);
  expect(newest).toMatchObject({
    content: "We need to know where water is.\n\nYou: Where is water?\n\nSpeaker 2: At the well.",
    metadata: { source: "omi" },
    analysis: { actionItems: ["Bring a bucket"], overview: "We need to know where water is." },
  });
  // Rules would find one in the words; Omi found none.
  const duty = { ...factOf(0), id: "duty", content: "We need to buy rope." };
  expect(await hear("uid-edda", duty)).toEqual({ kept: 1 });
  expect((await listOf(edda, "buy rope"))[0]?.analysis.actionItems).toEqual([]);
  await edda.call(deleteMemory, { params: { memoryId: newest?.id ?? "" } });
  expect(await hear("uid-edda", talk)).toEqual({ kept: 0 });
  expect((await listOf(edda))[0]?.id).not.toBe(newest?.id);
});

test("a talk longer than a memory may be is kept whole", async () => {
  const gil = await link("Gil", "uid-gil");
  const text = "the whole day through ".repeat(30).trim();
  const transcript_segments = Array.from({ length: 60 }, () => ({ text, speaker: "SPEAKER_01" }));
  expect(await hear("uid-gil", { id: "day", created_at: minutesAgo(5), transcript_segments })).toEqual({
    kept: 3,
  });
  const said = (await listOf(gil)).map(({ content }) => content).join("");
  expect(said.match(/whole day/g)).toHaveLength(60 * 30);
});

test("what is broken, foreign or not Omi's is refused or left out", async () => {
  const fay = await link("Fay", "uid-fay");
  for (const object of [
    null,
    [],
    7,
    { id: "x" },
    { id: "x", created_at: "yesterday", content: "no time" },
    { id: "x", created_at: minutesAgo(1), content: "discarded", discarded: true },
    { id: {}, created_at: minutesAgo(1), content: "no id" },
    [{ text: "a piece of a talk that goes on" }],
  ])
    expect(await hear("uid-fay", object)).toEqual({ kept: 0 });
  expect(
    (await app.as("anyone").request("/api/omi/webhook/forged?uid=uid-fay", { method: "POST" })).status,
  ).toBe(404);
  const memory = (content: unknown) => fay.refusal(createOmiMemory, { body: { content } });
  expect(await memory("   ")).toMatchObject({ status: 400, error: "Please enter content for your memory" });
  expect(await memory("x".repeat(501))).toMatchObject({ status: 400, error: "At most 500 characters." });
  const talk = (content: unknown) => fay.refusal(createOmiConversation, { body: { content } });
  expect(await talk("")).toMatchObject({ status: 400, error: "Please enter content for your conversation" });
  expect(await talk("x".repeat(1001))).toMatchObject({ status: 400, error: "At most 1000 characters." });
  expect(omi.taken).toEqual([]);
  const gus = await app.signUp("Gus");
  expect(await gus.refusal(createOmiMemory, { body: { content: "Hello" } })).toMatchObject({
    status: 400,
    error: "You need to connect your Omi device first. Check the Omi Integration section in your profile.",
  });
  expect(
    await gus.refusal(createOmiMemory, { body: { content: "Hello", userId: "somebody else" } }),
  ).toMatchObject({ status: 403 });
});

async function link(name: string, uid: string): Promise<TestClient> {
  const client = await app.signUp(name);
  omi.account(uid);
  const state = stateIn((await client.call(beginOmiLink, { body: {} })).url);
  await client.call(confirmOmiLink, { body: { omiUid: uid, state } });
  return client;
}

/** A memory as Omi lists them, so many minutes old. */
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

/** A talk of 130 lines as Omi lists it. */
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

function stateIn(url: string): string {
  return new URL(url).searchParams.get("state") ?? "";
}

async function hear(uid: string, body: unknown): Promise<unknown> {
  const response = await app.as("Omi").request(`/api/omi/webhook/${webhookKey(app.deps.secret)}?uid=${uid}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return await response.json();
}

async function listOf(client: TestClient, q?: string) {
  const answer = await client.call(listMemories, { query: q === undefined ? {} : { q, limit: "1" } });
  return Array.isArray(answer) ? answer : [];
}

function minutesAgo(minutes: number): string {
  return new Date(Date.now() - minutes * 60_000).toISOString();
}
