import type { Pool } from "pg";
import type { Hit } from "#shared/features/search/document.ts";
import { scoreOf } from "#shared/features/search/ranking-weights.ts";
import type { DatabaseClient } from "#server/db/connection/client.ts";
import { Follower } from "./index/follower.ts";
import { type IndexQuestion, rankRoughly, weighWords } from "./index/rank-roughly.ts";
import { rankExactly } from "./ranking-repository.ts";
import { storableText } from "#shared/storable-text.ts";

export interface Question extends IndexQuestion {
  /** The user's query; only the first 400 characters count. */
  text: string;
  limit: number;
}

const MOST_QUESTION_CHARACTERS = 400;
/** Extra candidates, because the index's cosines are only accurate to about a hundredth. */
const MORE_CANDIDATES = 40;

/** One index per database, shared by all of its clients. */
const followers = new WeakMap<Pool, Follower>();

export function followerOf({ pool }: Pick<DatabaseClient, "pool">): Follower {
  const follower = followers.get(pool) ?? new Follower();
  followers.set(pool, follower);
  return follower;
}

/**
 * The documents most relevant to a query among those the viewer may see, best first.
 *
 * score = similarity + 0.15 x the idf-weighted share of the query's words that the document has
 * + 0.3 x the part of that share which is only similarity in spelling
 * + 0.1 x e^(-metres / 500) for a query about a place
 * + 0.03 for documents of a connected community
 *
 * A word that is in no document counts for titles with a similarly spelled word, in proportion to the similarity. The idf is BM25's,
 * computed over the documents the viewer may see, so that it reveals nothing about other users' documents.
 *
 * The index in this process selects the candidates among the documents the viewer may see. The database then computes their exact scores,
 * and checks that they still exist and are still visible.
 */
export async function findDocuments(
  database: Pick<DatabaseClient, "pool" | "kysely">,
  question: Question,
): Promise<Hit[]> {
  const text = storableText(question.text.slice(0, MOST_QUESTION_CHARACTERS)).trim();
  if (text === "") return [];
  const { kysely: db } = database;
  const { meaning } = question;
  const space = meaning === null ? null : { model: meaning.model, dimensions: meaning.vector.length };
  const { index, words: written } = await followerOf(database).read(db, text, space);
  const admitted = index.admit(question);
  const words = weighWords(index, admitted, written);
  const most = question.limit + MORE_CANDIDATES;
  const candidates = rankRoughly(index, question, { admitted, words, most });
  if (candidates.length === 0) return [];
  const byId = new Map(candidates.map((candidate) => [candidate.id, candidate]));
  const ranked = await rankExactly(db, question, [...byId.keys()]);
  return ranked
    .flatMap(({ similarity, ...document }): Hit[] => {
      const candidate = byId.get(document.id);
      if (candidate === undefined) return [];
      const score = scoreOf({ ...candidate, similarity, metres: document.distanceM });
      return [{ ...document, score, keywordShare: candidate.share }];
    })
    .toSorted((one, other) => other.score - one.score || (one.id < other.id ? -1 : 1))
    .slice(0, question.limit);
}
