import { type Kysely, sql } from "kysely";
import type { Schema } from "#server/db/schema.ts";

// An answer stored for a retry shows objects as they were. When one of them is deleted or changed, its words must not remain.

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
type JsonObject = { [name: string]: Json };

/** Fields whose values the contract restricts to a fixed set. Any other string may contain a user's words. */
const CHOSEN: ReadonlySet<string> = new Set(
  `type offeringType source status state availability kind side sentiment formatVersion origin by step`.split(
    " ",
  ),
);
const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
const DAY = /^\d{4}-\d\d-\d\d$/;

export interface Forgotten {
  /** Owner of the answers; null: all users. */
  userId: string | null;
  /** Ids of the deleted or changed objects. */
  ids: readonly string[];
  /**
   * The current version of the object in responses, which a retry then gets. Null: it is deleted, and a retry gets it without its words.
   */
  current: object | null;
}

/** Removes deleted or changed objects from the answers stored for retries. */
export async function forgetAnswersAbout(
  db: Kysely<Schema>,
  { userId, ids, current }: Forgotten,
): Promise<void> {
  if (ids.length === 0) return;
  const { rows } = await sql<{ user_id: string; key: string; answer: Json }>`
    select user_id, key, answer from idempotency_keys
    where answer is not null and answer_ids(answer) ?| ${[...ids]}::text[]
      and (${userId}::text is null or user_id = ${userId})
    order by user_id, key
    for update
  `.execute(db);
  const shown = current === null ? null : (JSON.parse(JSON.stringify(current)) as JsonObject);
  for (const row of rows) {
    const answer = JSON.stringify(withoutWordsOf(row.answer, new Set(ids), shown));
    await sql`
      update idempotency_keys set answer = ${answer}::jsonb where user_id = ${row.user_id} and key = ${row.key}
    `.execute(db);
  }
}

/**
 * Removes an object's words from a stored answer. Objects that refer to one of the ids, and objects that directly contain such an object,
 * lose their words but not their shape, so that a retry still matches the contract.
 * @param current replaces the object that has the id itself; null when it no longer exists
 */
export function withoutWordsOf(answer: Json, ids: ReadonlySet<string>, current: JsonObject | null): Json {
  if (Array.isArray(answer)) return answer.map((item) => withoutWordsOf(item, ids, current));
  if (!isObject(answer)) return answer;
  const isAround = Object.values(answer).some((value) => isObject(value) && isAbout(value, ids));
  if (!isAround && !isAbout(answer, ids))
    return mapped(answer, (value) => withoutWordsOf(value, ids, current));
  const isItself = typeof answer["id"] === "string" && ids.has(answer["id"]);
  return mapped(answer, (value, name) => {
    if (isItself && current !== null && current[name] !== undefined) return current[name];
    return isObject(value) && isAbout(value, ids) ? withoutWordsOf(value, ids, current) : blank(value, name);
  });
}

function isAbout(value: JsonObject, ids: ReadonlySet<string>): boolean {
  return Object.entries(value).some(
    ([name, item]) => /id$/i.test(name) && typeof item === "string" && ids.has(item),
  );
}

function blank(value: Json, name: string): Json {
  if (Array.isArray(value)) return [];
  if (isObject(value)) return mapped(value, blank);
  if (typeof value !== "string" || /id$/i.test(name) || CHOSEN.has(name)) return value;
  return INSTANT.test(value) || DAY.test(value) ? value : "";
}

function mapped(value: JsonObject, change: (item: Json, name: string) => Json): JsonObject {
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, change(item, name)]));
}

function isObject(value: Json): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
