import type { Kysely } from "kysely";
import type { Need, SharedNeed } from "#shared/features/needs/contract.ts";
import type { Schema } from "#server/db/schema.ts";
import { listAnswers, listMatches, type NeedRecord } from "./repository.ts";

/** A need as others may see it, without its owner. */
export function sharedView(record: NeedRecord, viewerId: string | null): SharedNeed {
  const { id, text, place, createdAt } = record;
  return { id, text, place, isMine: record.userId === viewerId, createdAt: createdAt.toISOString() };
}

/** Needs as their owner sees them. */
export async function ownViews(db: Kysely<Schema>, records: readonly NeedRecord[]): Promise<Need[]> {
  const ids = records.map(({ id }) => id);
  const matches = await listMatches(db, ids);
  const answers = await listAnswers(db, ids);
  return records.map(({ id, text, place, state, isShared, lookedAt, createdAt }) => ({
    id,
    text,
    place,
    state,
    isShared,
    isLookedUp: lookedAt !== null,
    matches: matches
      .filter(({ needId }) => needId === id)
      .map(({ resourceId, title, place: where }) => ({ resourceId, title, place: where })),
    answers: answers
      .filter(({ needId }) => needId === id)
      .map((answer) => ({
        id: answer.id,
        name: answer.name,
        message: answer.message,
        createdAt: answer.createdAt.toISOString(),
      })),
    createdAt: createdAt.toISOString(),
  }));
}
