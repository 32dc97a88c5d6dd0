import type { KyselyPlugin } from "kysely";
import { expect, test } from "vitest";
import { getSession } from "#shared/features/account/contract.ts";
import { foldPseudonym } from "#shared/features/account/pseudonym.ts";
import { importCommunity, type TransferPart } from "#shared/features/transfer/contract.ts";
import { queryTimeout } from "#server/db/database-error.ts";
import { startTestApp } from "#server/testing/test-app.ts";
import { openTestDatabase } from "#server/testing/test-database.ts";

/** @param beforeDocuments called with the number of listings before each statement that writes their search documents */
async function startWorld(beforeDocuments: (size: number) => void = () => undefined) {
  const database = await openTestDatabase();
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      const text = JSON.stringify(node);
      if (text.includes("insert into search_documents"))
        beforeDocuments(text.match(/resource:/g)?.length ?? 0);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const watched = { ...database, patient: database.patient.withPlugin(plugin) };
  const app = await startTestApp({ database, deps: { database: watched } });
  const ada = await app.signUp("Ada");
  await app.database.kysely.insertInto("communities").values({ id: "a", name: "A" }).execute();
  const { userId } = (await ada.call(getSession, {})).user;
  await app.database.kysely
    .insertInto("community_people")
    .values({ community_id: "a", user_id: userId, role: "admin" })
    .execute();
  const count = async (table: string) =>
    (await app.database.pool.query<{ n: number }>(`select count(*)::int as n from ${table}`)).rows[0]?.n;
  const order = (part: TransferPart, text: string, more: object = {}) => ({
    params: { communityId: "a" },
    body: { file: new File([text], "x"), part, mode: "import" as const, ...more },
  });
  return { app, ada, count, order };
}

const listings = (many: number) =>
  JSON.stringify(
    Array.from({ length: many }, (_, index) => ({
      title: `Lamp ${index}`,
      description: "Bright.",
      type: "gear",
    })),
  );

test("lets other requests in during a long import and shows them its progress", async () => {
  const world = await startWorld();
  await using _app = world.app;
  let isOver = false;
  const seen: (number | undefined)[] = [];
  const imported = world.ada.call(importCommunity, world.order("listings", listings(900))).finally(() => {
    isOver = true;
  });
  while (!isOver) seen.push(await world.count("resources"));
  expect(await imported).toMatchObject({ rows: 900, added: 900, refused: 0, isImported: true });
  expect(seen.filter((rows) => rows !== undefined && rows > 0 && rows < 900).length).toBeGreaterThan(0);
  for (const table of ["resources", "search_documents", "resource_history"])
    expect(await world.count(table)).toBe(900);
});

test("completes an interrupted import from the same file, each row once", async () => {
  let pieces = 0;
  const world = await startWorld(() => {
    pieces += 1;
    if (pieces > 2) throw new Error("the plug is pulled");
  });
  await using app = world.app;
  const text = listings(300);
  expect(await world.ada.refusal(importCommunity, world.order("listings", text))).toMatchObject({
    status: 500,
  });
  pieces = -Infinity;
  const before = (await world.count("resources")) ?? 0;
  expect(before).toBeGreaterThan(0);
  expect(before).toBeLessThan(300);
  expect(await world.count("search_documents")).toBe(before);
  expect(await world.ada.call(importCommunity, world.order("listings", text))).toMatchObject({
    added: 300 - before,
    unchanged: before,
  });
  for (const table of ["resources", "search_documents", "resource_history"])
    expect(await world.count(table)).toBe(300);
  expect(app.database.isWritable()).toBe(true);
});

test("retries a piece that takes too long in halves", async () => {
  const sizes: number[] = [];
  const world = await startWorld((size) => {
    sizes.push(size);
    if (size > 7) throw queryTimeout();
  });
  await using app = world.app;
  const input = world.order("listings", listings(12));
  expect(await world.ada.call(importCommunity, input)).toMatchObject({ added: 12, unchanged: 0 });
  expect(sizes.slice(0, 2)).toEqual([12, 6]);
  expect(await world.count("resources")).toBe(12);
  expect(app.database.isWritable()).toBe(true);
});

test("imports thousands of members from one file and notifies each once", async () => {
  const world = await startWorld();
  await using app = world.app;
  const many = 1_200;
  const names = Array.from({ length: many }, (_, index) => `Person ${index}`);
  await app.database.pool.query(
    `insert into users (id, pseudonym, pseudonym_key, internal_email, is_anonymous)
     select 'u' || name, name, key, name || '@x.invalid', false from unnest($1::text[], $2::text[]) as input (name, key)`,
    [names, names.map(foldPseudonym)],
  );
  const rows = names.map((name) => `${name},member`);
  const file = ["pseudonym,role", ...rows, "Person 1,admin"].join("\n");
  const input = world.order("members", file, { leaveOut: "true" });
  expect(await world.ada.call(importCommunity, input)).toMatchObject({ added: many, refused: 1 });
  expect(await world.count("community_people where role = 'member'")).toBe(many);
  expect(await world.count("notifications")).toBe(many);
  expect(await world.count("audit_log where event = 'community.added'")).toBe(many);
  expect(await world.ada.call(importCommunity, input)).toMatchObject({ added: 0, unchanged: many });
});
