/**
 * Measures how well the archive's search finds statements in long talks, through its real call, compared with plain full-text search and
 * plain cosine similarity; and the duration of a search among 5,000 memories.
 *
 * node bench/memory-search.bench.ts [--misses]
 */
import { sql } from "kysely";
import { importMemories, listMemories } from "#shared/features/memories/archive/archive-contract.ts";
import { findByWords, indexWords } from "#shared/features/search/word-index.ts";
import { claimUnembedded, storeEmbeddings } from "#server/features/search/embedding-repository.ts";
import { passagesOf } from "#server/features/search/passages.ts";
import { asQuestion } from "#server/features/search/service.ts";
import { createLog } from "#server/log.ts";
import { EmbeddedEmbedder } from "#server/platform/embeddings/embedded-embedder.ts";
import { startTestApp, type TestApp } from "#server/testing/test-app.ts";
import { talkQuestions } from "./memory-talk-questions.ts";
import { talks } from "./memory-talks.ts";

const TURN_MS = 20_000;
const MANY = 5_000;
const LEAST_RECALL = 0.62;
const MOST_MS = 50;

type Ranking = (question: string) => Promise<string[]>;

const turns = Object.entries(talks).flatMap(([name, talk]) =>
  talk.turns.map((content, index) => ({
    id: `${name}.${index + 1}`,
    content,
    source: "omi",
    createdAt: new Date(Date.parse(talk.on) + index * TURN_MS).toISOString(),
  })),
);
/** Copies differ only by their number, so each turn's vectors are calculated once. */
const known = new Map<string, Promise<Float32Array[]>>();
const embedder = new EmbeddedEmbedder({ log: createLog("warn") });
try {
  const recall = await measureRecall();
  const slow = await measureCost();
  if (recall < LEAST_RECALL) fail(`recall@10 ${recall.toFixed(2)} is below ${LEAST_RECALL}`);
  if (slow > MOST_MS) fail(`p95 ${slow.toFixed(0)} ms is above ${MOST_MS} ms`);
} finally {
  await embedder.close();
}

async function measureRecall(): Promise<number> {
  const none = await recallWithoutVectors();
  await using app = await startTestApp({ deps: { embedder } });
  const ada = app.as("ada");
  const search: Ranking = async (q) =>
    (await ada.call(listMemories, { query: { q, limit: 10 } })).map(({ id }) => id);
  const [older, newer] = [turns.slice(0, turns.length / 2), turns.slice(turns.length / 2)];
  await ada.call(importMemories, { body: older });
  await embedAll(app);
  await ada.call(importMemories, { body: newer });
  const half = await recallOf(search);
  await embedAll(app);
  const index = indexWords(
    turns.map(({ id, content, createdAt }) => ({ id, text: content, at: Date.parse(createdAt) })),
  );
  const onPhone = (neighbour: number): Ranking => {
    return async (text) => findByWords(index, text, new Map(), { meaning: 0, neighbour }).map(({ id }) => id);
  };
  const rankings: Record<string, Ranking> = {
    "full text, any word": (text) => fullText(app, text),
    "cosine alone": (text) => cosineAlone(app, text),
    "words alone": onPhone(0),
    "looby on the phone": onPhone(0.4),
  };
  console.log(`recall@1 / @5 / @10, ${talkQuestions.length} questions about ${turns.length} turns`);
  for (const [name, ranking] of Object.entries(rankings)) show(name, await recallOf(ranking));
  const all = await recallOf(search);
  for (const [name, recall] of Object.entries({
    "no vectors yet": none,
    "half of them": half,
    "all of them": all,
  }))
    show(`looby, ${name}`, recall);
  if (process.argv.includes("--misses")) console.log("missed:", all.missed);
  if (half.shares.some((share, place) => share < (none.shares[place] ?? 0)))
    fail("an archive half known by meaning is searched worse than one known by words alone");
  return all.shares[2];
}

async function recallWithoutVectors(): Promise<Recall> {
  await using app = await startTestApp({ deps: { embedder } });
  const ada = app.as("ada");
  await ada.call(importMemories, { body: turns });
  return await recallOf(async (q) =>
    (await ada.call(listMemories, { query: { q, limit: 10 } })).map(({ id }) => id),
  );
}

interface Recall {
  /** Shares with an answer among the first 1, 5 and 10. */
  shares: [number, number, number];
  /** Questions without an answer among the first ten. */
  missed: string[];
}

async function recallOf(ranking: Ranking): Promise<Recall> {
  const recall: Recall = { shares: [0, 0, 0], missed: [] };
  for (const { text, answers } of talkQuestions) {
    const ids = await ranking(text);
    const among = (most: number) =>
      answers.filter((id) => ids.slice(0, most).includes(id)).length / answers.length;
    for (const [place, most] of ([1, 5, 10] as const).entries())
      recall.shares[place as 0 | 1 | 2] += among(most) / talkQuestions.length;
    if (among(10) < 1) recall.missed.push(text);
  }
  return recall;
}

function show(name: string, { shares }: Recall): void {
  console.log(name.padEnd(24), shares.map((share) => share.toFixed(2)).join(" / "));
}

/** Repeats the same talks, each copy a day earlier, until there are 5,000 memories. @returns p95 in milliseconds */
async function measureCost(): Promise<number> {
  await using app = await startTestApp({ deps: { embedder } });
  const ada = app.as("ada");
  const copies = Array.from({ length: MANY / turns.length }, (_, copy) =>
    turns.map((turn) => ({
      ...turn,
      id: `${turn.id}-${copy}`,
      content: `${turn.content} (${copy})`,
      createdAt: new Date(Date.parse(turn.createdAt) - copy * 86_400_000).toISOString(),
    })),
  ).flat();
  const begun = performance.now();
  await ada.call(importMemories, { body: copies });
  console.log(`${copies.length} memories taken in in ${((performance.now() - begun) / 1000).toFixed(1)} s`);
  await embedAll(app);
  await app.database.maintenance(({ client }) => client.query("vacuum analyze"));
  const times: number[] = [];
  for (const { text } of [...talkQuestions, ...talkQuestions]) {
    const from = performance.now();
    await ada.call(listMemories, { query: { q: text, limit: 10 } });
    times.push(performance.now() - from);
  }
  const sorted = times.slice(talkQuestions.length).toSorted((one, other) => one - other);
  const p95 = sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN;
  console.log(
    `a search among ${copies.length}: first ${times[0]?.toFixed(0)} ms, median ${sorted[sorted.length >> 1]?.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`,
  );
  return p95;
}

async function embedAll({ database }: TestApp): Promise<void> {
  for (;;) {
    const claim = { model: embedder.id, limit: 200, leaseMs: 600_000, changedSince: new Date(0) };
    const pending = await claimUnembedded(database.kysely, claim);
    if (pending.length === 0) return;
    const embedded = [];
    for (const document of pending) embedded.push({ ...document, vectors: await vectorsOf(document) });
    await storeEmbeddings(database.kysely, embedder.id, embedded);
  }
}

function vectorsOf({ title, body }: { title: string; body: string }): Promise<Float32Array[]> {
  const text = { title: title.replace(/ \(\d+\)$/, ""), body: body.replace(/ \(\d+\)$/, "") };
  const key = JSON.stringify(text);
  const vectors = known.get(key) ?? embedder.embed(passagesOf(text));
  known.set(key, vectors);
  return vectors;
}

async function fullText({ database }: TestApp, text: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from search_documents,
      (select to_tsquery('english', string_agg(quote_literal(lexeme), ' | ')) as query
       from unnest(to_tsvector('english', ${text}))) asked
    where tsv @@ query and kind = 'memory' order by ts_rank(tsv, query) desc, id limit 10
  `.execute(database.kysely);
  return rows.map(({ id }) => id.slice("memory:".length));
}

async function cosineAlone({ database }: TestApp, text: string): Promise<string[]> {
  const [vector] = await embedder.embed([asQuestion(text)]);
  const { rows } = await sql<{ id: string }>`
    select document_id as id from search_embeddings group by document_id
    order by min(embedding <=> ${`[${[...(vector ?? [])].join(",")}]`}::vector) limit 10
  `.execute(database.kysely);
  return rows.map(({ id }) => id.slice("memory:".length));
}

function fail(what: string): void {
  console.error(`FAILED: ${what}`);
  process.exitCode = 1;
}
