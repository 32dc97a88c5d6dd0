import { expect, test } from "vitest";
import { addEntry, editEntry } from "#shared/features/resources/contract.ts";
import { createMemory } from "#shared/features/memories/contract.ts";
import { editMemory, tickItem } from "#shared/features/memories/archive/archive-contract.ts";
import { addNeed, changeNeed } from "#shared/features/needs/contract.ts";
import { asNew, isOfDeleted } from "./as-new.ts";
import { fillResults, type OperationProblem } from "#shared/outbox/operation.ts";

const gone: OperationProblem = { code: "gone", error: "This was deleted on another device." };
const id = "01a2-edit";
const memory = {
  id,
  endpointId: editMemory.id,
  rest: { type: "want-to-know", createdAt: "2026-08-30T10:00:00.000Z" },
};
const entry = {
  id,
  endpointId: editEntry.id,
  rest: {
    loobricateId: "circle",
    offeringType: "gear",
    tags: ["oven", "hot"],
    email: "ada@example.org",
    phone: null,
    location: { address: "7:30 & E", lat: 40.78, lon: -119.2 },
  },
};
const form = {
  title: "Big oven",
  description: "Bakes.",
  status: "maintenance",
  photos: ["entries/ada/1.webp", { $resultOf: "up-1", field: "path" }],
  version: 4,
};

test("an edit of something deleted is distinguished from every other refusal", () => {
  expect(isOfDeleted({ endpointId: editEntry.id, problem: gone })).toBe(true);
  expect(isOfDeleted({ endpointId: tickItem.id, problem: gone })).toBe(true);
  // No longer or never permitted: this does not reveal a deletion.
  for (const code of ["not-found", "forbidden", "conflict"] as const)
    expect(isOfDeleted({ endpointId: editEntry.id, problem: { ...gone, code } })).toBe(false);
  expect(isOfDeleted({ endpointId: editEntry.id, problem: null })).toBe(false);
  // A companion that no longer exists.
  expect(isOfDeleted({ endpointId: "chat.leave", problem: gone })).toBe(false);
});

test("an edit becomes a call that makes the whole thing, and always the same call", () => {
  const made = asNew(memory, { content: "Where is the water?", useRag: false, version: 3 });
  expect(made).toEqual({
    endpointId: createMemory.id,
    entity: `memory:${id}`,
    body: { id, ...memory.rest, content: "Where is the water?", useRag: false },
    uploads: [],
    lostPhotos: 0,
  });
  if ("reason" in made) throw new Error(made.reason);
  expect(createMemory.body.safeParse(made.body).success).toBe(true);
  expect(asNew(memory, { content: "Where is the water?", useRag: false, version: 3 })).toEqual(made);

  const oven = asNew(entry, form);
  if ("reason" in oven) throw new Error(oven.reason);
  expect(oven).toMatchObject({ endpointId: addEntry.id, entity: `resource:${id}`, uploads: ["up-1"] });
  // Photos of the deleted thing were deleted with it.
  expect(oven.lostPhotos).toBe(1);
  const sent = fillResults(oven.body, new Map([["up-1.new", { path: "entries/ada/2.webp" }]]));
  expect(addEntry.body.safeParse(sent).data).toMatchObject({
    id,
    loobricateId: "circle",
    offeringType: "gear",
    title: "Big oven",
    description: "Bakes.",
    status: "maintenance",
    tags: ["oven", "hot"],
    email: "ada@example.org",
    photos: ["entries/ada/2.webp"],
    location: { address: "7:30 & E", lat: 40.78, lon: -119.2 },
  });

  const need = {
    id,
    endpointId: changeNeed.id,
    rest: { content: "A rope ladder, please.", place: "7:30 & E" },
  };
  const asked = asNew(need, { isShared: true });
  if ("reason" in asked) throw new Error(asked.reason);
  expect(addNeed.body.safeParse(asked.body).data).toEqual({ id, ...need.rest, isShared: true });
});

test("an edit that cannot become a new thing gives the reason", () => {
  const missing = "This device does not have the rest of it";
  expect(asNew({ ...memory, rest: undefined }, { content: "Where is the water?" })).toEqual({
    reason: expect.stringContaining(missing),
  });
  expect(asNew({ ...entry, rest: { tags: [] } }, form)).toEqual({ reason: expect.stringContaining(missing) });
  expect(asNew(memory, { content: "Water?" })).toEqual({ reason: expect.stringContaining("at least 10") });
  expect(asNew(memory, { content: "x".repeat(2001) })).toEqual({ reason: expect.stringContaining("2,000") });
  const unworthy = { reason: expect.stringContaining("nothing to keep") };
  expect(asNew(entry, { status: "maintenance" })).toEqual(unworthy);
  expect(asNew(entry, { ...form, status: "archived" })).toEqual(unworthy);
  const need = { id, endpointId: changeNeed.id, rest: { content: "A rope ladder, please.", place: null } };
  expect(asNew(need, { state: "closed" })).toEqual(unworthy);
  expect(asNew({ id, endpointId: tickItem.id, rest: memory.rest }, { item: "x", isDone: true })).toEqual(
    unworthy,
  );
  for (const body of [undefined, null, 1, "x", []]) expect(asNew(memory, body)).toEqual(unworthy);
});
