import { createHash, randomUUID } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import pg from "pg";
import { type DatabaseClient, type DatabaseOptions, openDatabase } from "#server/db/connection/client.ts";
import { migrate } from "#server/db/migrate.ts";
import { openEmbedded } from "#server/db/pglite/embedded.ts";
import { Engine } from "#server/db/pglite/engine.ts";
import { cached } from "../../../scripts/user-cache.ts";
import { silentLog } from "./silent-log.ts";

/** On a machine busy with other tests, a query may be slow for no other reason. */
const patience = { queryDeadlineMs: 60_000, connectionTimeoutMs: 60_000 };

const serverUrl = process.env["TEST_DATABASE_URL"];

/**
 * A fresh database with all migrations applied, removed when it is closed. It is embedded and in memory or, with
 * TEST_DATABASE_URL, a separate database on that Postgres server. Declare it with `await using`.
 */
export async function openTestDatabase(options: Partial<DatabaseOptions> = {}): Promise<DatabaseClient> {
  // Only a test runner exits while a Postgres is still running.
  const isReusable = process.env["VITEST"] !== undefined && Object.keys(options).length === 0;
  if (serverUrl !== undefined) return openOnServer(serverUrl, { options, isReusable });
  return isReusable ? openEmptied() : openTestEmbedded(options);
}

/**
 * An embedded database even if TEST_DATABASE_URL is set, for tests of the embedded engine. In memory unless a folder is given.
 */
export async function openTestEmbedded(options: Partial<DatabaseOptions> = {}): Promise<DatabaseClient> {
  const snapshot = await testSnapshot();
  return openDatabase({ dataDir: "memory://", snapshot, ...patience, log: silentLog, ...options });
}

/** Emptied and unused databases. Starting one takes ten times as long as emptying it. */
const idle: { postgres: Engine; schema: string }[] = [];

/** As good as fresh: the Postgres of an earlier test without its rows. */
async function openEmptied(): Promise<DatabaseClient> {
  const known = idle.pop();
  const postgres =
    known?.postgres ??
    (await Engine.open({
      clusterFolder: null,
      snapshot: await testSnapshot(),
      queryDeadlineMs: patience.queryDeadlineMs,
      log: silentLog,
    }));
  const schema = known?.schema ?? (await onEngine(postgres, schemaOf));
  const database = await openDatabase({ dataDir: "memory://", postgres, ...patience, log: silentLog });
  let closing: Promise<void> | undefined;
  const close = () =>
    (closing ??= (async () => {
      await database.close();
      const isEmptied = await onEngine(postgres, async (client) => {
        if ((await schemaOf(client)) !== schema) return false;
        await empty(client);
        return true;
      });
      if (isEmptied) idle.push({ postgres, schema });
      else await postgres.close();
    })());
  return { ...database, close, [Symbol.asyncDispose]: close };
}

async function onEngine<T>(postgres: Engine, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ stream: () => postgres.pipe(), user: "postgres", database: "postgres" });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Differs whenever an object of the schema or the list of applied migrations changed. */
async function schemaOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ schema: string }>(
    `select md5(concat(
       (select string_agg(concat(oid, relname, relnatts, relpersistence), ',' order by oid)
          from pg_class where relnamespace = 'public'::regnamespace),
       (select count(*) from pg_attribute where attisdropped), -- they stay in relnatts
       (select string_agg(concat(oid, md5(prosrc)), ',' order by oid)
          from pg_proc where pronamespace = 'public'::regnamespace),
       (select string_agg(concat(oid, tgenabled), ',' order by oid) from pg_trigger),
       (select string_agg(concat(oid, convalidated), ',' order by oid) from pg_constraint),
       (select string_agg(concat(oid), ',' order by oid) from pg_namespace where nspname not like 'pg_%'),
       (select string_agg(concat(m.*), ',' order by name) from schema_migrations m)
     )) as schema`,
  );
  return rows[0]?.schema ?? "";
}

/** From this size in bytes on, truncating a table takes less time than deleting its rows. */
const LARGE = 128 * 1024;

/** A table that was ever written to has a size. */
async function empty(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string; isLarge: boolean }>(
    `select quote_ident(relname) as name, pg_relation_size(oid) >= ${LARGE} as "isLarge" from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r'
        and relname <> 'schema_migrations' and pg_relation_size(oid) > 0`,
  );
  const large = rows.filter(({ isLarge }) => isLarge).map(({ name }) => name);
  if (large.length > 0) await client.query(`truncate ${large.join(", ")} cascade`);
  const deletions = rows.filter(({ isLarge }) => !isLarge).map(({ name }) => `delete from ${name}`);
  // Without triggers and foreign keys, so in any order.
  const withoutTriggers = "set local session_replication_role = replica";
  await client.query(["begin", withoutTriggers, ...deletions, "commit"].join(";"));
  // Also sequences of tables where every insert failed.
  await client.query(
    `select setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false)
       from pg_sequences where schemaname = 'public' and last_value is not null`,
  );
}

let snapshot: Promise<Uint8Array<ArrayBuffer>> | undefined;

/**
 * A dump of a migrated, empty database, cached between runs. Creating the database takes seconds, loading the dump a quarter of a
 * second.
 */
export function testSnapshot(): Promise<Uint8Array<ArrayBuffer>> {
  snapshot ??= loadSnapshot();
  return snapshot;
}

async function loadSnapshot(): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(
    await readFile(await cached("test-database", await stateOfMigrations(), makeSnapshot)),
  );
}

async function makeSnapshot(file: string): Promise<void> {
  const backend = await openEmbedded({
    dataDir: "memory://",
    ...patience,
    freeSpaceFloorBytes: 0,
    log: silentLog,
  });
  const client = await backend.pool.connect();
  await migrate(client, { log: silentLog });
  await client.query("checkpoint");
  client.release();
  await writeFile(file, await backend.postgres.dump());
  await backend.close();
}

/** Differs whenever a migrated database would be different. */
async function stateOfMigrations(): Promise<string> {
  const folder = join(import.meta.dirname, "../db/migrations");
  const hash = createHash("sha256");
  for (const name of (await readdir(folder)).toSorted())
    hash.update(name).update(await readFile(join(folder, name)));
  const pglite = createRequire(import.meta.url).resolve("@electric-sql/pglite");
  hash.update(await readFile(join(dirname(pglite), "../package.json")));
  hash.update(await readFile(join(import.meta.dirname, "../db/pglite/open-postgres.ts")));
  return hash.digest("hex").slice(0, 16);
}

/** Emptied and unused databases on the server. Creating one takes five times as long as emptying it. */
const idleOnServer: { name: string; schema: string }[] = [];

async function openOnServer(
  url: string,
  { options, isReusable }: { options: Partial<DatabaseOptions>; isReusable: boolean },
): Promise<DatabaseClient> {
  const { name, schema } = (isReusable ? idleOnServer.pop() : undefined) ?? (await createOnServer(url));
  const db = await openDatabase({ url: withDatabase(url, name), ...patience, log: silentLog, ...options });
  let closing: Promise<void> | undefined;
  const close = () =>
    (closing ??= (async () => {
      await db.close();
      const isEmptied =
        isReusable &&
        (await onServer(withDatabase(url, name), async (client) => {
          // Connections left open by a test hold locks.
          await client.query(
            `select pg_terminate_backend(pid) from pg_stat_activity
              where datname = current_database() and pid <> pg_backend_pid()`,
          );
          if ((await schemaOf(client)) !== schema) return false;
          await empty(client);
          return true;
        }));
      if (isEmptied) idleOnServer.push({ name, schema });
      else await onServer(url, (server) => server.query(`drop database if exists ${name} with (force)`));
    })());
  return { ...db, close, [Symbol.asyncDispose]: close };
}

async function createOnServer(url: string): Promise<{ name: string; schema: string }> {
  const name = `looby_test_${randomUUID().replaceAll("-", "")}`;
  const template = await templateOnServer(url);
  await onServer(url, (server) => server.query(`create database ${name} template ${template}`));
  return { name, schema: await onServer(withDatabase(url, name), schemaOf) };
}

/** A migrated database for each state of the migrations. Test databases are copies of it. */
async function templateOnServer(url: string): Promise<string> {
  const name = `looby_template_${await stateOfMigrations()}`;
  await onServer(url, async (server) => {
    await server.query("select pg_advisory_lock(7105663)"); // released with the connection
    const { rowCount } = await server.query("select from pg_database where datname = $1", [name]);
    if (rowCount !== 0) return;
    await server.query(`drop database if exists ${name}_new with (force)`); // left by an interrupted run
    await server.query(`create database ${name}_new`);
    const db = await openDatabase({ url: withDatabase(url, `${name}_new`), ...patience, log: silentLog });
    await db.close();
    await server.query(`alter database ${name}_new rename to ${name}`);
  });
  return name;
}

async function onServer<T>(url: string, work: (server: pg.Client) => Promise<T>): Promise<T> {
  const server = new pg.Client({ connectionString: url });
  await server.connect();
  try {
    return await work(server);
  } finally {
    await server.end();
  }
}

function withDatabase(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}
