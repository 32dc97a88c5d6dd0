import { expect, test } from "vitest";
import type { DatabaseClient } from "#server/db/connection/client.ts";
import { fakeEmbedder } from "#server/testing/doubles/fake-embedder.ts";
import { findByBruteForce } from "#server/testing/find-by-brute-force.ts";
import { seededRandom } from "#server/testing/seeded-random.ts";
import { openTestDatabase } from "#server/testing/test-database.ts";
import type { DocumentKind, SearchDocument } from "#shared/features/search/document.ts";
import { claimUnembedded, storeEmbeddings } from "./embedding-repository.ts";
import { findDocuments, followerOf, type Question } from "./find-documents.ts";
import { removeDocuments, upsertDocuments } from "./repository.ts";

const embedder = fakeEmbedder({ dimensions: 128 });
const space = { model: embedder.id, dimensions: embedder.dimensions };
const OWNERS = ["ada", "bob", "eve"];
const COMPANIONS = ["ash", "logis"];
const COMMUNITIES = ["tea-house", "blue-bus"];
const KINDS: readonly DocumentKind[] = ["resource", "camp", "memory", "context"];
const WORDS =
  "water tent lamp tea bus drum bicycle shade dome piano soup generator ladder ice cart velvet moon kettle dust radio".split(
    " ",
  );
const DOCUMENTS = 2_200;
const LIMIT = 5;

test("finds the same as an exhaustive comparison, but only documents the viewer may see", async () => {
  await using database = await openTestDatabase();
  const random = seededRandom(15);
  const world = new Map<string, SearchDocument>();
  const write = async (count: number) => {
    const documents = Array.from({ length: count }, () => anyDocument(random));
    for (const document of documents) world.set(document.id, document);
    await upsertDocuments(database.kysely, documents);
  };
  await write(DOCUMENTS); // more than the index compares closely
  await embedSome(database, DOCUMENTS);
  for (let round = 0; round < 4; round += 1) {
    for (let n = 0; n < 9; n += 1) {
      const question = await anyQuestion(random, database.hasVector);
      const hits = await findDocuments(database, question);
      const exact = await findByBruteForce(database.kysely, question);
      const about = JSON.stringify({ ...question, meaning: question.meaning !== null });
      // Documents with equal scores may be in any order.
      expect(rounded(hits), about).toEqual(rounded(exact));
      for (const { id } of hits) expect(maySee(question, world.get(id)), `${id} for ${about}`).toBe(true);
    }
    // Documents change owner, text, kind and place, are deleted and added; searches in between must not return outdated results.
    const deleted = [...world.keys()].filter(() => random() < 0.02);
    await removeDocuments(database.kysely, deleted);
    for (const id of deleted) world.delete(id);
    await write(60);
    await embedSome(database, 30);
  }
});

test("ranks a document named by the question's word before one that only mentions it", async () => {
  await using database = await openTestDatabase();
  const camps = Array.from({ length: 90 }, (_, n) => ({
    ...nothing,
    id: `camp:${n}`,
    kind: "camp" as const,
    title: "Amp and Volt",
    body: "Dancing until the generator sighs.",
  }));
  const generator = {
    ...nothing,
    id: "resource:1",
    kind: "resource" as const,
    title: "Quiet generators",
    body: "",
  };
  await upsertDocuments(database.kysely, [...camps, generator]);
  const [best] = await findDocuments(database, {
    text: "generator",
    viewerId: null,
    meaning: null,
    limit: 3,
  });
  expect(best?.id).toBe("resource:1");
});

test("does not find documents deleted or made private after the index was read", async () => {
  await using database = await openTestDatabase();
  const ids = ["camp:1", "camp:2", "camp:3"];
  await upsertDocuments(
    database.kysely,
    ids.map((id) => ({ ...nothing, id, kind: "camp", title: "Blue bus", body: "" })),
  );
  const found = async (viewerId: string) =>
    (await findDocuments(database, { text: "blue bus", meaning: null, viewerId, limit: 5 })).map(
      ({ id }) => id,
    );
  expect(await found("bob")).toEqual(ids);
  await database.pool.query("alter table search_documents disable trigger user");
  await database.pool.query("delete from search_documents where id = 'camp:1'");
  await database.pool.query("update search_documents set owner_id = 'ada' where id = 'camp:2'");
  await database.pool.query("alter table search_documents enable trigger user");
  expect(await found("bob")).toEqual(["camp:3"]);
  expect(await found("ada")).toEqual(["camp:2", "camp:3"]);
});

test("contains documents of one database only, shared with its background work", async () => {
  await using one = await openTestDatabase();
  await using other = await openTestDatabase();
  expect(followerOf(one)).toBe(followerOf(one.background));
  await upsertDocuments(one.kysely, [
    { ...nothing, id: "camp:1", kind: "camp", title: "Blue bus", body: "" },
  ]);
  const question = { text: "blue bus", meaning: null, viewerId: null, limit: 5 };
  expect(await findDocuments(one, question)).toHaveLength(1);
  expect(await findDocuments(other, question)).toEqual([]);
});

const nothing = {
  ownerId: null,
  communityId: null,
  companion: null,
  place: null,
  latitude: null,
  longitude: null,
};

function anyDocument(random: () => number): SearchDocument {
  const kind = pick(random, KINDS);
  const isPlaced = random() < 0.6;
  return {
    id: `thing:${Math.floor(random() * DOCUMENTS * 1.4)}`,
    kind,
    ownerId: kind === "memory" || random() < 0.1 ? pick(random, OWNERS) : null,
    companion: kind === "context" && random() < 0.7 ? pick(random, COMPANIONS) : null,
    communityId: random() < 0.3 ? pick(random, COMMUNITIES) : null,
    title: [...new Set(someWords(random, 2).split(" "))].join(" "), // pg_trgm treats a repeated word as one with odd ends
    body: `${someWords(random, 6)} ${Math.floor(random() * 1_000)}`,
    place: isPlaced ? someWords(random, 1) : null,
    latitude: isPlaced ? 40.78 + random() / 50 : null,
    longitude: isPlaced ? -119.2 + random() / 50 : null,
  };
}

async function anyQuestion(random: () => number, hasVector: boolean): Promise<Question> {
  const misspelt = random() < 0.3 ? ` ${pick(random, WORDS).replace(/(?<=..)./, "")}x` : "";
  const text = someWords(random, 3) + misspelt;
  const [vector] = hasVector && random() < 0.7 ? await embedder.embed([text]) : [];
  return {
    text,
    meaning: vector === undefined ? null : { vector, model: embedder.id },
    metric: pick(random, ["cosine", "cosine", "dot", "euclidean"]),
    viewerId: random() < 0.2 ? null : pick(random, [...OWNERS, "nobody"]),
    companion: random() < 0.5 ? null : pick(random, COMPANIONS),
    ...(random() < 0.4 && { kinds: KINDS.filter(() => random() < 0.5) }),
    ...(random() < 0.2 && { communityId: pick(random, COMMUNITIES) }),
    connected: random() < 0.3 ? [pick(random, COMMUNITIES)] : [],
    near: random() < 0.5 ? null : { latitude: 40.79, longitude: -119.19 },
    limit: LIMIT,
  };
}

/** The access rule in plain code, without SQL. */
function maySee(question: Question, document: SearchDocument | undefined): boolean {
  if (document === undefined) return false;
  if (document.ownerId !== null && document.ownerId !== question.viewerId) return false;
  if (document.companion !== null && document.companion !== question.companion) return false;
  if (question.communityId !== undefined && document.communityId !== question.communityId) return false;
  return question.kinds === undefined || question.kinds.includes(document.kind);
}

async function embedSome({ kysely, hasVector }: DatabaseClient, limit: number): Promise<void> {
  if (!hasVector) return;
  const claim = { model: embedder.id, limit, leaseMs: 0, changedSince: new Date(0) };
  const pending = await claimUnembedded(kysely, claim);
  const vectors = await embedder.embed(pending.flatMap(({ title, body }) => [`${title} ${body}`, title]));
  const embedded = pending.map((document, index) => ({
    ...document,
    vectors: vectors.slice(2 * index, 2 * index + 2),
  }));
  for (let start = 0; start < embedded.length; start += 200)
    await storeEmbeddings(kysely, space.model, embedded.slice(start, start + 200));
}

function someWords(random: () => number, count: number): string {
  return Array.from({ length: count }, () => pick(random, WORDS)).join(" ");
}

function pick<T>(random: () => number, all: readonly T[]): T {
  return all[Math.floor(random() * all.length)] as T;
}

function rounded(hits: readonly { score: number }[]): string[] {
  return hits.map(({ score }) => score.toFixed(6));
}
