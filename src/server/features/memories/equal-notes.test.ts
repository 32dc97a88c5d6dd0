import { expect, test } from "vitest";
import { listMemories, tickItem } from "#shared/features/memories/archive/archive-contract.ts";
import { createMemory } from "#shared/features/memories/contract.ts";
import { addNeed } from "#shared/features/needs/contract.ts";
import { newId } from "#shared/id.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import { startTestApp } from "#server/testing/test-app.ts";
import type { TestClient } from "#server/testing/test-client.ts";

const BIKE = "My bike is at 3:45 & A";
const MONDAY = "2026-08-31T09:00:00.000Z";
const TUESDAY = "2026-09-01T09:00:00.000Z";

async function save(client: TestClient, content: string, more: Partial<BodyOf<typeof createMemory>> = {}) {
  return await client.call(createMemory, {
    body: { id: newId(), type: "want-to-know", content, createdAt: MONDAY, ...more },
  });
}

async function listed(client: TestClient) {
  return (await client.call(listMemories, { query: {} })).map(({ id, createdAt }) => ({ id, createdAt }));
}

test("keeps equal notes as one, with the newer time", async () => {
  await using app = await startTestApp();
  const ada = app.as("ada");
  const { id } = await save(ada, BIKE);
  const again = await save(ada, "my bike is at 3:45, a!", { createdAt: TUESDAY });
  expect(again).toMatchObject({ id, content: BIKE, createdAt: TUESDAY });
  expect(await listed(ada)).toEqual([{ id, createdAt: TUESDAY }]);
});

test("leaves the newer time when the older note arrives late", async () => {
  await using app = await startTestApp();
  const ada = app.as("ada");
  const { id } = await save(ada, BIKE, { createdAt: TUESDAY });
  await save(ada, BIKE, { createdAt: MONDAY });
  expect(await listed(ada)).toEqual([{ id, createdAt: TUESDAY }]);
});

test("returns one note when the phone sends an equal note twice", async () => {
  await using app = await startTestApp();
  const ada = app.as("ada");
  await save(ada, BIKE);
  const second = { id: newId(), createdAt: TUESDAY };
  const first = await save(ada, BIKE, second);
  expect(await save(ada, BIKE, second)).toEqual(first);
  expect(await listed(ada)).toHaveLength(1);
});

test("keeps one of equal notes that arrive at once", async () => {
  await using app = await startTestApp();
  const ada = app.as("ada");
  await save(ada, "The ice truck comes at noon");
  await Promise.all([1, 2, 3, 4].map(() => save(ada, BIKE)));
  expect(await listed(ada)).toHaveLength(2);
});

test("marks the answer from which the note was kept last", async () => {
  await using app = await startTestApp();
  const ada = app.as("ada");
  await save(ada, BIKE, { messageId: "first-answer" });
  await save(ada, BIKE, { messageId: "second-answer" });
  await save(ada, BIKE);
  const { rows } = await app.database.pool.query("select message_id from memories");
  expect(rows).toEqual([{ message_id: "second-answer" }]);
});

test.each([
  ["another type", { type: "something-else" as const }],
  ["other keywords", { keywords: ["wheels"] }],
  ["words kept from language models", { useRag: false }],
  ["other words", { content: "My bike is at 3:54 & A" }],
])("keeps two notes with %s", async (_, other) => {
  await using app = await startTestApp();
  const ada = app.as("ada");
  await save(ada, BIKE);
  await save(ada, BIKE, other);
  expect(await listed(ada)).toHaveLength(2);
});

test("keeps equal notes of two users apart", async () => {
  await using app = await startTestApp();
  await save(app.as("ada"), BIKE);
  await save(app.as("bob"), BIKE);
  expect(await listed(app.as("ada"))).toHaveLength(1);
  expect(await listed(app.as("bob"))).toHaveLength(1);
});

test("adds a note beside an equal one whose action item is done", async () => {
  await using app = await startTestApp();
  const ada = app.as("ada");
  const content = "TODO: bring ice to the camp";
  const { id } = await save(ada, content);
  const [{ analysis } = { analysis: null }] = await ada.call(listMemories, { query: {} });
  const [item = ""] = analysis?.actionItems ?? [];
  await ada.call(tickItem, { params: { memoryId: id }, body: { item, isDone: true } });
  await save(ada, content, { createdAt: TUESDAY });
  expect(await listed(ada)).toHaveLength(2);
});

test("adds a note beside an equal need that others see", async () => {
  await using app = await startTestApp();
  const ada = await app.signUp("Ada");
  const content = "I'm looking for a kite that flies in the dust";
  await ada.call(addNeed, { body: { content, isShared: true } });
  await save(ada, content, { type: "looking-for" });
  await save(ada, content, { type: "looking-for", createdAt: TUESDAY });
  expect(await listed(ada)).toHaveLength(2);
});

test("finds the note beside another of its newer time in the next search", async () => {
  await using app = await startTestApp();
  const ada = app.as("ada");
  const search = async () =>
    (await ada.call(listMemories, { query: { q: "bike" } })).map(({ content }) => content);
  await save(ada, BIKE, { createdAt: TUESDAY });
  await save(ada, "The ladder is tall", { createdAt: MONDAY });
  expect(await search()).toEqual([BIKE]);
  await save(ada, "The ladder is tall", { createdAt: TUESDAY });
  expect(await search()).toEqual([BIKE, "The ladder is tall"]);
});
