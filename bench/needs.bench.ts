/**
 * Whether a need finds the right item in a library of 200: 30 needs, one of the right items among the first three, with the embedding model
 * and by keywords alone, compared with plain full-text search for any word.
 *
 *   node bench/needs.bench.ts [--misses]
 */
import { sql } from "kysely";
import { subjectOf } from "#shared/features/memories/need.ts";
import type { DatabaseClient } from "#server/db/connection/client.ts";
import { findOffers } from "#server/features/needs/match-job.ts";
import { asQuestion } from "#server/features/search/service.ts";
import { claimUnembedded, storeEmbeddings } from "#server/features/search/embedding-repository.ts";
import { passagesOf } from "#server/features/search/passages.ts";
import { upsertDocuments } from "#server/features/search/repository.ts";
import { createLog } from "#server/log.ts";
import type { Embedder } from "#server/platform/embeddings/embedder.ts";
import { EmbeddedEmbedder } from "#server/platform/embeddings/embedded-embedder.ts";
import { openTestDatabase } from "#server/testing/test-database.ts";
import { items, needs } from "./needs-evaluation.ts";

const GATE = 27;
const log = createLog("warn");
const embedder = new EmbeddedEmbedder({ log });
const remembered = new Map<string, Promise<Float32Array[]>>();
const remembering: Embedder = {
  id: embedder.id,
  dimensions: embedder.dimensions,
  isUnitLength: embedder.isUnitLength,
  close: () => embedder.close(),
  embed: async (texts) => {
    const key = texts.join("\n");
    const known = remembered.get(key) ?? embedder.embed(texts);
    remembered.set(key, known);
    return await known;
  },
};
await using database = await openTestDatabase();
try {
  await shareItems(database);
  const words = await countFound("by words", (said) => matches(said));
  await embedDocuments(database);
  // Search gives the model 400 ms per question, which a busy machine may exceed, so they are embedded beforehand.
  for (const [said] of needs) await remembering.embed([asQuestion(subjectOf(said))]);
  const both = await countFound("by words and meaning", (said) => matches(said));
  const plain = await countFound("plain full text", plainFullText);
  console.log(`${needs.length} needs, ${items.length} items, one of the right ones among the first 3`);
  console.log(`words and meaning ${both}, words alone ${words}, plain full text ${plain}`);
  console.log(`gate: at least ${GATE} with words and meaning: ${both >= GATE ? "kept" : "MISSED"}`);
  if (both < GATE) process.exitCode = 1;
} finally {
  await embedder.close();
}

async function countFound(name: string, find: (said: string) => Promise<string[]>): Promise<number> {
  let found = 0;
  for (const [said, titles] of needs) {
    const first = (await find(said)).slice(0, 3);
    const isFound = first.some((title) => titles.includes(title));
    if (isFound) found += 1;
    else if (process.argv.includes("--misses")) console.log(`${name}: ${said} -> ${first.join(", ")}`);
  }
  return found;
}

async function matches(text: string): Promise<string[]> {
  const need = { text, userId: "seeker", latitude: null, longitude: null };
  return (await findOffers({ database, embedder: remembering, log }, need)).map(({ title }) => title);
}

async function plainFullText(said: string): Promise<string[]> {
  const { rows } = await sql<{ title: string }>`
    with question as (
      select string_agg(quote_literal(lexeme), ' | ')::tsquery as words from unnest(to_tsvector('english', ${subjectOf(said)}))
    )
    select title from search_documents, question where tsv @@ words order by ts_rank(tsv, words) desc, id limit 3
  `.execute(database.kysely);
  return rows.map(({ title }) => title);
}

async function shareItems({ kysely }: DatabaseClient): Promise<void> {
  await kysely.insertInto("communities").values({ id: "circle", name: "Circle" }).execute();
  await kysely
    .insertInto("resources")
    .values(
      items.map(({ id, title, description }) => ({
        id,
        community_id: "circle",
        type: "gear",
        title,
        description,
        created_by: "owner",
        pseudonym: "Owner",
      })),
    )
    .execute();
  await upsertDocuments(
    kysely,
    items.map(({ id, title, description }) => ({
      id: `resource:${id}`,
      kind: "resource" as const,
      ownerId: null,
      communityId: "circle",
      companion: null,
      title,
      body: description,
      place: null,
      latitude: null,
      longitude: null,
    })),
  );
}

async function embedDocuments({ kysely }: DatabaseClient): Promise<void> {
  const claim = { model: embedder.id, limit: 1000, leaseMs: 60_000, changedSince: new Date(0) };
  const embedded = [];
  for (const pending of await claimUnembedded(kysely, claim))
    embedded.push({ ...pending, vectors: await embedder.embed(passagesOf(pending)) });
  await storeEmbeddings(kysely, embedder.id, embedded);
}
