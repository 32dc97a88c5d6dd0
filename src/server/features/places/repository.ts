import { type Kysely, sql } from "kysely";
import type { AddressSuggestion } from "#shared/features/places/contract.ts";
import type { Schema } from "#server/db/schema.ts";

export interface KnownAddress {
  address: string;
  latitude: number;
  longitude: number;
}

/** Addresses of communities and resources on this server that contain all of the words. */
export async function findKnownAddresses(
  db: Kysely<Schema>,
  words: readonly string[],
  limit: number,
): Promise<KnownAddress[]> {
  const patterns = words.map((word) => `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`);
  const { rows } = await sql<KnownAddress>`
    select address, min(latitude) as latitude, min(longitude) as longitude
    from (
      select trim(both ', ' from address || ', ' || city) as address, latitude, longitude
      from communities where status = 'active' and address <> ''
      union all
      select address, latitude, longitude from resources where status = 'active'
    ) known
    where latitude is not null and folded(address) ilike all (array(select folded(pattern) from unnest(${patterns}::text[]) pattern))
    group by address order by count(*) desc, address limit ${limit}
  `.execute(db);
  return rows;
}

/** The cached result of a query made since `since`; null when there is none. */
export async function findAddressAnswer(db: Kysely<Schema>, question: string, since: Date): Promise<unknown> {
  const row = await db
    .selectFrom("address_answers")
    .select("suggestions")
    .where("question", "=", question)
    .where("asked_at", ">", since)
    .executeTakeFirst();
  return row?.suggestions ?? null;
}

export async function cacheAddressAnswer(
  db: Kysely<Schema>,
  question: string,
  suggestions: readonly AddressSuggestion[],
): Promise<void> {
  const json = JSON.stringify(suggestions);
  await db
    .insertInto("address_answers")
    .values({ question, suggestions: json })
    .onConflict((conflict) =>
      conflict.column("question").doUpdateSet({ suggestions: json, asked_at: sql<Date>`now()` }),
    )
    .execute();
}

export async function forgetOldAddressAnswers(db: Kysely<Schema>, before: Date): Promise<void> {
  await db.deleteFrom("address_answers").where("asked_at", "<", before).execute();
}

/**
 * Takes the next turn to call an external service, across all servers of this database.
 * @param longestWaitMs a caller that would wait longer gets no turn
 * @returns milliseconds until the turn, null when there is none
 */
export async function takeTurn(
  db: Kysely<Schema>,
  name: string,
  pauseMs: number,
  longestWaitMs: number,
): Promise<number | null> {
  // No turn is this late, unless the clock was set back since. It would block the service until then.
  await sql`
    delete from outbound_turns
    where name = ${name} and next_at > now() + ${longestWaitMs + pauseMs} * interval '1 millisecond'`.execute(
    db,
  );
  const { rows } = await sql<{ wait_ms: number }>`
    insert into outbound_turns as turn (name, next_at)
    values (${name}, now() + ${pauseMs} * interval '1 millisecond')
    on conflict (name) do update
      set next_at = greatest(turn.next_at, now()) + ${pauseMs} * interval '1 millisecond'
      where turn.next_at <= now() + ${longestWaitMs} * interval '1 millisecond'
    returning (extract(epoch from (next_at - now())) * 1000 - ${pauseMs})::double precision as wait_ms
  `.execute(db);
  const row = rows[0];
  return row === undefined ? null : Math.max(0, Math.ceil(row.wait_ms));
}
