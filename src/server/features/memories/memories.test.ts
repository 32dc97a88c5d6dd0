import { expect, test } from "vitest";
import { getSession } from "#shared/features/account/contract.ts";
import { getThread, sendMessage } from "#shared/features/chat/contract.ts";
import { createMemory } from "#shared/features/memories/contract.ts";
import { newId } from "#shared/id.ts";
import { readAnswer, idsOf, startChatApp, textOf } from "#server/testing/chat-app.ts";
import { startTestApp, type TestApp } from "#server/testing/test-app.ts";

const KITE = "I'm looking for a kite that flies in the dust";

test("stores a visitor's memory once under their id, with keywords", async () => {
  await using app = await startTestApp();
  const ada = app.as("ada");
  const id = newId();
  const body = { id, userId: "anonymous", type: "looking-for", content: ` ${KITE} ` } as const;
  const stored = await ada.call(createMemory, { body });
  expect(stored).toMatchObject({
    id,
    type: "looking-for",
    content: KITE,
    keywords: ["kite", "flies", "dust"],
    source: "looby",
    title: null,
  });
  expect(stored.userId).toMatch(/^anon-/);
  expect(await ada.call(createMemory, { body })).toEqual(stored);
  expect(await count(app)).toBe(1);
  expect(await app.as("bob").refusal(createMemory, { body })).toMatchObject({ code: "already-taken" });
});

test("accepts keywords and time from a phone, but no time in the future", async () => {
  await using app = await startTestApp();
  const memory = { type: "want-to-know" as const, content: "Ice is out", keywords: ["ice"] };
  const createdAt = "2026-01-02T03:04:05.000Z";
  const old = await app.as("ada").call(createMemory, { body: { ...memory, createdAt } });
  expect(old).toMatchObject({ keywords: ["ice"], createdAt });
  const ahead = { ...memory, createdAt: "2999-01-01T00:00:00Z" };
  const stored = await app.as("ada").call(createMemory, { body: ahead });
  expect(Date.parse(stored.createdAt)).toBeLessThanOrEqual(Date.now());
});

test.each([
  ["blank", { content: "   " }, "invalid-input"],
  ["9 characters", { type: "want-to-know", content: "123456789" }, "invalid-input"],
  ["20 characters of a need", { content: "x".repeat(20) }, "invalid-input"],
  ["too long", { content: "x".repeat(2001) }, "invalid-input"],
  ["an unknown type", { type: "dream" }, "invalid-input"],
  ["6 keywords", { keywords: ["one", "two", "three", "four", "five", "six"] }, "invalid-input"],
  ["an empty keyword", { keywords: [" "] }, "invalid-input"],
  ["NUL", { content: `${KITE}\u0000` }, "invalid-input"],
  ["somebody else", { userId: "anon-somebody" }, "forbidden"],
  ["a field of no one", { source: "omi" }, "invalid-input"],
  ["no date", { createdAt: "yesterday" }, "invalid-input"],
  ["no id", { id: "../1" }, "invalid-input"],
])("rejects %s", async (_, bent, code) => {
  await using app = await startTestApp();
  const body = { type: "looking-for", content: KITE, ...bent };
  expect(await app.as("ada").refusal(createMemory, { body })).toMatchObject({ code });
  expect(await count(app)).toBe(0);
});

test("finds a memory only for its owner, also after their sign-up", async () => {
  await using app = await startTestApp();
  const content = "Remember that the spare key hangs behind the copper kettle";
  const { id } = await app.as("Ada").call(createMemory, { body: { type: "want-to-know", content } });
  expect(await asked(app, "Ada", "where is the spare key?")).toContain(`[^memory:${id}]`);
  expect(await asked(app, "Bob", "where is the spare key?")).not.toContain("kettle");
  const ada = await app.signUp("Ada");
  expect(await asked(app, "Ada", "where is the spare key?")).toContain(`[^memory:${id}]`);
  const { user } = await ada.call(getSession, {});
  const { rows } = await app.database.pool.query("select user_id from memories");
  expect(rows).toEqual([{ user_id: user.userId }]);
});

test("answers with the newer of two similar notes first", async () => {
  await using app = await startTestApp();
  const ada = app.as("ada");
  const save = async (content: string, createdAt: string) =>
    await ada.call(createMemory, { body: { type: "want-to-know", content, createdAt } });
  const today = await save("bike is parked at 6:00 & C", "2026-09-03T09:00:00.000Z");
  const monday = await save("my bike is at 3:45 & A", "2026-08-31T09:00:00.000Z");
  const text = await asked(app, "ada", "where is my bike?");
  expect(text).toMatch(new RegExp(`memory:${today.id}.*memory:${monday.id}`, "s"));
  await save("my bike is at 3:45 & A", "2026-09-04T09:00:00.000Z");
  const later = await asked(app, "ada", "where is my bike?");
  expect(later).toMatch(new RegExp(`memory:${monday.id}.*memory:${today.id}`, "s"));
});

test("shows a need only as a reminder when the user asks for it again", async () => {
  await using app = await startTestApp();
  await app.as("ada").call(createMemory, { body: { type: "looking-for", content: KITE } });
  const text = await asked(app, "ada", "who has a kite?");
  expect(text).toMatch(/^I know nothing called “kite”.*You noted this already.*kite/s);
});

test("offers to save the need after an empty answer and shows it as saved", async () => {
  await using app = await startChatApp();
  const ada = app.as("ada");
  const frames = await readAnswer(
    await ada.send(sendMessage, { body: { text: "Who can lend me a submarine?" } }),
  );
  const { messageId, threadId } = idsOf(frames);
  expect(textOf(frames)).toMatch(/^I know nothing called “submarine”/);
  const offer = { type: "memory-offer", memoryType: "looking-for", content: "I'm looking for a submarine" };
  expect(frames.flatMap(({ event }) => (event?.type === "data-ui" ? [event.data] : []))).toEqual([offer]);
  expect(await answerUi(ada, threadId)).toEqual(offer);

  // Another user's memory about this answer does not change it.
  const content = "I'm looking for a submarine, red or blue";
  await app.as("bob").call(createMemory, { body: { type: "looking-for", content, messageId } });
  expect(await answerUi(ada, threadId)).toEqual(offer);

  const memory = await ada.call(createMemory, { body: { type: "looking-for", content, messageId } });
  expect(await answerUi(ada, threadId)).toEqual({ type: "memory-created", memory });
});

test("shows a memory recorded after an answer when its owner reopens the thread", async () => {
  await using app = await startChatApp();
  const ada = app.as("ada");
  const frames = await readAnswer(await ada.send(sendMessage, { body: { text: "Who has a spare stove?" } }));
  const { messageId, threadId } = idsOf(frames);
  const body = {
    type: "something-else" as const,
    content: "The stove at the kitchen camp burns hot",
    afterMessageId: messageId,
  };
  await app.as("bob").call(createMemory, { body });
  const memory = await ada.call(createMemory, { body });
  const { messages } = await ada.call(getThread, { params: { threadId } });
  expect(messages.map(({ keptAfter }) => keptAfter)).toEqual([[], [memory]]);
  expect(messages[1]?.ui).not.toMatchObject({ type: "memory-created" });
});

async function answerUi(client: ReturnType<TestApp["as"]>, threadId: string) {
  const { messages } = await client.call(getThread, { params: { threadId } });
  return messages.find(({ role }) => role === "assistant")?.ui;
}

async function asked(app: TestApp, name: string, text: string): Promise<string> {
  return textOf(await readAnswer(await app.as(name).send(sendMessage, { body: { text } })));
}

async function count({ database }: TestApp): Promise<number> {
  const { rows } = await database.pool.query<{ n: number }>("select count(*)::int as n from memories");
  return rows[0]?.n ?? Number.NaN;
}
