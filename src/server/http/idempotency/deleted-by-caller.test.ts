import { expect, test } from "vitest";
import { deleteMemory, editMemory, tickItem } from "#shared/features/memories/archive/archive-contract.ts";
import { createMemory } from "#shared/features/memories/contract.ts";
import { addNeed, changeNeed, deleteNeed } from "#shared/features/needs/contract.ts";
import { addEntry, deleteEntry, editEntry } from "#shared/features/resources/contract.ts";
import { newId } from "#shared/id.ts";
import { startTestApp } from "#server/testing/test-app.ts";

const gone = { status: 410, code: "gone", error: "This was deleted on another device." };
const absent = { status: 404, code: "not-found", error: "That is not here, or not yours to see." };
const words = "The temple burns on Sunday, we meet at the trash fence.";

test("reports only to the owner that an edited thing was deleted on another device", async () => {
  await using app = await startTestApp();
  await app.database.kysely
    .insertInto("communities")
    .values({ id: "circle", name: "Circle", address: "3:00 & B", latitude: 40.78, longitude: -119.2 })
    .execute();
  const [ada, bob] = [await app.signUp("Ada"), await app.signUp("Bob")];
  const entry = { loobricateId: "circle", title: "Oven", description: "Hot.", offeringType: "gear" } as const;
  const memory = await ada.call(createMemory, { body: { type: "something-else", content: words } });
  const need = await ada.call(addNeed, {
    body: { content: "I am looking for a rope ladder.", isShared: false },
  });
  const { id: entryId } = await ada.call(addEntry, { body: entry });
  const memoryId = memory.id;
  const needId = need.id;
  const edits = [
    [editEntry, { params: { entryId }, body: { title: "Big oven", version: 1 } }],
    [editMemory, { params: { memoryId }, body: { content: words, version: 1 } }],
    [tickItem, { params: { memoryId }, body: { item: "Meet", isDone: true } }],
    [changeNeed, { params: { needId }, body: { isShared: true } }],
  ] as const;
  // The items exist but are not Bob's: his response does not reveal that they were deleted.
  for (const [endpoint, input] of edits.filter(([endpoint]) => endpoint !== changeNeed))
    expect(await bob.refusal(endpoint, input)).toMatchObject(absent);
  expect(await bob.refusal(changeNeed, edits[3][1])).toMatchObject({ status: 404 });
  // The page deletes through the outbox, with an idempotency key.
  await ada.call(deleteEntry, { params: { entryId } }, { idempotencyKey: newId() });
  await ada.call(deleteMemory, { params: { memoryId } }, { idempotencyKey: newId() });
  await ada.call(deleteNeed, { params: { needId } }, { idempotencyKey: newId() });
  for (const [endpoint, input] of edits) {
    expect(await ada.refusal(endpoint, input)).toMatchObject(gone);
    expect(await bob.refusal(endpoint, input)).toMatchObject({ status: 404, code: "not-found" });
  }
  // A second deletion finds nothing, as before.
  expect(await ada.refusal(deleteEntry, { params: { entryId } })).toMatchObject(absent);
  expect(await ada.refusal(deleteMemory, { params: { memoryId } })).toMatchObject(absent);
  expect(await ada.refusal(editEntry, { params: { entryId: newId() }, body: { title: "x" } })).toMatchObject(
    absent,
  );
  // The id now belongs to another user's entry, so it is not reported as deleted.
  await bob.call(addEntry, { body: { ...entry, id: entryId } });
  expect(await ada.refusal(editEntry, edits[0][1])).toMatchObject(absent);
});
