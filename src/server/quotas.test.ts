import { afterAll, beforeAll, expect, test } from "vitest";
import { getSession } from "#shared/features/account/contract.ts";
import { shareThought } from "#shared/features/daily/contract.ts";
import { importMemories } from "#shared/features/memories/archive/archive-contract.ts";
import { createMemory } from "#shared/features/memories/contract.ts";
import { addNeed, listMyNeeds } from "#shared/features/needs/contract.ts";
import { addResource } from "#shared/features/resources/contract.ts";
import { importCommunity } from "#shared/features/transfer/contract.ts";
import { matchNeeds } from "#server/features/needs/match-job.ts";
import { startTestApp, type TestApp } from "#server/testing/test-app.ts";
import type { TestClient } from "#server/testing/test-client.ts";
import { makeCommunity } from "#server/testing/test-community.ts";
import { sendTestPhoto } from "#server/testing/test-photos.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({
    env: {
      LIMITS: JSON.stringify({
        userListings: 4,
        communityListings: 5,
        userMemories: 6,
        visitorMemories: 3,
        userNeeds: 2,
        visitorNeeds: 1,
        userPhotos: 2,
      }),
    },
  });
});
afterAll(async () => app[Symbol.asyncDispose]());

let people = 0;
const somebody = async () => await app.signUp(`Person ${++people}`);
const visitor = () => app.as(`visitor ${++people}`);
const memory = (content: string) => ({ body: { type: "something-else" as const, content } });
const rowsOf = (...contents: string[]) => ({
  body: contents.map((content) => ({ content, createdAt: "2026-08-30T12:00:00Z" })),
});
const full = (sentence: string | RegExp) => ({
  status: 413,
  code: "quota-reached",
  error: expect.stringMatching(sentence) as unknown,
});

async function count(table: string, client: TestClient, column = "user_id"): Promise<number> {
  const { userId } = (await client.call(getSession, {})).user;
  const { rows } = await app.database.pool.query<{ n: number }>(
    `select count(*)::int as n from ${table} where ${column} = $1`,
    [userId],
  );
  return rows[0]?.n ?? -1;
}

test("limits memories of an account and of a visitor, also from thoughts or a file", async () => {
  for (const [client, most, sentence] of [
    [await somebody(), 6, /^You have 6 memories, .*delete some, or ask who runs/],
    [visitor(), 3, /^A visitor can keep 3 memories here\. Please delete some, or sign up/],
  ] as const) {
    const texts = Array.from({ length: most - 1 }, (_, index) => `Number ${index}`);
    expect(await client.call(importMemories, rowsOf(...texts))).toMatchObject({
      imported: most - 1,
      broken: 0,
    });
    // Rows are imported as far as there is room, and the report counts the others; existing ones need no room.
    const report = await client.call(importMemories, rowsOf("Number 0", "One more", "And two more"));
    expect(report).toMatchObject({ imported: 1, skipped: 1, broken: 1 });
    expect(report.errors).toEqual([{ row: 3, message: expect.stringMatching(sentence) as unknown }]);
    expect(await client.refusal(importMemories, rowsOf("Yet another"))).toMatchObject(full(sentence));
    expect(await client.refusal(createMemory, memory("A seventh thing to remember"))).toMatchObject(
      full(sentence),
    );
    expect(await client.refusal(shareThought, { body: { content: "A thought of today" } })).toMatchObject(
      full(sentence),
    );
    expect(await count("memories", client)).toBe(most);
    expect(await count("search_documents", client, "owner_id")).toBe(most);
  }
});

test("limits needs of an account and of a visitor, also from memories", async () => {
  const need = (what: string) => ({
    body: { content: `I'm looking for ${what} to borrow`, isShared: false },
  });
  for (const [client, most, sentence] of [
    [await somebody(), 2, /^You have 2 things you look for, /],
    [visitor(), 1, /^A visitor can keep 1 things you look for here/],
  ] as const) {
    for (let index = 0; index < most; index += 1) await client.call(addNeed, need(`lamp ${index}`));
    expect(await client.refusal(addNeed, need("one lamp more"))).toMatchObject(full(sentence));
    await client.call(createMemory, {
      body: { type: "looking-for", content: "I'm looking for a tent for six people" },
    });
    await matchNeeds(app.deps);
    expect((await client.call(listMyNeeds, {})).needs).toHaveLength(most);
  }
});

test("limits photos of an account", async () => {
  const client = await somebody();
  expect((await sendTestPhoto(client)).status).toBe(200);
  expect((await sendTestPhoto(client)).status).toBe(200);
  const third = await sendTestPhoto(client);
  expect(third.status).toBe(413);
  expect(await third.json()).toMatchObject({
    code: "quota-reached",
    error: expect.stringMatching(/^You have 2 photos, /) as unknown,
  });
});

test("limits listings of an account and of a community, also from a file", async () => {
  const communityId = await makeCommunity(app, { admins: ["Ada", "Bob"], members: [] });
  const [ada, bob] = [app.as("Ada"), app.as("Bob")];
  const add = (title: string) => ({
    body: { loobricateId: communityId, title, description: "Bright.", offeringType: "gear" as const },
  });
  const file = (many: number) => {
    const rows = Array.from({ length: many }, (_, index) => `Lamp ${index},Bright,gear`);
    const text = ["title,description,type", ...rows].join("\n");
    return {
      params: { communityId },
      body: { file: new File([text], "x"), part: "listings", mode: "import" },
    };
  };
  await ada.call(addResource, add("First"));
  expect(await ada.refusal(importCommunity, file(5))).toMatchObject(
    full(/^The file adds 5 listings, and there is room for 3 more, so nothing was imported\./),
  );
  expect(await count("resources", ada, "created_by")).toBe(1);
  expect((await ada.send(importCommunity, file(3))).status).toBe(200);
  expect(await ada.refusal(addResource, add("Fifth"))).toMatchObject(full(/^You have 4 listings, /));
  // Importing the same file again needs no room.
  expect((await ada.send(importCommunity, file(3))).status).toBe(200);
  await bob.call(addResource, add("Of Bob"));
  expect(await bob.refusal(addResource, add("Of Bob, too"))).toMatchObject(
    full(/^This community has 5 listings, .*delete some, or ask/),
  );
  expect(await count("resources", bob, "created_by")).toBe(1);
});

test("limits texts of an account and of a visitor that wait for their vectors", async () => {
  await using limited = await startTestApp({ env: { LIMITS: '{"userToEmbed":6,"visitorToEmbed":2}' } });
  if (!limited.database.hasVector) return;
  for (const [client, most] of [
    [await limited.signUp("Ada"), 6],
    [limited.as("a visitor"), 2],
  ] as const) {
    const texts = Array.from({ length: most }, (_, index) => `Text ${index}`);
    await client.call(importMemories, rowsOf(...texts));
    expect(await client.refusal(importMemories, rowsOf("One more"))).toMatchObject(
      full(`^${most} of your texts are still being made ready for search. Please import more when they are`),
    );
    await limited.database.pool.query(
      `insert into search_embeddings (document_id, model, passage, dimensions, content_hash, embedding)
       select id, 'fake', 0, 1, content_hash, '[1]' from search_documents where title || body like '%Text 0%' on conflict do nothing`,
    );
    expect(await client.call(importMemories, rowsOf("One more"))).toMatchObject({ imported: 1 });
  }
});
