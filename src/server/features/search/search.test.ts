import { expect, test } from "vitest";
import type { Hit, SearchDocument } from "#shared/features/search/document.ts";
import type { DatabaseClient } from "#server/db/connection/client.ts";
import { createLog } from "#server/log.ts";
import type { Embedder } from "#server/platform/embeddings/embedder.ts";
import { fakeEmbedder } from "#server/testing/doubles/fake-embedder.ts";
import { openTestDatabase } from "#server/testing/test-database.ts";
import { claimUnembedded, storeEmbeddings } from "./embedding-repository.ts";
import { findDocuments } from "./find-documents.ts";
import { removeDocuments, upsertDocuments } from "./repository.ts";
import { search } from "./service.ts";

const log = createLog("silent");

test("finds a private document only for its owner, by words and by meaning", async () => {
  await using database = await openTestDatabase();
  const deps = { database, embedder: fakeEmbedder(), log };
  await save(deps, [
    { id: "memory:1", kind: "memory", ownerId: "ada", title: "Secret hideout", body: "behind the blue bus" },
    { id: "camp:1", title: "Blue Bus", body: "We are a bus." },
  ]);
  for (const text of [
    "secret hideout",
    "hidout",
    "behind the blue bus",
    "Secret hideout. behind the blue bus",
  ]) {
    expect(ids(await search(deps, "ada", { text, limit: 10 })), text).toContain("memory:1");
    for (const viewer of ["bob", "", null]) {
      expect(ids(await search(deps, viewer, { text, limit: 10 })), text).not.toContain("memory:1");
    }
  }
});

test("ranks hits independently of other users' private documents", async () => {
  await using database = await openTestDatabase();
  const deps = { database, embedder: fakeEmbedder(), log };
  await save(deps, [
    { id: "camp:1", title: "Lantern walk" },
    { id: "camp:2", title: "Walk on stilts" },
  ]);
  const before = await search(deps, "bob", { text: "lantern walk", limit: 10 });
  await save(
    deps,
    Array.from({ length: 50 }, (_, index) => ({ id: `memory:${index}`, ownerId: "ada", title: "a lantern" })),
  );
  expect(await search(deps, "bob", { text: "lantern walk", limit: 10 })).toEqual(before);
});

test("finds a companion's context only in its own talks, and filters by kind", async () => {
  await using database = await openTestDatabase();
  const deps = { database, embedder: fakeEmbedder(), log };
  await save(deps, [
    {
      id: "context:ash#1",
      kind: "context",
      companion: "ash",
      title: "Drinking water",
      body: "Four litres a day.",
    },
    { id: "resource:1", kind: "resource", title: "Water cube" },
  ]);
  const found = async (request: object) =>
    ids(await search(deps, null, { text: "water", limit: 10, ...request }));
  expect(await found({ companion: "ash" })).toEqual(expect.arrayContaining(["context:ash#1", "resource:1"]));
  expect(await found({ companion: "logis" })).toEqual(["resource:1"]);
  expect(await found({})).toEqual(["resource:1"]);
  expect(await found({ companion: "ash", kinds: ["context"] })).toEqual(["context:ash#1"]);
  expect(await found({ kinds: [] })).toEqual([]);
});

test("changes, moves and deletes a document with its owner's data", async () => {
  await using database = await openTestDatabase();
  const db = database.kysely;
  const find = (text: string) => findDocuments(database, { text, meaning: null, viewerId: null, limit: 10 });
  await upsertDocuments(db, [documentOf({ id: "camp:1", title: "Old name", body: "tea" })]);
  await upsertDocuments(db, [
    documentOf({ id: "camp:1", title: "Newer name", body: "soup" }),
    documentOf({ id: "camp:1", title: "Newest name", body: "x".repeat(5000), place: "4:30 & C" }),
  ]);
  expect(await find("old tea soup")).toEqual([]);
  const [hit] = await find("newest");
  expect(hit).toMatchObject({
    id: "camp:1",
    title: "Newest name",
    place: "4:30 & C",
    cosine: null,
    distanceM: null,
  });
  expect(hit?.body).toHaveLength(4000);
  await removeDocuments(db, ["camp:1", "camp:2"]);
  expect(await find("newest")).toEqual([]);
  await upsertDocuments(db, []);
});

test("finds names made of stop words, and misspelled names", async () => {
  await using database = await openTestDatabase();
  const deps = { database, embedder: fakeEmbedder(), log };
  await save(deps, [
    { id: "camp:who", title: "The Who" },
    { id: "camp:moon", title: "Velvet Moonbase" },
    ...Array.from({ length: 40 }, (_, index) => ({ id: `camp:${index}`, title: `Camp number ${index}` })),
  ]);
  for (const [text, id] of [
    ["the who", "camp:who"],
    ["velvt moonbse", "camp:moon"],
    ["Where is Velvet Moonbase??", "camp:moon"],
  ] as const) {
    expect((await search(deps, null, { text, limit: 5 }))[0]?.id, text).toBe(id);
  }
});

test("ranks similar items by distance to a place and returns it in meters", async () => {
  await using database = await openTestDatabase();
  const deps = { database, embedder: fakeEmbedder(), log };
  await save(deps, [
    { id: "resource:far", title: "Generator", latitude: 40.8, longitude: -119.2 },
    { id: "resource:nowhere", title: "Generator" },
    { id: "resource:near", title: "Generator", latitude: 40.791, longitude: -119.2 },
    { id: "resource:overseas", title: "Generator", latitude: -40, longitude: 60 },
  ]);
  const hits = await search(deps, null, {
    text: "generator",
    near: { latitude: 40.79, longitude: -119.2 },
    limit: 5,
  });
  expect(ids(hits)).toEqual(["resource:near", "resource:far", "resource:nowhere", "resource:overseas"]);
  expect(hits[0]?.distanceM).toBeCloseTo(111.2, 1); // a thousandth of a degree of latitude
  expect(hits[1]?.distanceM).toBeCloseTo(1111.95, 1);
  expect(hits[2]?.distanceM).toBeNull();
});

test("gets equal results of the three vector metrics only for vectors of length 1", async ({ skip }) => {
  await using database = await openTestDatabase();
  skip(!database.hasVector, "this Postgres has no pgvector");
  const orders = async (embedder: Embedder) => {
    const deps = { database, embedder, log };
    await save(deps, [
      { id: "camp:short", title: "red lamp" },
      { id: "camp:long", title: "red lamp and a great many other shiny things in boxes" },
      { id: "camp:other", title: "green tea" },
    ]);
    const order = async (metric: "cosine" | "dot" | "euclidean") =>
      ids(await search(deps, null, { text: "red lamp", metric, limit: 5 })).join(" ");
    return { cosine: await order("cosine"), dot: await order("dot"), euclidean: await order("euclidean") };
  };
  const unit = await orders(fakeEmbedder({ id: "unit" }));
  expect(unit.dot).toBe(unit.cosine);
  expect(unit.euclidean).toBe(unit.cosine);
  const stretched = await orders(
    fakeEmbedder({
      id: "stretched",
      normOf: (text) => (text.includes("boxes") ? 9 : text.includes("?") ? 1 : 2),
    }),
  );
  expect(stretched.cosine).toBe(unit.cosine);
  expect(stretched.cosine).toMatch(/^camp:short/);
  expect(stretched.dot).toMatch(/^camp:long/);
  expect(stretched.euclidean).toMatch(/camp:long$/);
});

test("ignores vectors of another model, another length or an older text", async ({ skip }) => {
  await using database = await openTestDatabase();
  skip(!database.hasVector, "this Postgres has no pgvector");
  const embedder = fakeEmbedder();
  const deps = { database, embedder, log };
  await save(deps, [{ id: "camp:1", title: "Blue bus" }]);
  const cosine = async (by: Embedder) =>
    (await search({ ...deps, embedder: by }, null, { text: "blue", limit: 1 }))[0]?.cosine;
  expect(await cosine(embedder)).toBeGreaterThan(0.3);
  expect(await cosine(fakeEmbedder({ id: "another" }))).toBeNull();
  expect(await cosine(fakeEmbedder({ dimensions: 32 }))).toBeNull();
  await upsertDocuments(database.kysely, [documentOf({ id: "camp:1", title: "Blue boat" })]);
  expect(await cosine(embedder)).toBeNull();
});

test("never ranks a vector of length 0 first", async ({ skip }) => {
  await using database = await openTestDatabase();
  skip(!database.hasVector, "this Postgres has no pgvector");
  const deps = { database, embedder: fakeEmbedder({ normOf: (text) => (text === "Nothing" ? 0 : 1) }), log };
  await save(deps, [
    { id: "camp:1", title: "Nothing" },
    { id: "camp:2", title: "Blue bus" },
  ]);
  const hits = await search(deps, null, { text: "blue bus", limit: 5 });
  expect(ids(hits)).toEqual(["camp:2", "camp:1"]);
  expect(hits[1]?.cosine).toBeNull();
});

test("treats a hostile query as plain words", async () => {
  await using database = await openTestDatabase();
  const deps = { database, embedder: fakeEmbedder(), log };
  await save(deps, [{ id: "memory:1", ownerId: "ada", title: "Bus" }]);
  for (const [what, text] of hostileTexts) {
    await save(deps, [{ id: "camp:1", title: "Blue bus", body: text }]);
    for (const hasVector of [database.hasVector, false]) {
      const hits = await search({ ...deps, database: { ...database, hasVector } }, "bob", { text, limit: 5 });
      expect(
        ids(hits).filter((id) => id !== "camp:1"),
        what,
      ).toEqual([]);
      for (const hit of hits) expect(Number.isFinite(hit.score), what).toBe(true);
    }
    expect(ids(await search(deps, "bob", { text: "blue bus", limit: 5 })), what).toEqual(["camp:1"]);
  }
});

test("searches by words alone if the model is slow or unavailable", async () => {
  await using database = await openTestDatabase();
  const deps = { database, embedder: fakeEmbedder(), log };
  await save(deps, [{ id: "camp:1", title: "Blue bus" }]);
  const never: Embedder = { ...deps.embedder, embed: () => new Promise(() => undefined) };
  const broken: Embedder = { ...deps.embedder, embed: () => Promise.reject(new Error("no model")) };
  for (const embedder of [never, broken]) {
    const [hit] = await search({ ...deps, embedder }, null, { text: "blue bus", limit: 5 });
    expect(hit).toMatchObject({ id: "camp:1", cosine: null, keywordShare: 1 });
  }
});

test("searches by words without pgvector, in the same result format", async () => {
  await using database = await openTestDatabase();
  await database.pool.query("drop table if exists search_embeddings, search_embedding_claims");
  await database.pool.query("drop extension if exists vector");
  const deps = { database: { ...database, hasVector: false }, embedder: fakeEmbedder(), log };
  await upsertDocuments(database.kysely, [
    documentOf({ id: "camp:1", title: "Blue bus", body: "We fix tyres." }),
    documentOf({ id: "camp:2", title: "Red bus" }),
  ]);
  const hits = await search(deps, null, { text: "who fixes a tyre on a blue bus", limit: 5 });
  expect(ids(hits)).toEqual(["camp:1", "camp:2"]);
  expect(hits[0]).toMatchObject({ kind: "camp", cosine: null, distanceM: null, keywordShare: 1 });
  expect((await search(deps, null, { text: "blou buss", limit: 5 }))[0]?.id).toBe("camp:1");
});

const hostileTexts = [
  ["quotes", `it's "quoted" ''twice'' \\' \\\\`],
  ["tsquery operators", "bus & (blue | !red) <-> yellow:*A"],
  ["unfinished operators", "& | ! ( <-> :*"],
  ["SQL", "'; drop table search_documents; --"],
  ["NUL", "blue\u0000bus"],
  ["half a surrogate pair", "blue \ud83d bus"],
  ["emoji", "🚌💙".repeat(300)],
  ["a regular expression", "((((a+)+)+)+)$".repeat(100)],
  ["nested parentheses", "(".repeat(20_000) + ")".repeat(20_000)],
  ["40 KB of one letter", "a ".repeat(20_000)],
  ["40 KB without a space", "b".repeat(40_000)],
  ["400 different words", Array.from({ length: 400 }, (_, index) => `w${index}`).join(" ")],
  ["percent and underscore", "%_%\\%"],
  ["an address", "http://user:pa@host/?q=1&r=2#f"],
  ["an address with quotes, which Postgres takes for one word", "http://host.com/it's?q='' host.com/a\\b'"],
  ["markup", "<script>alert(1)</script><b>bus</b>"],
  ["only spaces", " \n\t\u00a0 "],
] as const;

type Draft = Partial<SearchDocument> & Pick<SearchDocument, "id">;

function documentOf(draft: Draft): SearchDocument {
  const nothing = {
    ownerId: null,
    communityId: null,
    companion: null,
    place: null,
    latitude: null,
    longitude: null,
  };
  return { kind: "camp", title: "", body: "", ...nothing, ...draft };
}

/** Writes documents and, if the database has vectors, embeds each as one passage: title and body. */
async function save(
  { database, embedder }: { database: DatabaseClient; embedder: Embedder },
  drafts: readonly Draft[],
): Promise<void> {
  const db = database.kysely;
  await upsertDocuments(db, drafts.map(documentOf));
  if (!database.hasVector) return;
  const claim = { model: embedder.id, limit: 1000, leaseMs: 60_000, changedSince: new Date(0) };
  const pending = await claimUnembedded(db, claim);
  const vectors = await embedder.embed(pending.map(({ title, body }) => `${title} ${body}`.trim()));
  await storeEmbeddings(
    db,
    embedder.id,
    pending.map((document, index) => ({ ...document, vectors: vectors.slice(index, index + 1) })),
  );
}

function ids(hits: readonly Hit[]): string[] {
  return hits.map(({ id }) => id);
}
