import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { silentLog } from "#server/testing/silent-log.ts";
import { openTestDatabase, openTestEmbedded } from "#server/testing/test-database.ts";
import { migrate } from "./migrate.ts";

test("applies files once, in order, each completely or not at all", async () => {
  await using db = await openTestDatabase();
  const folder = await migrationsFolder({
    "0101-first.sql": "create table first (id int); insert into first values (1);",
    "0102-second.sql": "create table second as select id + 1 as id from first;",
  });
  const client = await db.pool.connect();
  await migrate(client, { folder, log: silentLog });
  await migrate(client, { folder, log: silentLog });
  expect((await client.query("select id from second")).rows).toEqual([{ id: 2 }]);

  await writeFile(join(folder, "0103-broken.sql"), "create table third (id int); select nonsense;");
  await expect(migrate(client, { folder, log: silentLog })).rejects.toMatchObject({
    code: "migration-failed",
    message: 'Migration 0103-broken.sql failed and was undone: column "nonsense" does not exist',
  });
  expect(await tableNames(client)).toEqual(["first", "second"]);
  await writeFile(join(folder, "0103-broken.sql"), "create table third (id int);");
  await migrate(client, { folder, log: silentLog });
  expect(await tableNames(client)).toEqual(["first", "second", "third"]);
  client.release();
});

test("refuses to start when an applied file was edited", async () => {
  await using db = await openTestDatabase();
  const folder = await migrationsFolder({ "0101-first.sql": "create table first (id int);" });
  const client = await db.pool.connect();
  await migrate(client, { folder, log: silentLog });
  await writeFile(join(folder, "0101-first.sql"), "create table first (id bigint);");
  await expect(migrate(client, { folder, log: silentLog })).rejects.toMatchObject({
    code: "migration-changed",
  });
  client.release();
});

test("refuses data of a newer version with the ways on and back", async () => {
  await using db = await openTestDatabase();
  const folder = await migrationsFolder({ "0101-first.sql": "create table first (id int);" });
  const client = await db.pool.connect();
  await migrate(client, { folder, log: silentLog });
  await client.query(
    `insert into schema_migrations (name, checksum, applied_at)
     values ('0102-later.sql', 'x', '2026-08-30 06:00Z'), ('0103-latest.sql', 'x', '2026-08-31 06:00Z')`,
  );
  await writeFile(join(folder, "0100-missed.sql"), "create table second (id int);");
  await expect(migrate(client, { folder, log: silentLog })).rejects.toMatchObject({
    code: "database-newer",
    message: expect.stringMatching(
      /0103-latest\.sql, .* up to 0101-first\.sql\. Start the newer .* before 2026-08-30T06:00:00\.000Z .*npm run restore/,
    ),
  });
  expect(await tableNames(client)).toEqual(["first"]);
  client.release();
});

test("starts on data with a migration that was renamed since", async () => {
  await using db = await openTestDatabase();
  const folder = await migrationsFolder({ "0102-second.sql": "create table second (id int);" });
  const client = await db.pool.connect();
  await client.query("insert into schema_migrations (name, checksum) values ('0101-old-name.sql', 'x')");
  await migrate(client, { folder, log: silentLog });
  expect(await tableNames(client)).toEqual(["second"]);
  client.release();
});

test("postpones a file until the extension it requires is available", async () => {
  await using db = await openTestDatabase();
  const folder = await migrationsFolder({
    "0101-first.sql": "create table first (id int);",
    "0102-far.sql": "-- requires: not_installed\ncreate table far (id int);",
    "0103-third.sql": "-- requires: pg_trgm\ncreate table third (id int);",
  });
  const client = await db.pool.connect();
  await migrate(client, { folder, log: silentLog });
  expect(await tableNames(client)).toEqual(["first", "third"]);
  // Requires an available extension instead. To the database this is the same as installing the missing one.
  await writeFile(join(folder, "0102-far.sql"), "-- requires: unaccent\ncreate table far (id int);");
  await migrate(client, { folder, log: silentLog });
  expect(await tableNames(client)).toEqual(["far", "first", "third"]);
  client.release();
});

test("backs up a database before changing it, but only if it already has tables", async () => {
  await using db = await openTestEmbedded();
  const folder = await migrationsFolder({ "0101-first.sql": "create table first (id int);" });
  const client = await db.pool.connect();
  let calls = 0;
  const beforeChange = async () => void calls++;
  await client.query("drop table schema_migrations");
  await migrate(client, { folder, beforeChange, log: silentLog });
  await migrate(client, { folder, beforeChange, log: silentLog });
  expect(calls).toBe(0);
  await writeFile(join(folder, "0102-second.sql"), "create table second (id int);");
  await writeFile(join(folder, "0103-third.sql"), "create table third (id int);");
  await migrate(client, { folder, beforeChange, log: silentLog });
  expect(calls).toBe(1);
  client.release();
});

test("makes servers that start on one database at the same time wait for each other", async () => {
  await using db = await openTestDatabase();
  if (db.engine === "pglite") return; // has one connection
  const folder = await migrationsFolder({
    "0101-first.sql": "select pg_sleep(0.2); create table first (id int);",
  });
  await db.pool.query("drop table schema_migrations");
  await Promise.all(
    Array.from({ length: 4 }, () =>
      db.maintenance(({ client }) => migrate(client, { folder, log: silentLog })),
    ),
  );
  await db.maintenance(async ({ client }) => expect(await tableNames(client)).toEqual(["first"]));
});

async function migrationsFolder(files: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "looby-migrations-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const [name, sql] of Object.entries(files)) await writeFile(join(folder, name), sql);
  return folder;
}

/** The tables made by the test, without the application's own in the template. */
async function tableNames(client: pg.PoolClient): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    "select tablename as name from pg_tables where tablename in ('first', 'second', 'third', 'far') order by 1",
  );
  return rows.map(({ name }) => name);
}
