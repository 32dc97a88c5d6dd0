import { afterAll, beforeAll, expect, test } from "vitest";
import { listCompanions } from "#shared/features/companions/contract.ts";
import { getThoughtStatus, processThought, shareThought } from "#shared/features/daily/contract.ts";
import {
  deleteMemory,
  exportMemories,
  importMemories,
  listMemories,
} from "#shared/features/memories/archive/archive-contract.ts";
import { listNotifications } from "#shared/features/notifications/contract.ts";
import { newId } from "#shared/id.ts";
import { startTestApp, type TestApp } from "#server/testing/test-app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(async () => app[Symbol.asyncDispose]());

async function countMemories(): Promise<number> {
  const { rows } = await app.database.pool.query<{ n: number }>("select count(*)::int as n from memories");
  return rows[0]?.n ?? 0;
}

test("stores a retried thought as one memory, also after processing", async () => {
  const ada = app.as("a visitor");
  expect(await ada.call(getThoughtStatus, { query: {} })).toMatchObject({
    hasDumped: false,
    timeZone: "UTC",
  });
  const before = await countMemories();
  const body = {
    id: newId(),
    userId: "anonymous",
    pseudonym: "Anonymous",
    content: " Dust. Remember to buy ice tomorrow. ",
  } as const;
  const idempotencyKey = newId();
  const first = await ada.call(shareThought, { body }, { idempotencyKey });
  expect(first).toMatchObject({
    memory: {
      id: body.id,
      content: "Dust. Remember to buy ice tomorrow.",
      type: "something-else",
      source: "looby",
    },
    hasDumped: true,
    discovered: [],
  });
  expect(await ada.call(shareThought, { body }, { idempotencyKey })).toEqual(first);
  expect(await ada.call(shareThought, { body })).toEqual(first);
  const expected = { ...body, source: "looby", type: "memory" };
  const about = await ada.call(processThought, { body: expected });
  expect(about).toMatchObject({ memory: first.memory, actionItems: ["Remember to buy ice tomorrow"] });
  const { id: _, ...byWords } = expected;
  expect(await ada.call(processThought, { body: byWords })).toEqual(about);
  expect(await countMemories()).toBe(before + 1);
  expect(await ada.call(getThoughtStatus, { query: {} })).toMatchObject({ hasDumped: true });
  // Another user's words and ids look nonexistent.
  const bob = app.as("another visitor");
  expect(await bob.refusal(processThought, { body: expected })).toMatchObject({ code: "not-found" });
  expect(await bob.refusal(processThought, { body: byWords })).toMatchObject({ code: "not-found" });
  expect(await bob.refusal(shareThought, { body })).toMatchObject({ code: "already-taken" });
  expect(await bob.call(getThoughtStatus, { query: {} })).toMatchObject({ hasDumped: false });
});

test("stores twenty concurrent thoughts and unlocks one day", async () => {
  const ada = await app.signUp("Ada");
  await Promise.all(
    Array.from({ length: 20 }, async (_, index) =>
      ada.call(shareThought, { body: { content: `Thought ${index}` } }),
    ),
  );
  const { rows } = await app.database.pool.query(
    `select count(*)::int as days from daily_quests where user_id = (select id from users where pseudonym = 'Ada')`,
  );
  expect(rows).toEqual([{ days: 1 }]);
});

test("introduces a user with thoughts on three days to every companion once", async () => {
  const cleo = await app.signUp("Cleo");
  const on = (timestamp: string) => ({ body: { content: "Still here.", timestamp } });
  // Two thoughts on one day count as one day.
  for (const timestamp of ["2026-08-27T08:00:00Z", "2026-08-27T20:00:00Z", "2026-08-28T08:00:00Z"])
    expect(await cleo.call(shareThought, on(timestamp))).toMatchObject({ discovered: [] });
  const third = await cleo.call(shareThought, on("2026-08-29T00:00:00Z"));
  expect(third.discovered.toSorted()).toEqual(["ash", "harmoni", "logis", "nexus"]);
  expect(await cleo.call(shareThought, on("2026-08-30T08:00:00Z"))).toMatchObject({ discovered: [] });
  const { state, companions } = await cleo.call(listCompanions, {});
  expect(state.discoveredCompanions.toSorted()).toEqual(third.discovered.toSorted());
  expect(companions.filter(({ isLocked }) => isLocked)).toEqual([]);
  const { notifications } = await cleo.call(listNotifications, { query: {} });
  expect(notifications).toMatchObject([{ kind: "companion", text: /you have met/ }]);
});

test("restores the mark of a thought from an export, without a quest or companions", async () => {
  const [dora, emil] = [await app.signUp("Dora"), await app.signUp("Emil")];
  for (const day of ["27", "28", "29"])
    await dora.call(shareThought, { body: { content: `On ${day}.`, timestamp: `2026-08-${day}T08:00:00Z` } });
  const file = exportMemories.response.parse(await (await dora.send(exportMemories, {})).json());
  for (const { id } of file.memories) await dora.call(deleteMemory, { params: { memoryId: id } });
  for (const person of [dora, emil]) {
    expect(await person.call(importMemories, { body: file })).toMatchObject({ imported: 3 });
    const memories = await person.call(listMemories, { query: {} });
    expect(memories.map(({ metadata }) => metadata.isThought)).toEqual([true, true, true]);
  }
  expect(await emil.call(getThoughtStatus, { query: {} })).toMatchObject({ hasDumped: false });
  expect(await emil.call(shareThought, { body: { content: "My own." } })).toMatchObject({ discovered: [] });
});

test("counts a visitor's thoughts after the sign-up", async () => {
  const dan = app.as("Dan");
  for (const day of ["27", "28", "29"]) {
    const body = { content: "Dust again.", timestamp: `2026-08-${day}T12:00:00Z` };
    expect(await dan.call(shareThought, { body })).toMatchObject({ discovered: [] });
  }
  await app.signUp("Dan");
  const { discovered } = await dan.call(shareThought, { body: { content: "And now I have a name." } });
  expect(discovered).toHaveLength(4);
});

test.each([
  ["blank", { content: " \n " }, "invalid-input"],
  ["2,001 characters", { content: "x".repeat(2001) }, "invalid-input"],
  ["no text", { content: 7 }, "invalid-input"],
  ["NaN for a time", { content: "x", timestamp: "NaN" }, "invalid-input"],
  ["another person", { content: "x", userId: "somebody-else" }, "forbidden"],
  ["an id that is none", { content: "x", id: "'; drop table memories" }, "invalid-input"],
  ["a role", { content: "x", role: "system" }, "invalid-input"],
])("rejects a thought with %s and stores no memory", async (_, body, code) => {
  const before = await countMemories();
  expect(await app.as("Eve").refusal(shareThought, { body })).toMatchObject({ code });
  expect(await countMemories()).toBe(before);
});

test("accepts 2,000 characters", async () => {
  const { memory } = await app.as("Eve").call(shareThought, { body: { content: "x".repeat(2000) } });
  expect(memory.content).toHaveLength(2000);
});
