/**
 * Speed of browsing and searching the library: 100,000 listings, the requests of typical visits with a mix of communities, types, sort
 * orders and page sizes, on the embedded database and on a real Postgres, alternating call by call.
 *
 *   node bench/listings.bench.ts
 */
import { sql } from "kysely";
import { type DatabaseClient, openDatabase } from "#server/db/connection/client.ts";
import type { Deps } from "#server/deps.ts";
import { listPage } from "#server/features/resources/list.ts";
import { fakeEmbedder } from "#server/platform/embeddings/fake-embedder.ts";
import { seededRandom } from "#server/testing/seeded-random.ts";
import { silentLog } from "#server/testing/silent-log.ts";
import { openTestEmbedded } from "#server/testing/test-database.ts";
import { startTestPostgres } from "../scripts/start-test-postgres.ts";

const LISTINGS = 100_000;
const COMMUNITIES = 200;
const PAGES = 400;
const SEARCHES = 40;
/** Limit in milliseconds for one page on the embedded database. */
const GATE = 30;

type Query = Parameters<typeof listPage>[2];

interface Engine {
  name: string;
  database: DatabaseClient;
  pages: number[];
  searches: number[];
}

const random = seededRandom(22);
using postgres = await startTestPostgres();
await using embedded = await openTestEmbedded();
const engines: Engine[] = [{ name: "embedded", database: embedded, pages: [], searches: [] }];
if (postgres !== null) {
  const database = await openDatabase({
    url: postgres.url,
    queryDeadlineMs: 60_000,
    connectionTimeoutMs: 60_000,
    log: silentLog,
  });
  engines.push({ name: postgres.version, database, pages: [], searches: [] });
}
try {
  for (const { database } of engines) await fill(database);
  for (let visit = 0; visit < PAGES; visit += 1) {
    const query = someQuery();
    for (const engine of engines) await browse(engine, query);
  }
  const words = [
    "generator",
    "quiet shade",
    "bicycle repair",
    "tea for two",
    "blue lantern",
    "sewing",
    "workshop",
  ];
  for (let turn = 0; turn < SEARCHES; turn += 1) {
    const q = words[turn % words.length] ?? "tea";
    const limits = turn % 2 === 0 ? { loobricateId: `c${Math.floor(random() * COMMUNITIES)}` } : {};
    for (const engine of engines)
      engine.searches.push(
        await milliseconds(() => listPage(depsOf(engine), null, { q, limit: 6, ...limits })),
      );
  }
} finally {
  for (const { database } of engines.slice(1)) await database.close();
}

console.log(`${LISTINGS} listings in ${COMMUNITIES} communities; milliseconds, p50 / p95 / slowest`);
for (const { name, pages, searches } of engines) {
  console.log(`${name.padEnd(48)} page ${shown(pages)}   search by words ${shown(searches)}`);
}
const reached = percentile(engines[0]?.pages ?? [], 0.95);
if (reached > GATE) {
  console.error(`FAILED: a page of the embedded database p95 ${reached.toFixed(1)} ms > ${GATE} ms`);
  process.exitCode = 1;
}

/** Requests a page like the client, then the next one. */
async function browse(engine: Engine, query: Query): Promise<void> {
  let cursor: string | null = null;
  for (let page = 0; page < 2; page += 1) {
    const asked: Query = cursor === null ? query : { ...query, cursor };
    engine.pages.push(
      await milliseconds(async () => {
        cursor = (await listPage(depsOf(engine), null, asked)).nextCursor;
      }),
    );
    if (cursor === null) return;
  }
}

function someQuery(): Query {
  const dice = random();
  return {
    limit: pick([6, 6, 12, 24]),
    ...(random() < 0.6 ? { loobricateId: `c${Math.floor(random() * COMMUNITIES)}` } : {}),
    ...(random() < 0.5 ? { type: pick(["venue", "gear", "talent"] as const) } : {}),
    ...(dice < 0.3 ? { sort: "oldest" as const } : {}),
    // Deep in the list, where offset pagination would read everything it skips.
    ...(dice > 0.8 ? { cursor: `${new Date(Date.UTC(2026, 0, 1) + random() * 9e9).toISOString()}_m` } : {}),
  };
}

async function fill(database: DatabaseClient): Promise<void> {
  await database.maintenance(async ({ kysely }) => {
    await sql`insert into communities (id, name) select 'c' || n, 'Community ' || n
      from generate_series(0, ${COMMUNITIES - 1}::int) n`.execute(kysely);
    await sql`
      insert into resources (id, community_id, type, title, description, tags, address, latitude, longitude,
                             created_by, pseudonym, created_at, status)
      select 'r' || n, 'c' || (n * 7 % ${COMMUNITIES}::int), (array['gear', 'gear', 'venue', 'talent'])[n % 4 + 1],
             (array['Generator', 'Shade cloth', 'Bicycle', 'Tea set', 'Lantern', 'Sewing machine', 'Dance floor'])[n % 7 + 1]
               || ' ' || n,
             'Number ' || n || (array[', quiet and clean', ', for repair', ', blue', ', for two', ', in the workshop'])[n % 5 + 1],
             array['tag' || n % 50], '7:30 & E', 40.78, -119.2, 'u' || n % 5000, 'Somebody',
             timestamptz '2026-01-01' + n * interval '90 seconds', case when n % 20 = 0 then 'archived' else 'active' end
      from generate_series(1, ${LISTINGS}::int) n`.execute(kysely);
    await sql`
      insert into search_documents (id, kind, community_id, title, body, place, latitude, longitude)
      select 'resource:' || id, 'resource', community_id, title, description || chr(10) || tags[1], address, latitude, longitude
      from resources where status = 'active'`.execute(kysely);
  });
  await database.maintenance(({ client }) => client.query("vacuum analyze"));
}

function depsOf({ database }: Engine): Deps {
  // The only dependencies of a page of the library.
  return { database, embedder: fakeEmbedder(), log: silentLog } as unknown as Deps;
}

async function milliseconds(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function pick<T>(values: readonly [T, ...T[]]): T {
  return values[Math.floor(random() * values.length)] ?? values[0];
}

function shown(values: number[]): string {
  return [0.5, 0.95, 1].map((share) => percentile(values, share).toFixed(1)).join(" / ");
}

function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
