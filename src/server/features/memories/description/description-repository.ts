import { type Kysely, sql } from "kysely";
import type { Schema } from "#server/db/schema.ts";
import type { Description } from "./model-description.ts";

export interface Undescribed {
  id: string;
  userId: string;
  content: string;
  version: number;
}

/**
 * Takes the next memory to describe and uses up one of its tries, so that another server takes another memory. Null when none is due.
 * @param pauseMs time until the next try
 */
export async function takeUndescribed(db: Kysely<Schema>, pauseMs: number): Promise<Undescribed | null> {
  const { rows } = await sql<Undescribed>`
    update memories
    set model_tries_left = model_tries_left - 1, ask_model_after = now() + ${pauseMs} * interval '1 millisecond'
    where id = (
      select id from memories
      where model_tries_left > 0 and not stays_from_models and (ask_model_after is null or ask_model_after <= now())
      order by ask_model_after nulls first, created_at
      limit 1
      for update skip locked
    )
    returning id, user_id as "userId", content, version
  `.execute(db);
  return rows[0] ?? null;
}

/** Gives back an unused try. @param pauseMs time until the next try */
export async function giveTryBack(db: Kysely<Schema>, memoryId: string, pauseMs: number): Promise<void> {
  await sql`
    update memories
    set model_tries_left = model_tries_left + 1, ask_model_after = now() + ${pauseMs} * interval '1 millisecond'
    where id = ${memoryId} and model_tries_left < 3
  `.execute(db);
}

/**
 * Stores a model's description, unless the text has changed since. Does not replace an existing title. The version is unchanged, too,
 * because it is for the owner's text: a user who is editing it must not get a conflict.
 */
export async function saveDescription(
  db: Kysely<Schema>,
  { id, version }: Pick<Undescribed, "id" | "version">,
  { title, overview, mood }: Description,
): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    update memories
    set title = coalesce(title, ${title}),
        metadata = metadata || ${JSON.stringify({ overview, mood })}::jsonb,
        model_tries_left = 0
    where id = ${id} and version = ${version}
    returning id
  `.execute(db);
  return rows.length > 0;
}
