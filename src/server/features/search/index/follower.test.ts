import type { Kysely } from "kysely";
import { expect, test, vi } from "vitest";
import type { Schema } from "#server/db/schema.ts";
import { fakeEmbedder } from "#server/testing/doubles/fake-embedder.ts";
import { openTestDatabase } from "#server/testing/test-database.ts";
import { claimUnembedded, storeEmbeddings } from "../embedding-repository.ts";
import { removeDocuments, upsertDocuments } from "../repository.ts";
import { Follower } from "./follower.ts";
import { forgetOldChanges } from "./index-repository.ts";

test("reads the writes of any server without being notified", async () => {
  await using database = await openTestDatabase();
  const db = database.kysely;
  await upsertDocuments(db, [campOf("one")]);
  const [here, there] = [new Follower(), new Follower()];
  for (const server of [here, there]) expect(await idsOf(server)).toEqual(["camp:one"]);
  await upsertDocuments(db, [campOf("two"), campOf("three")]);
  await removeDocuments(db, ["camp:one"]);
  for (const server of [here, there]) expect(await idsOf(server)).toEqual(["camp:three", "camp:two"]);
  await database.pool.query("update search_documents set owner_id = 'ada' where id = 'camp:two'");
  for (const server of [here, there]) {
    const { index } = await server.read(db, "", null);
    expect(index.admit({ viewerId: "bob" }).documents).toBe(1);
    expect(index.admit({ viewerId: "ada" }).documents).toBe(2);
  }
  expect(await idsOf(new Follower())).toEqual(["camp:three", "camp:two"]); // after a restart

  async function idsOf(follower: Follower) {
    return (await follower.read(db, "", null)).index.ids().toSorted();
  }
});

test("does not miss a transaction that commits after younger ones", async ({ skip }) => {
  await using database = await openTestDatabase();
  skip(
    database.engine === "pglite",
    "the embedded database has one connection, so one transaction after the other",
  );
  const db = database.kysely;
  const server = new Follower();
  await server.read(db, "", null);
  const slow = await database.pool.connect();
  await slow.query("begin");
  await slow.query(
    "insert into search_documents (id, kind, title, body) values ('camp:slow', 'camp', 'Slow', '')",
  );
  await upsertDocuments(db, [campOf("quick")]);
  expect((await server.read(db, "", null)).index.ids()).toEqual(["camp:quick"]);
  expect((await server.read(db, "", null)).index.ids()).toEqual(["camp:quick"]);
  await slow.query("commit");
  slow.release();
  expect((await server.read(db, "", null)).index.ids().toSorted()).toEqual(["camp:quick", "camp:slow"]);
});

test("reads everything again after missing changes that have been deleted", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  try {
    await using database = await openTestDatabase();
    const db = database.kysely;
    const server = new Follower();
    await upsertDocuments(db, [campOf("one")]);
    await server.read(db, "", null);
    await upsertDocuments(db, [campOf("two")]);
    await database.pool.query("update search_changes set written_at = now() - interval '1 day'");
    await forgetOldChanges(db);
    vi.advanceTimersByTime(2 * 3_600_000);
    expect((await server.read(db, "", null)).index.ids().toSorted()).toEqual(["camp:one", "camp:two"]);
  } finally {
    vi.useRealTimers();
  }
});

test("shows concurrent searches all documents written before them", async () => {
  await using database = await openTestDatabase();
  const db = database.kysely;
  const server = new Follower();
  await Promise.all(
    Array.from({ length: 20 }, async (_, number) => {
      await upsertDocuments(db, [campOf(`camp ${number}`)]);
      expect((await server.read(db, "", null)).index.ids()).toContain(`camp:camp ${number}`);
    }),
  );
});

test("makes a search wait until all vectors are read", async ({ skip }) => {
  await using database = await openTestDatabase();
  skip(!database.hasVector, "this Postgres has no pgvector");
  const db = database.kysely;
  const embedder = fakeEmbedder({ dimensions: 8 });
  const space = { model: embedder.id, dimensions: 8 };
  const titles = Array.from({ length: 600 }, (_, number) => `camp ${number}`);
  await store(db, embedder.id, titles, await embedder.embed(["one"]));
  const server = new Follower();
  await server.read(db, "", null);
  const counts: (number | undefined)[] = [];
  const first = server.read(db, "", space).then(({ index }) => counts.push(index.codes?.count));
  for (let question = 0; question < 20; question += 1) {
    const { index } = await server.read(db, "", space);
    counts.push(index.codes?.count);
  }
  await first;
  expect(counts).toEqual(counts.map(() => titles.length));
});

test("rebuilds a mostly deleted index with its vectors beside the old one", async ({ skip }) => {
  await using database = await openTestDatabase();
  skip(!database.hasVector, "this Postgres has no pgvector");
  const db = database.kysely;
  const embedder = fakeEmbedder({ dimensions: 8 });
  const space = { model: embedder.id, dimensions: 8 };
  const [one, two] = await embedder.embed(["one", "two"]);
  if (one === undefined || two === undefined) throw new Error("there are two vectors");
  await store(db, embedder.id, ["one", "two"], [one, two]);
  const server = new Follower();
  const worn = (await server.read(db, "", space)).index;
  for (let round = 0; round < 2_600; round += 1) worn.putVectors("camp:one", [one, two]);
  expect(worn.isWorn).toBe(true);
  await vi.waitFor(
    async () => {
      const { index } = await server.read(db, "", space);
      expect(index).not.toBe(worn);
      expect(index.codes?.count).toBe(4);
    },
    { timeout: 30_000 },
  );
});

/** Stores camps, each with these vectors. */
async function store(db: Kysely<Schema>, model: string, titles: string[], vectors: Float32Array[]) {
  await upsertDocuments(db, titles.map(campOf));
  const pending = await claimUnembedded(db, {
    model,
    limit: titles.length,
    leaseMs: 0,
    changedSince: new Date(0),
  });
  await storeEmbeddings(
    db,
    model,
    pending.map((document) => ({ ...document, vectors })),
  );
}

function campOf(title: string) {
  const nowhere = {
    ownerId: null,
    communityId: null,
    companion: null,
    place: null,
    latitude: null,
    longitude: null,
  };
  return { id: `camp:${title}`, kind: "camp" as const, title, body: "", ...nowhere };
}
