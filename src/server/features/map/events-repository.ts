import { type Kysely, sql } from "kysely";
import type { CampCard } from "#shared/features/map/camps/camp.ts";
import type { CampEvent, EventSearch } from "#shared/features/talk/answer/ability-world.ts";
import type { Schema } from "#server/db/schema.ts";

/** Maximum events from which an answer chooses: those of several days of a large festival. */
const MOST = 2_000;

/**
 * Events of the camps on the map that touch these days or the night after the last one, in order of their beginning. All-day events are
 * chosen with a day to spare, because their date applies as written.
 */
export async function listEvents(
  db: Kysely<Schema>,
  { first, last, campId }: EventSearch,
  zone: string,
): Promise<CampEvent[]> {
  const { rows } = await sql<{ id: string; name: string; event: CampCard["events"][number] }>`
    select id, name, event
    from (
      select camps.id, camps.name, event,
        -- Postgres has no year 0, which a timestamp in a file may have.
        case when event->>'start' ~ '^[12]' then (event->>'start')::timestamptz end as starts,
        case when event->>'end' ~ '^[12]' then (event->>'end')::timestamptz end as ends,
        case when event->'isAllDay' = 'true' then interval '1 day' else interval '0' end as spare
      from camps, jsonb_array_elements(camps.card->'events') as event
      where (camps.year = (select year from camp_years where is_current)
          or not exists (select from camp_years where is_current))
        and (${campId}::text is null or 'camp:' || camps.id = ${campId}::text)
    ) as events
    where starts - spare < (${last}::date + interval '30 hours') at time zone ${zone}
      and greatest(starts, ends) + spare >= ${first}::date::timestamp at time zone ${zone}
    order by starts, id, event->>'title'
    limit ${MOST}`.execute(db);
  return rows.map(({ id, name, event }) => ({
    ...event, // written only by saveCamps
    campId: `camp:${id}`,
    campName: name,
  }));
}
