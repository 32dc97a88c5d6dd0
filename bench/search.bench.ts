/**
 * Measures quality and speed of search: recall on a set of questions, compared with plain full-text search and plain cosine similarity;
 * then, in libraries of growing size, its duration and results compared with brute force on the same rows, in alternation
 * (search/measure-growth.ts).
 *
 * node bench/search.bench.ts [--misses] [--sizes=2000,10000,100000]
 * TEST_DATABASE_URL=postgres://... node bench/search.bench.ts (keywords only if the server has no pgvector)
 */
import { type RawBuilder, sql } from "kysely";
import type { DatabaseClient } from "#server/db/connection/client.ts";
import { claimUnembedded, storeEmbeddings } from "#server/features/search/embedding-repository.ts";
import { passagesOf } from "#server/features/search/passages.ts";
import { asQuestion } from "#server/features/search/service.ts";
import { findDocuments } from "#server/features/search/find-documents.ts";
import type { SearchDocument } from "#shared/features/search/document.ts";
import { upsertDocuments } from "#server/features/search/repository.ts";
import { createLog } from "#server/log.ts";
import { EmbeddedEmbedder } from "#server/platform/embeddings/embedded-embedder.ts";
import { openTestDatabase } from "#server/testing/test-database.ts";
import {
  type EvaluationQuery,
  exactNameQueries,
  paraphraseQueries,
  typoQueries,
} from "./search-evaluation-questions.ts";
import { type EvaluationText, evaluationTexts } from "./search-evaluation-texts.ts";
import { measureGrowth } from "./search/measure-growth.ts";

interface Question {
  text: string;
  vector: Float32Array;
}

/** Ids of the first ten documents. */
type Ranking = (question: Question) => Promise<string[]>;

const embedder = new EmbeddedEmbedder({ log: createLog("warn") });
try {
  const gates = await measureRecall();
  gates.push(...(await measureGrowth(embedder)));
  for (const { name } of gates.filter(({ passes }) => !passes)) {
    console.error(`FAILED: ${name}`);
    process.exitCode = 1;
  }
} finally {
  await embedder.close();
}

async function measureRecall() {
  await using database = await openTestDatabase();
  if (!database.hasVector) {
    console.log("This Postgres has no pgvector: recall by meaning is not measured.");
    return [];
  }
  await upsertDocuments(
    database.kysely,
    evaluationTexts.map((text) => document(text, text.id)),
  );
  await embedDocuments(database, ({ title, body }) => embedder.embed(passagesOf({ title, body })));

  const sets = {
    paraphrase: await asked(paraphraseQueries),
    names: await asked(exactNameQueries),
    typos: await asked(typoQueries),
  };
  console.log(`recall@1 / recall@5, ${evaluationTexts.length} texts, ${database.engine} ${database.version}`);
  printRow(
    "",
    Object.entries(sets).map(([name, set]) => `${name} (${set.length})`),
  );
  const rivals: Record<string, Ranking> = {
    "full text, all words": ({ text }) =>
      fullText(database, sql`(select websearch_to_tsquery('english', ${text}))`),
    "full text, any word": ({ text }) => fullText(database, anyWord(text)),
    "cosine alone": ({ vector }) => cosineAlone(database, vector),
    "looby without vectors": ({ text }) => looby(database, text, null),
  };
  for (const [name, ranking] of Object.entries(rivals)) {
    const found = await Promise.all(Object.values(sets).map((set) => recall(ranking, set)));
    printRow(name, found.map(shown));
  }
  const ours: Ranking = ({ text, vector }) => looby(database, text, vector);
  const paraphrase = await recall(ours, sets.paraphrase);
  const names = await recall(ours, sets.names);
  const typos = await recall(ours, sets.typos);
  printRow("looby", [paraphrase, names, typos].map(shown));
  if (process.argv.includes("--misses")) {
    for (const { missed } of [paraphrase, names, typos]) console.log("  missed:", missed);
  }
  return [
    { name: "paraphrase recall@5 >= 0.9", passes: paraphrase.at5 >= 0.9 },
    { name: "exact names recall@5 = 1", passes: names.at5 === 1 },
    { name: "typos recall@5 >= 0.85", passes: typos.at5 >= 0.85 },
  ];
}

async function embedDocuments(
  { kysely }: DatabaseClient,
  embed: (document: { id: string; title: string; body: string }) => Promise<Float32Array[]>,
): Promise<void> {
  const claim = { model: embedder.id, limit: 1000, leaseMs: 60_000, changedSince: new Date(0) };
  const embedded = [];
  for (const pending of await claimUnembedded(kysely, claim)) {
    embedded.push({ ...pending, vectors: await embed(pending) });
  }
  await storeEmbeddings(kysely, embedder.id, embedded);
}

async function looby(database: DatabaseClient, text: string, vector: Float32Array | null): Promise<string[]> {
  const meaning = vector === null ? null : { vector, model: embedder.id };
  return (await findDocuments(database, { text, meaning, viewerId: null, limit: 10 })).map(({ id }) => id);
}

async function fullText({ kysely }: DatabaseClient, query: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from search_documents, (select ${query} as query) asked
    where tsv @@ asked.query order by ts_rank(tsv, asked.query) desc, id limit 10
  `.execute(kysely);
  return rows.map(({ id }) => id);
}

function anyWord(text: string): RawBuilder<unknown> {
  return sql`(
    select string_agg('''' || replace(lexeme, '''', '''''') || '''', ' | ')::tsquery
    from unnest(to_tsvector('english', ${text}))
  )`;
}

async function cosineAlone({ kysely }: DatabaseClient, vector: Float32Array): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select document_id as id from search_embeddings
    group by document_id order by min(embedding <=> ${`[${vector.join(",")}]`}::vector), document_id limit 10
  `.execute(kysely);
  return rows.map(({ id }) => id);
}

async function asked(queries: readonly EvaluationQuery[]): Promise<(EvaluationQuery & Question)[]> {
  const vectors = await embedder.embed(queries.map(({ text }) => asQuestion(text)));
  return queries.map((query, index) => ({ ...query, vector: vectors[index] ?? new Float32Array() }));
}

async function recall(ranking: Ranking, questions: readonly (EvaluationQuery & Question)[]) {
  const missed: string[] = [];
  let first = 0;
  for (const question of questions) {
    const place = (await ranking(question)).findIndex((id) =>
      question.answers.includes(id.replace(/^\w+:/, "")),
    );
    if (place === 0) first += 1;
    if (place < 0 || place >= 5)
      missed.push(`${question.text} (${place < 0 ? "not in 10" : `place ${place + 1}`})`);
  }
  return { at1: first / questions.length, at5: 1 - missed.length / questions.length, missed };
}

function document({ kind, title, body }: EvaluationText, name: string): SearchDocument {
  const place = { place: null, latitude: null, longitude: null };
  return {
    id: `${kind}:${name}`,
    kind,
    ownerId: null,
    communityId: null,
    companion: null,
    title,
    body,
    ...place,
  };
}

function shown({ at1, at5 }: { at1: number; at5: number }): string {
  return `${at1.toFixed(2)} / ${at5.toFixed(2)}`;
}

function printRow(name: string, cells: string[]): void {
  console.log(name.padEnd(24) + cells.map((cell) => cell.padEnd(18)).join(""));
}
