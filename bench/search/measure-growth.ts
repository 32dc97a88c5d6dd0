import { findDocuments, followerOf, type Question } from "#server/features/search/find-documents.ts";
import { Follower } from "#server/features/search/index/follower.ts";
import { asQuestion } from "#server/features/search/service.ts";
import type { Embedder } from "#server/platform/embeddings/embedder.ts";
import { findByBruteForce } from "#server/testing/find-by-brute-force.ts";
import { openTestDatabase } from "#server/testing/test-database.ts";
import type { Hit } from "#shared/features/search/document.ts";
import { exactNameQueries, paraphraseQueries, typoQueries } from "../search-evaluation-questions.ts";
import { GrowingLibrary, MIDDLE, ownerOf } from "./growing-library.ts";

const SIZES = process.argv.find((argument) => argument.startsWith("--sizes="))?.slice("--sizes=".length);
const LIMIT = 5;
/** Scores of two statements may differ by the rounding of their sums. */
const ALIKE = 1e-6;
/** Brute force takes a second per question with 100,000 documents, so it gets fewer questions. */
const RIVAL_QUESTIONS = 27;

/**
 * Asks questions with meaning, words and a place, as a user who also has private documents, in a growing library. Measures the duration of
 * each, and how many of brute force's five results are found (a result with an equal score counts as well).
 */
export async function measureGrowth(embedder: Embedder) {
  await using database = await openTestDatabase();
  const library = await GrowingLibrary.start(database, embedder);
  const questions = await askedOf(embedder, database.hasVector);
  const gates: { name: string; passes: boolean }[] = [];
  for (const size of (SIZES ?? "2000,10000,100000").split(",").map(Number)) {
    const madeIn = await milliseconds(() => library.growTo(size));
    const { meaning } = questions[0] ?? { meaning: null };
    const space = meaning === null ? null : { model: meaning.model, dimensions: meaning.vector.length };
    const fresh = new Follower();
    const loadedIn = await milliseconds(() => fresh.read(database.kysely, "nothing", space));
    await findDocuments(database, questions[0] ?? { text: "", meaning: null, viewerId: null, limit: 1 });
    const { index } = await followerOf(database).read(database.kysely, "nothing", space);
    const [ours, theirs]: [number[], number[]] = [[], []];
    let found = 0;
    let rivals = 0;
    for (const [place, question] of questions.entries()) {
      let hits: Hit[] = [];
      ours.push(await milliseconds(async () => (hits = await findDocuments(database, question))));
      if (place % Math.ceil(questions.length / RIVAL_QUESTIONS) !== 0) continue;
      let exact: Hit[] = [];
      theirs.push(
        await milliseconds(async () => (exact = await findByBruteForce(database.kysely, question))),
      );
      found += shareFound(hits, exact);
      rivals += 1;
    }
    const recall = found / rivals;
    console.log(
      `${size} documents, ${database.engine}${database.hasVector ? "" : " without pgvector"}: ` +
        `looby p50 ${at(ours, 0.5)} p95 ${at(ours, 0.95)} ms, brute force p50 ${at(theirs, 0.5)} p95 ${at(theirs, 0.95)} ms, ` +
        `recall@5 ${recall.toFixed(3)}; index ${(index.size.bytes / 1e6).toFixed(0)} MB, read in ${(loadedIn / 1000).toFixed(1)} s ` +
        `(made in ${(madeIn / 1000).toFixed(0)} s; process ${(process.memoryUsage().rss / 1e6).toFixed(0)} MB)`,
    );
    const most = size > 100_000 ? 60 : 30;
    gates.push({ name: `${size} documents: p95 <= ${most} ms`, passes: Number(at(ours, 0.95)) <= most });
    gates.push({ name: `${size} documents: recall@5 >= 0.99`, passes: recall >= 0.99 });
  }
  return gates;
}

async function askedOf(embedder: Embedder, hasVector: boolean): Promise<Question[]> {
  const queries = [...paraphraseQueries, ...exactNameQueries, ...typoQueries];
  const vectors = hasVector ? await embedder.embed(queries.map(({ text }) => asQuestion(text))) : [];
  return queries.map(({ text }, index) => {
    const vector = vectors[index];
    return {
      text,
      meaning: vector === undefined ? null : { vector, model: embedder.id },
      viewerId: ownerOf(7),
      near: { latitude: MIDDLE.latitude, longitude: MIDDLE.longitude + ((index % 9) - 4) / 400 },
      limit: LIMIT,
    };
  });
}

function shareFound(hits: readonly Hit[], exact: readonly Hit[]): number {
  const least = exact.at(-1)?.score;
  if (least === undefined) return 1;
  return hits.filter(({ score }) => score >= least - ALIKE).length / exact.length;
}

async function milliseconds(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function at(values: readonly number[], share: number): string {
  const sorted = values.toSorted((one, other) => one - other);
  return (sorted[Math.floor(sorted.length * share)] ?? Number.NaN).toFixed(1);
}
