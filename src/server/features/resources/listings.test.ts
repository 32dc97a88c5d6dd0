import { afterAll, beforeAll, expect, test } from "vitest";
import { addResource, editEntry, listResources } from "#shared/features/resources/contract.ts";
import { startTestApp, type TestApp } from "#server/testing/test-app.ts";
import type { TestClient } from "#server/testing/test-client.ts";

// Pages of the library: by time, type, community and search.

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  await addCommunities();
});
afterAll(() => app[Symbol.asyncDispose]());

test("returns stable pages in either order while entries are added or removed", async () => {
  const ada = await app.signUp("Ada");
  for (let number = 1; number <= 13; number += 1)
    await add(ada, `Lamp ${number}`, number === 5 ? "talent" : "gear");
  const first = await ada.call(listResources, { query: { limit: 6, loobricateId: "circle" } });
  expect(titles(first)).toEqual(["Lamp 13", "Lamp 12", "Lamp 11", "Lamp 10", "Lamp 9", "Lamp 8"]);

  await add(ada, "Latecomer", "gear");
  await app.database.kysely.deleteFrom("resources").where("title", "=", "Lamp 8").execute();
  const next = { limit: 6, loobricateId: "circle", cursor: first.nextCursor ?? "" };
  const second = await ada.call(listResources, { query: next });
  expect(titles(second)).toEqual(["Lamp 7", "Lamp 6", "Lamp 5", "Lamp 4", "Lamp 3", "Lamp 2"]);
  const last = await ada.call(listResources, { query: { ...next, cursor: second.nextCursor ?? "" } });
  expect(titles(last)).toEqual(["Lamp 1"]);
  expect(last.nextCursor).toBeNull();

  const oldest = await ada.call(listResources, { query: { limit: 2, sort: "oldest" } });
  expect(titles(oldest)).toEqual(["Lamp 1", "Lamp 2"]);
  const older = { limit: 2, sort: "oldest", cursor: oldest.nextCursor ?? "" } as const;
  expect(titles(await ada.call(listResources, { query: older }))).toEqual(["Lamp 3", "Lamp 4"]);
  expect(
    titles(await ada.call(listResources, { query: { type: "talent", loobricateId: "circle" } })),
  ).toEqual(["Lamp 5"]);
  expect(titles(await ada.call(listResources, { query: { loobricateId: "nowhere" } }))).toEqual([]);
});

test("updates a local copy with the changes, including removals", async () => {
  const ada = await app.signUp("Copier");
  for (const title of ["Rope", "Pegs", "Mallet"]) await add(ada, title, "gear", "To borrow.", "copied");
  const copied = { loobricateId: "copied", limit: 2 } as const;
  const whole = await ada.call(listResources, { query: copied });
  expect(whole.total).toBeUndefined();
  const changedSince = new Date(Date.parse(whole.listings[0]?.updatedAt ?? "") + 1).toISOString();
  await new Promise((resolve) => setTimeout(resolve, 5));
  const since = { ...copied, changedSince };
  expect(await ada.call(listResources, { query: since })).toMatchObject({ listings: [], total: 3 });

  const [mallet] = whole.listings;
  await ada.call(editEntry, { params: { entryId: mallet?.id ?? "" }, body: { title: "Big mallet" } });
  await app.database.kysely.deleteFrom("resources").where("title", "=", "Rope").execute();
  const renewed = await ada.call(listResources, { query: since });
  expect(titles(renewed)).toEqual(["Big mallet"]);
  expect(renewed.total).toBe(2);

  for (const query of ["changedSince=yesterday", `changedSince=${changedSince}&q=rope`])
    expect((await ada.request(`/api/listings?${query}`)).status).toBe(400);
});

test("finds words in any field by community and type, in pages without repetitions", async () => {
  const ada = await app.signUp("Bea");
  for (let number = 1; number <= 5; number += 1)
    await add(ada, `Generator ${number}`, "gear", "For everybody.", "workshop");
  await add(ada, "Somebody who mends things", "talent", "Brings every generator back to life.", "workshop");
  await add(ada, "Rug", "gear", "Red and blue.", "workshop");
  await add(ada, "Generator elsewhere", "gear", "Far away.", "other");
  const search = { q: "generator", loobricateId: "workshop", limit: 4 } as const;
  const first = await ada.call(listResources, { query: search });
  const second = await ada.call(listResources, { query: { ...search, cursor: first.nextCursor ?? "" } });
  const found = [...titles(first), ...titles(second)];
  expect(found).toHaveLength(6);
  expect(new Set(found).size).toBe(6);
  expect(found).toContain("Somebody who mends things");
  expect(found).not.toContain("Rug");
  expect(found).not.toContain("Generator elsewhere");
  expect(second.nextCursor).toBeNull();

  const talent = await ada.call(listResources, { query: { ...search, type: "talent" } });
  expect(titles(talent)).toEqual(["Somebody who mends things"]);
  const oldest = await ada.call(listResources, { query: { ...search, sort: "oldest", limit: 2 } });
  expect(titles(oldest)).toEqual(["Generator 1", "Generator 2"]);
  const next = { ...search, sort: "oldest", limit: 2, cursor: oldest.nextCursor ?? "" } as const;
  expect(titles(await ada.call(listResources, { query: next }))).toEqual(["Generator 3", "Generator 4"]);
  expect(titles(await ada.call(listResources, { query: { q: "xylophone" } }))).toEqual([]);
});

test("rejects invalid queries with the reason", async () => {
  const visitor = app.as("a visitor");
  for (const cursor of ["x", "_", "2026-01-01_", "NaN_a", "yesterday_a", "-1_a"]) {
    expect(await visitor.refusal(listResources, { query: { cursor } })).toMatchObject({
      status: 400,
      error: "cursor: take it from nextCursor of the page before.",
    });
  }
  for (const query of [
    { limit: 0 },
    { limit: 501 },
    { limit: "six" },
    { type: "loobricate" },
    { sort: "random" },
    { q: "a".repeat(201) },
    { page: 2 },
  ])
    expect((await visitor.refusal(listResources, { query })).status).toBe(400);
  expect(await visitor.call(listResources, { query: { q: "   ' ) & \\ or zz=zz --" } })).toMatchObject({
    listings: [],
  });
  expect((await visitor.refusal(listResources, { query: { mine: "true" } })).status).toBe(401);
});

async function addCommunities(): Promise<void> {
  await app.database.kysely
    .insertInto("communities")
    .values([
      { id: "circle", name: "Circle" },
      { id: "other", name: "Other" },
      { id: "workshop", name: "Workshop" },
      { id: "copied", name: "Copied" },
    ])
    .execute();
}

async function add(
  client: TestClient,
  title: string,
  offeringType: "gear" | "talent",
  description = "For everybody.",
  loobricateId = "circle",
): Promise<void> {
  await client.call(addResource, { body: { loobricateId, title, description, offeringType } });
}

function titles({ listings }: { listings: { title: string }[] }): string[] {
  return listings.map(({ title }) => title);
}
