/**
 * How well and how fast search finds: recall on a set of questions beside plain full text and plain cosine, and the time of
 * its one SQL statement beside the any-word full text statement on the same rows, in turns.
 *
 *   node bench/search.bench.ts [--misses]
 *   TEST_DATABASE_URL=postgres://... node bench/search.bench.ts (a server with pgvector)
 */
import { type RawBuilder, sql } from "kysely";
import type { DatabaseClient } from "#server/db/connection/client.ts";
import { claimUnembedded, storeEmbeddings } from "#server/features/search/embedding-repository.ts";
import { passagesOf } from "#server/features/search/passages.ts";
import { asQuestion } from "#server/features/search/service.ts";
import { findDocuments } from "#server/features/search/ranking-repository.ts";
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

interface Question {
  text: string;
  vector: Float32Array;
}

/** Ids of the first ten documents. */
type Ranking = (question: Question) => Promise<string[]>;

const embedder = new EmbeddedEmbedder({ log: createLog("warn") });
try {
  const gates = await measureRecall();
  await measureCost();
  for (const { name } of gates.filter(({ passes }) => !passes)) {
    console.error(`FAILED: ${name}`);
    process.exitCode = 1;
  }
} finally {
  await embedder.close();
}

async function measureRecall() {
  await using database = await openTestDatabase();
  if (!database.hasVector) throw new Error("This Postgres has no pgvector: there is nothing to compare.");
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

/** Rows are the evaluation's texts over and over, each with its number, so words are as common as in a real library. */
async function measureCost(): Promise<void> {
  await using database = await openTestDatabase();
  const vectors = await embedder.embed(evaluationTexts.map(({ title, body }) => `${title}. ${body}`));
  const questions = (await asked([...paraphraseQueries, ...exactNameQueries, ...typoQueries])).filter(
    (_, index) => index % 3 === 0,
  );
  let rows = 0;
  for (const size of [2_000, 10_000]) {
    for (; rows < size; rows += 500) await addRows(database, rows, vectors);
    await database.maintenance(({ client }) => client.query("vacuum analyze"));
    const [theirs, ours]: [number[], number[]] = [[], []];
    for (const { text, vector } of questions) {
      theirs.push(await milliseconds(() => fullText(database, anyWord(text))));
      ours.push(await milliseconds(() => looby(database, text, vector)));
    }
    console.log(
      `${size} rows, median: any-word full text ${median(theirs).toFixed(1)} ms, looby ${median(ours).toFixed(1)} ms ` +
        `(x ${(median(ours) / median(theirs)).toFixed(1)}; slowest ${Math.max(...ours).toFixed(1)} ms)`,
    );
  }
}

async function addRows(database: DatabaseClient, start: number, vectors: Float32Array[]): Promise<void> {
  const documents = Array.from({ length: 500 }, (_, offset) => {
    const text = evaluationTexts[(start + offset) % evaluationTexts.length];
    if (text === undefined) throw new Error("there are no texts");
    return document({ ...text, title: `${text.title} ${start + offset}` }, `copy-${start + offset}`);
  });
  await upsertDocuments(database.kysely, documents);
  await embedDocuments(database, async ({ id }) => {
    const vector = vectors[Number(/\d+$/.exec(id)?.[0]) % vectors.length];
    return vector === undefined ? [] : [vector];
  });
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

async function looby(
  { kysely }: DatabaseClient,
  text: string,
  vector: Float32Array | null,
): Promise<string[]> {
  const meaning = vector === null ? null : { vector, model: embedder.id };
  return (await findDocuments(kysely, { text, meaning, viewerId: null, limit: 10 })).map(({ id }) => id);
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

async function milliseconds(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function shown({ at1, at5 }: { at1: number; at5: number }): string {
  return `${at1.toFixed(2)} / ${at5.toFixed(2)}`;
}

function printRow(name: string, cells: string[]): void {
  console.log(name.padEnd(24) + cells.map((cell) => cell.padEnd(18)).join(""));
}
