import { expect, test } from "vitest";
import { shareThought } from "#shared/features/daily/contract.ts";
import { dayOf } from "#shared/day.ts";
import {
  editMemory,
  exportMemories,
  importMemories,
  listMemories,
  tickItem,
} from "#shared/features/memories/archive/archive-contract.ts";
import { listOnThisDay } from "#shared/features/memories/archive/on-this-day-contract.ts";
import { createMemory } from "#shared/features/memories/contract.ts";
import { startTestApp } from "#server/testing/test-app.ts";

test("preserves a completed action item in lists, exports and after edits", async () => {
  await using app = await startTestApp();
  const [ada, bob] = [await app.signUp("Ada"), await app.signUp("Bob")];
  const [water, tarp] = ["We need to bring water", "Buy a tarp"];
  const { id } = await ada.call(createMemory, {
    body: { type: "something-else", content: `${water}. ${tarp}. It was hot.` },
  });
  const params = { memoryId: id };
  const tick = (item: string, isDone: boolean) => ada.call(tickItem, { params, body: { item, isDone } });
  const first = await tick(water, true);
  expect(first).toMatchObject({ version: 1, analysis: { actionItems: [water, tarp], doneItems: [water] } });
  await tick(tarp, true);
  await tick(tarp, true);
  expect((await tick(tarp, false)).analysis.doneItems).toEqual([water]);

  const gone = { status: 404, code: "not-found" };
  expect(await ada.refusal(tickItem, { params, body: { item: "Sing", isDone: true } })).toMatchObject(gone);
  expect(await bob.refusal(tickItem, { params, body: { item: tarp, isDone: true } })).toMatchObject(gone);
  for (const body of [{ item: "", isDone: true }, { item: tarp }, { item: "x".repeat(301), isDone: true }])
    expect(await ada.refusal(tickItem, { params, body })).toMatchObject({ code: "invalid-input" });

  // The version is for the text: an edit based on the state before the tick is not a conflict.
  const content = `${water}. It was cold.`;
  const edited = await ada.call(editMemory, { params, body: { content, version: 1 } });
  expect(edited.analysis).toMatchObject({ actionItems: [water], doneItems: [water] });
  const file = exportMemories.response.parse(await (await ada.send(exportMemories, {})).json());
  await bob.call(importMemories, { body: file });
  const [there] = await bob.call(listMemories, { query: {} });
  expect(there?.analysis).toMatchObject({ actionItems: [water], doneItems: [water] });
});

test("lists memories of this festival day in earlier years, thoughts marked", async () => {
  const zone = "America/Los_Angeles";
  await using app = await startTestApp({ env: { DAILY_ZONE: zone } });
  const ada = app.as("ada");
  const today = dayOf(new Date(), zone);
  // 18:00 UTC is on the same day in the festival's zone.
  const ago = (years: number, time = "18:00:00Z") =>
    `${Number(today.slice(0, 4)) - years}${today.slice(4)}T${time}`;
  const rows = [ago(0), ago(4), ago(8), ago(4, "02:00:00Z")];
  await ada.call(importMemories, {
    body: rows.map((createdAt, place) => ({ content: `Memory ${place}`, createdAt })),
  });
  const found = await ada.call(listOnThisDay, {});
  expect(found).toMatchObject({ day: today, timeZone: zone });
  // In that zone, the last one was on the evening before.
  expect(found.memories.map(({ content }) => content)).toEqual(["Memory 1", "Memory 2"]);
  expect((await app.as("bob").call(listOnThisDay, {})).memories).toEqual([]);

  await ada.call(shareThought, { body: { content: "A thought of today." } });
  const [thought, memory] = await ada.call(listMemories, { query: {} });
  expect([thought, memory].map((one) => one?.metadata.isThought)).toEqual([true, false]);
});
