import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { signIn } from "#shared/features/account/contract.ts";
import { deleteAccount } from "#shared/features/leaving/contract.ts";
import { getMem0Consent, setMem0Consent } from "#shared/features/mem0/contract.ts";
import {
  deleteMemory,
  editMemory,
  importMemories,
} from "#shared/features/memories/archive/archive-contract.ts";
import { createMemory } from "#shared/features/memories/contract.ts";
import { addKnowledge, queryKnowledge } from "#shared/features/memories/knowledge-contract.ts";
import { carryDue } from "./sync.ts";
import { createLog } from "#server/log.ts";
import { createEgress } from "#server/platform/egress.ts";
import { type Mem0, mem0Over } from "#server/platform/mem0/mem0.ts";
import { MEM0_KEY, openFakeMem0 } from "#server/testing/doubles/fake-mem0.ts";
import { startTestApp, TEST_PASSWORD, type TestApp } from "#server/testing/test-app.ts";
import type { TestClient } from "#server/testing/test-client.ts";

let mem0: Awaited<ReturnType<typeof openFakeMem0>>;
let app: TestApp;
/** Generous timeouts by default; a test in which Mem0 hangs uses short ones. */
let present: Mem0;
let make: (options?: { searchMs: number }, apiKey?: string) => Mem0;
beforeAll(async () => {
  mem0 = await openFakeMem0();
  const egress = createEgress({ allowedOrigins: [mem0.url], log: createLog("silent") });
  make = (options = { searchMs: 30_000 }, apiKey = MEM0_KEY) =>
    mem0Over(egress, { api: "platform", apiKey, url: mem0.url }, { ...options, restMs: 0 });
  const standIn: Mem0 = {
    add: (owner, memory) => present.add(owner, memory),
    search: (owner, query, limit) => present.search(owner, query, limit),
    list: (owner) => present.list(owner),
    remove: (id) => present.remove(id),
    removeAll: (owner) => present.removeAll(owner),
  };
  app = await startTestApp({ deps: { mem0: standIn } });
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
  await mem0[Symbol.asyncDispose]();
});
beforeEach(async () => {
  mem0.world.mood = "well";
  mem0.world.extra = [];
  present = make();
  await settle();
});

/** Carries out all pending copies, as if every pause were over. */
async function settle(): Promise<void> {
  await app.database.pool.query("update mem0_owners set not_before = null, held_until = null");
  while (await carryDue(app.deps));
}

async function wait11Minutes(): Promise<void> {
  await app.database.pool.query(
    "update mem0_copies set uncertain_since = uncertain_since - interval '11 minutes'",
  );
}

async function allow(client: TestClient): Promise<void> {
  await client.call(setMem0Consent, { body: { isOn: true } });
}

async function remember(client: TestClient, content: string): Promise<string> {
  return (await client.call(addKnowledge, { body: { content } })).id;
}

async function ask(client: TestClient, query: string): Promise<string[]> {
  return (await client.call(queryKnowledge, { body: { query } })).results.map(({ id }) => id);
}

const there = () => mem0.stored.map(({ memory }) => memory);

test("sends data only with consent, under a pseudonymous name", async () => {
  const ada = await app.signUp("Ada Quill");
  const first = await remember(ada, "Quokkas by the gate at dawn.");
  await settle();
  await ask(ada, "quokkas");
  expect(mem0.calls).toEqual([]);
  expect(await ada.call(getMem0Consent, {})).toEqual({
    isAvailable: true,
    isOn: false,
    toCopy: 0,
    toForget: 0,
  });

  await allow(ada);
  expect(await ada.call(getMem0Consent, {})).toMatchObject({ isOn: true, toCopy: 1 });
  const second = await remember(ada, "A quokka took the bread.");
  await settle();
  expect(await ada.call(getMem0Consent, {})).toMatchObject({ toCopy: 0 });
  expect(mem0.stored.map(({ metadata }) => metadata["looby_id"])).toEqual(
    expect.arrayContaining([first, second]),
  );
  const owners = new Set(mem0.stored.map(({ user_id }) => user_id));
  expect(owners.size).toBe(1);
  const { rows } = await app.database.pool.query<{ id: string }>(
    "select id from users where pseudonym = 'Ada Quill'",
  );
  const stored = JSON.stringify(mem0.stored);
  expect(stored).not.toMatch(/quill/i);
  expect(stored).not.toContain(rows[0]?.id);
  expect(mem0.calls).not.toContain("POST /v3/memories/search/");
  expect((await ask(ada, "quokka bread")).toSorted()).toEqual([first, second].toSorted());
  expect(mem0.calls).toContain("POST /v3/memories/search/");

  await ada.call(setMem0Consent, { body: { isOn: false } });
  expect(await ada.call(getMem0Consent, {})).toMatchObject({ isOn: false, toForget: 2 });
  await settle();
  expect(there()).toEqual([]);
  expect(await ada.call(getMem0Consent, {})).toMatchObject({ toForget: 0 });
  expect(await ask(ada, "quokka")).toHaveLength(2);
});

test("copies no memory that is kept from language models, and removes a copy that an edit keeps from them", async () => {
  const ada = await app.signUp("Ada Kept");
  const keep = async (content: string, useRag: boolean) =>
    (await ada.call(createMemory, { body: { type: "want-to-know", content, useRag } })).id;
  await keep("The first zanzibarite.", false);
  await allow(ada);
  const open = await keep("The second zanzibarite.", true);
  const kept = await keep("The third zanzibarite.", false);
  await settle();
  expect(there()).toEqual(["The second zanzibarite."]);
  await ada.call(editMemory, { params: { memoryId: open }, body: { useRag: false } });
  await ada.call(editMemory, { params: { memoryId: kept }, body: { useRag: true } });
  await settle();
  expect(there()).toEqual(["The third zanzibarite."]);
  await ada.call(setMem0Consent, { body: { isOn: false } });
  await settle();
});

test("ignores foreign, unknown and deleted memories that Mem0 suggests", async () => {
  const [bea, cy] = [await app.signUp("Bea"), await app.signUp("Cy")];
  await allow(bea);
  await allow(cy);
  const foreign = await remember(cy, "Where the gin is buried.");
  const far = await remember(bea, "The blue bicycle belongs to nobody.");
  const near = await remember(bea, "Gin tasting at the turtle.");
  const gone = await remember(bea, "More gin.");
  await settle();
  const owner = mem0.stored.find(({ metadata }) => metadata["looby_id"] === near)?.user_id ?? "";
  await bea.call(deleteMemory, { params: { memoryId: gone } });
  // Pending deletions: Mem0 still has the memory, and returns other false results.
  mem0.world.extra = [foreign, "never-kept", far].map((id) => ({
    id: `x-${id}`,
    memory: "Something else entirely.",
    user_id: owner,
    metadata: { looby_id: id },
  }));
  expect(await ask(bea, "gin")).toEqual([far, near]);
  const { results } = await bea.call(queryKnowledge, { body: { query: "gin", limit: 1 } });
  expect(results).toMatchObject([{ id: far, content: "The blue bicycle belongs to nobody." }]);
  await settle();
  expect(there()).not.toContain("More gin.");
  expect(there()).toContain("Where the gin is buried.");

  await bea.call(editMemory, { params: { memoryId: near }, body: { content: "Gin tasting is over." } });
  await settle();
  expect(there().filter((text) => text.startsWith("Gin"))).toEqual(["Gin tasting is over."]);
});

test("answers the same without Mem0 and delays its copies", async () => {
  const dan = await app.signUp("Dan");
  await allow(dan);
  const id = await remember(dan, "The sauna opens at nine.");
  for (const mood of [401, 429, 500, "garbled", "lost", "hangs"] as const) {
    mem0.world.mood = mood;
    present = mood === "hangs" ? make({ searchMs: 50 }) : make();
    expect(await ask(dan, "sauna"), String(mood)).toEqual([id]);
  }
  present = make(undefined, "another key");
  mem0.world.mood = "well";
  expect(await ask(dan, "sauna")).toEqual([id]);
  expect(await carryDue(app.deps)).toBe(false);
  expect(there()).not.toContain("The sauna opens at nine.");
  expect(await carryDue(app.deps)).toBe(false);
  present = make();
  await settle();
  expect(there()).toContain("The sauna opens at nine.");
});

test("sends other memories although one fails at Mem0", async () => {
  const ivy = await app.signUp("Ivy");
  await allow(ivy);
  for (const word of ["one", "poison", "two", "three"]) await remember(ivy, `Ivy says ${word}.`);
  mem0.world.stumbles = /poison/;
  expect(await carryDue(app.deps)).toBe(false);
  expect(there().filter((text) => text.startsWith("Ivy"))).toHaveLength(3);
  mem0.world.stumbles = null;
  await settle();
  expect(there()).toContain("Ivy says poison.");
});

test("creates neither orphans nor duplicates after a lost response", async () => {
  const eve = await app.signUp("Eve");
  await allow(eve);
  const id = await remember(eve, "The key is under the crate.");
  mem0.world.mood = "lost";
  await carryDue(app.deps);
  await carryDue(app.deps);
  expect(there()).toContain("The key is under the crate.");
  mem0.world.mood = "well";
  await settle();
  const copies = () => there().filter((text) => text === "The key is under the crate.");
  expect(copies()).toHaveLength(1);

  mem0.world.mood = "pending";
  await eve.call(editMemory, { params: { memoryId: id }, body: { content: "The key is gone." } });
  const other = await remember(eve, "Ask Ida for the key.");
  await settle();
  mem0.world.mood = "well";
  await eve.call(deleteMemory, { params: { memoryId: id } });
  await settle();
  expect(there()).toContain("Ask Ida for the key.");
  expect(there().join()).not.toMatch(/crate|gone/);
  // Mem0 may still be processing one: it is searched again before it counts as forgotten.
  expect(await eve.call(getMem0Consent, {})).toMatchObject({ toForget: 1 });
  const late = mem0.stored.find(({ metadata }) => metadata["looby_id"] === other);
  mem0.stored.push({
    id: "late",
    memory: "The key is gone.",
    user_id: late?.user_id ?? "",
    metadata: { looby_id: id },
  });
  await wait11Minutes();
  await settle();
  expect(there().join()).not.toContain("gone");
  expect(await eve.call(getMem0Consent, {})).toMatchObject({ toForget: 0 });
});

test("deletes an account's data at Mem0, even after an outage", async () => {
  const [fay, gus] = [await app.signUp("Fay"), await app.signUp("Gus")];
  await allow(fay);
  await allow(gus);
  await remember(gus, "Gus keeps his.");
  const rows = Array.from({ length: 230 }, (_, index) => ({
    content: `Zeppelin number ${index}`,
    createdAt: "2026-01-01T00:00:00Z",
    source: "looby",
  }));
  await fay.call(importMemories, { body: rows.slice(0, 210) });
  await settle();
  expect(there().filter((text) => text.startsWith("Zeppelin"))).toHaveLength(210);
  await fay.call(importMemories, { body: rows });
  mem0.world.mood = 503;
  await fay.call(deleteAccount, { body: { password: TEST_PASSWORD } });
  expect(await carryDue(app.deps)).toBe(false);
  const waits = await app.database.pool.query<{ user_id: string | null; tries: number }>(
    "select user_id, tries from mem0_owners o where exists (select from mem0_copies c where c.owner = o.owner and not is_wanted)",
  );
  expect(waits.rows).toEqual([{ user_id: null, tries: 1 }]);
  mem0.world.mood = "well";
  await settle();
  expect(there().join()).not.toContain("Zeppelin");
  const left = await app.database.pool.query("select from mem0_owners where user_id is null");
  expect(left.rowCount).toBe(0);
  expect(there()).toContain("Gus keeps his.");
});

test("stores consent for accounts only, as yes or no", async () => {
  const visitor = app.as("somebody passing by");
  expect(await visitor.refusal(setMem0Consent, { body: { isOn: true } })).toMatchObject({ status: 401 });
  const gil = await app.signUp("Gil");
  await allow(gil);
  await remember(visitor, "Said before signing in.");
  await settle();
  expect(there()).not.toContain("Said before signing in.");
  await visitor.call(signIn, { body: { pseudonym: "Gil", password: TEST_PASSWORD } });
  await settle();
  expect(there()).toContain("Said before signing in.");
  await gil.call(setMem0Consent, { body: { isOn: false } });
  for (const body of [{}, { isOn: "yes" }, { isOn: true, more: 1 }, { isOn: true, userId: "another" }])
    expect((await gil.refusal(setMem0Consent, { body } as never)).status).toBeOneOf([400, 403]);
  expect(await gil.call(getMem0Consent, {})).toMatchObject({ isOn: false });
  await using alone = await startTestApp();
  const hal = await alone.signUp("Hal");
  expect(await hal.refusal(setMem0Consent, { body: { isOn: true } })).toMatchObject({
    status: 503,
    error: "This server is not connected to Mem0.",
  });
});
