import { expect, onTestFinished, test, vi } from "vitest";
import type { DatabaseClient } from "#server/db/connection/client.ts";
import { createLog } from "#server/log.ts";
import type { Embedder } from "#server/platform/embeddings/embedder.ts";
import { fakeEmbedder } from "#server/testing/doubles/fake-embedder.ts";
import { openTestDatabase } from "#server/testing/test-database.ts";
import { memoryDocument } from "#shared/features/search/documents.ts";
import { insertMemory } from "#server/features/memories/repository.ts";
import { claimUnembedded, countUnembedded } from "./embedding-repository.ts";
import { startEmbeddingPending } from "./embed-pending.ts";
import { DOCUMENTS_CHANGED, removeDocuments, upsertDocuments } from "./repository.ts";

const log = createLog("silent");

test("embeds documents after they are written, and again after a change", async ({ skip }) => {
  await using database = await openTestDatabase();
  skip(!database.hasVector, noVectors);
  const seen: string[] = [];
  const job = startEmbeddingPending({ database, embedder: noting(seen), log });
  await write(database, ["one", "two"]);
  await expect.poll(() => embeddedBy(database), patient).toEqual({ fake: 2 });
  await write(database, ["two", "three"], "other text");
  await vi.waitFor(
    () => expect(seen).toEqual(expect.arrayContaining(["two. other text", "three. other text"])),
    patient,
  );
  await expect.poll(() => embeddedBy(database), patient).toEqual({ fake: 3 });
  await removeDocuments(database.kysely, ["camp:one"]);
  await expect.poll(() => embeddedBy(database), patient).toEqual({ fake: 2 });
  await job.stop();
});

test("sends a memory kept from language models to no model on another machine", async ({ skip }) => {
  await using database = await openTestDatabase();
  skip(!database.hasVector, noVectors);
  const memory = (id: string, staysFromModels: boolean) => ({
    id,
    userId: "ada",
    type: "want-to-know" as const,
    content: `The lamp of ${id}`,
    keywords: [],
    messageId: null,
    hasModel: false,
    staysFromModels,
    createdAt: new Date(),
  });
  for (const each of [memory("open", false), memory("kept", true)]) {
    await insertMemory(database.kysely, each);
    await upsertDocuments(database.kysely, [memoryDocument({ ...each, title: null })]);
  }
  const elsewhere = { ...fakeEmbedder({ id: "elsewhere" }), isElsewhere: true };
  const first = startEmbeddingPending({ database, embedder: elsewhere, log });
  await expect.poll(() => embeddedBy(database), patient).toEqual({ elsewhere: 1 });
  expect(await countUnembedded(database.kysely, elsewhere)).toBe(0);
  await first.stop();
  const second = startEmbeddingPending({ database, embedder: fakeEmbedder(), log });
  await expect.poll(() => embeddedBy(database), patient).toEqual({ elsewhere: 1, fake: 2 });
  await second.stop();
});

test("stores a vector for each passage of a long document", async ({ skip }) => {
  await using database = await openTestDatabase();
  skip(!database.hasVector, noVectors);
  await write(database, ["long"], "A sentence about the weather in the desert. ".repeat(20));
  const job = startEmbeddingPending({ database, embedder: fakeEmbedder(), log });
  await expect.poll(() => embeddedBy(database), patient).toEqual({ fake: 1 });
  const { rows } = await database.pool.query("select passage from search_embeddings order by passage");
  expect(rows.length).toBeGreaterThan(2);
  expect(rows).toEqual(rows.map((_, passage) => ({ passage })));
  await job.stop();
});

test("embeds all documents again for another model and deletes old vectors a day later", async ({ skip }) => {
  await using database = await openTestDatabase();
  skip(!database.hasVector, noVectors);
  const titles = Array.from({ length: 70 }, (_, index) => `camp ${index}`);
  await write(database, titles);
  const first = startEmbeddingPending({ database, embedder: fakeEmbedder({ id: "old" }), log });
  await expect.poll(() => embeddedBy(database), patient).toEqual({ old: 70 });
  await first.stop();
  const second = startEmbeddingPending({
    database,
    embedder: fakeEmbedder({ id: "new", dimensions: 16 }),
    log,
  });
  await expect.poll(() => embeddedBy(database), patient).toEqual({ old: 70, new: 70 });
  await second.stop();
  await database.pool.query("update search_embeddings set embedded_at = now() - interval '2 days'");
  const third = startEmbeddingPending({
    database,
    embedder: fakeEmbedder({ id: "new", dimensions: 16 }),
    log,
  });
  await expect.poll(() => embeddedBy(database), patient).toEqual({ new: 70 });
  await third.stop();
});

test("shares the work between several servers", async ({ skip }) => {
  await using database = await openTestDatabase();
  skip(!database.hasVector, noVectors);
  const titles = Array.from({ length: 150 }, (_, index) => `camp ${index}`);
  await write(database, titles);
  const seen: string[] = [];
  const jobs = [1, 2, 3].map(() => startEmbeddingPending({ database, embedder: noting(seen), log }));
  await expect.poll(() => embeddedBy(database), patient).toEqual({ fake: 150 });
  await Promise.all(jobs.map((job) => job.stop()));
  const documents = seen.filter((text) => text.startsWith("camp "));
  expect(documents.toSorted()).toEqual(titles.toSorted());
});

test("retries a failing model, past a text it never accepts", async ({ skip }) => {
  await using database = await openTestDatabase();
  skip(!database.hasVector, noVectors);
  await write(database, ["one", "two", "poison", "three"]);
  const embedder = fakeEmbedder();
  let calls = 0;
  const failing: Embedder = {
    ...embedder,
    embed: async (texts) => {
      calls += 1;
      if (calls <= 2 || texts.includes("poison")) throw new Error("no");
      return await embedder.embed(texts);
    },
  };
  const job = startEmbeddingPending({ database, embedder: failing, log });
  await expect.poll(() => embeddedBy(database), patient).toEqual({ fake: 3 });
  const { rows } = await database.pool.query("select document_id from search_embeddings order by 1");
  expect(rows.map(({ document_id: id }) => id)).toEqual(["camp:one", "camp:three", "camp:two"]);
  await job.stop();
});

test("ends a claim that was made while the clock was ahead", async ({ skip }) => {
  await using database = await openTestDatabase();
  skip(!database.hasVector, noVectors);
  await write(database, ["one"]);
  const claim = { model: "fake", limit: 1, leaseMs: 60_000, changedSince: new Date(0) };
  expect(await claimUnembedded(database.kysely, claim)).toHaveLength(1);
  expect(await claimUnembedded(database.kysely, claim)).toEqual([]);
  await database.pool.query("update search_embedding_claims set until = now() + interval '1 year'");
  expect(await claimUnembedded(database.kysely, claim)).toHaveLength(1);
  expect(await claimUnembedded(database.kysely, claim)).toEqual([]);
});

test("embeds new documents after the clock was set back", async ({ skip }) => {
  await using database = await openTestDatabase();
  skip(!database.hasVector, noVectors);
  await write(database, ["one"]);
  const other = startEmbeddingPending({ database, embedder: fakeEmbedder({ id: "old" }), log });
  await expect.poll(() => embeddedBy(database), patient).toEqual({ old: 1 });
  await other.stop();
  await database.pool.query("update search_embeddings set embedded_at = 'epoch'");
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 48 * 3_600_000 });
  onTestFinished(() => void vi.useRealTimers());
  const job = startEmbeddingPending({ database, embedder: fakeEmbedder(), log });
  // The old vectors are deleted at the end of a pass over all documents.
  await expect.poll(() => embeddedBy(database), patient).toEqual({ fake: 1 });
  vi.useRealTimers();
  await write(database, ["two"]);
  await expect.poll(() => embeddedBy(database), patient).toEqual({ fake: 2 });
  await job.stop();
});

test("stops without waiting for the model and leaves the work to other servers", async ({ skip }) => {
  await using database = await openTestDatabase();
  skip(!database.hasVector, noVectors);
  await write(database, ["one"]);
  const asked = Promise.withResolvers<void>();
  const silent: Embedder = {
    ...fakeEmbedder(),
    embed: async (texts) => {
      if (texts.includes("one")) asked.resolve();
      return texts.includes("one")
        ? await new Promise(() => undefined)
        : texts.map(() => new Float32Array(1));
    },
  };
  const stuck = startEmbeddingPending({ database, embedder: silent, log });
  await asked.promise;
  await stuck.stop();
  const other = startEmbeddingPending({ database, embedder: fakeEmbedder(), log });
  await expect.poll(() => embeddedBy(database), patient).toEqual({ fake: 1 });
  await other.stop();
});

test("does not store vectors of a text that changed while the model was running", async ({ skip }) => {
  await using database = await openTestDatabase();
  skip(!database.hasVector, noVectors);
  await write(database, ["one"], "before");
  const embedder = fakeEmbedder();
  const seen: string[] = [];
  const interrupted: Embedder = {
    ...embedder,
    embed: async (texts) => {
      if (texts.includes("one. before")) await write(database, ["one"], "after");
      seen.push(...texts);
      return await embedder.embed(texts);
    },
  };
  const job = startEmbeddingPending({ database, embedder: interrupted, log });
  await vi.waitFor(() => expect(seen).toContain("one. after"), patient);
  await vi.waitFor(async () => {
    const { rows } = await database.pool.query(
      "select from search_embeddings e join search_documents d on d.id = e.document_id and d.content_hash = e.content_hash",
    );
    expect(rows).toHaveLength(1);
  }, patient);
  await job.stop();
});

test("has no work to do without pgvector", async () => {
  await using database = await openTestDatabase();
  const seen: string[] = [];
  await write(database, ["one"]);
  const world = { database: { ...database, hasVector: false }, embedder: noting(seen), log };
  await startEmbeddingPending(world).stop();
  expect(seen).toEqual([]);
});

const noVectors = "this Postgres has no pgvector";
const patient = { timeout: 30_000, interval: 50 };

/** Writes as a feature does: the documents and the notification in one transaction. */
async function write(database: DatabaseClient, titles: readonly string[], body = ""): Promise<void> {
  const nothing = {
    ownerId: null,
    communityId: null,
    companion: null,
    place: null,
    latitude: null,
    longitude: null,
  };
  await database.kysely.transaction().execute(async (tx) => {
    await upsertDocuments(
      tx,
      titles.map((title) => ({ id: `camp:${title}`, kind: "camp", title, body, ...nothing })),
    );
  });
  await database.pool.query("select pg_notify($1, '')", [DOCUMENTS_CHANGED]);
}

/** Number of documents with vectors, by model. */
async function embeddedBy(database: DatabaseClient): Promise<Record<string, number>> {
  const { rows } = await database.pool.query<{ model: string; documents: number }>(
    "select model, count(distinct document_id)::int as documents from search_embeddings group by model",
  );
  return Object.fromEntries(rows.map(({ model, documents }) => [model, documents]));
}

function noting(seen: string[]): Embedder {
  const embedder = fakeEmbedder();
  return {
    ...embedder,
    embed: async (texts) => {
      seen.push(...texts);
      return await embedder.embed(texts);
    },
  };
}
