import { spawnSync } from "node:child_process";
import { mkdir, readdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, onTestFinished, test, vi } from "vitest";
import { silentLog } from "#server/testing/silent-log.ts";
import { openTestEmbedded } from "#server/testing/test-database.ts";
import { openDatabase } from "../connection/client.ts";
import { embeddedMajor } from "./files/cluster-folder.ts";

// Clusters are created and synced, which takes minutes on a busy disk.
vi.setConfig({ testTimeout: 300_000 });

test("reports a clear error at a query's deadline, then runs the next query [fault]", async () => {
  await using db = await openTestEmbedded({
    dataDir: await temporaryFolder(),
    queryDeadlineMs: 1_000,
  });
  await db.pool.query("create table entry (id int primary key); insert into entry values (1)");
  for (const endless of ["select pg_sleep(600)", "select count(*) from generate_series(1, 1e12)"]) {
    await expect(db.pool.query(endless)).rejects.toMatchObject({ code: "query-timeout" });
    expect((await db.pool.query("select id from entry")).rows).toEqual([{ id: 1 }]);
  }
  // Also inside a transaction, where its own rollback must not hide the reason.
  const transaction = db.kysely.transaction().execute(async (tx) => {
    await sql`insert into entry values (2)`.execute(tx);
    await sql`select pg_sleep(600)`.execute(tx);
  });
  await expect(transaction).rejects.toMatchObject({ code: "query-timeout" });
  expect((await db.pool.query("select id from entry")).rows).toEqual([{ id: 1 }]);
});

test("reports deep nesting by the limits of Postgres, before the stack overflows", async () => {
  await using db = await openTestEmbedded({ queryDeadlineMs: 30_000 });
  const pairs = (count: number) => "(".repeat(count) + ")".repeat(count);
  await expect(db.pool.query("select 'x' ~ $1", [pairs(400_000)])).rejects.toMatchObject({ code: "2201B" });
  await expect(db.pool.query(`select ${"1+".repeat(100_000)}1`)).rejects.toMatchObject({ code: "54001" });
  await expect(db.pool.query("select to_tsquery($1)", [`${"(".repeat(200_000)}a`])).rejects.toMatchObject({
    code: "54001",
  });
  // Unpatched PGlite returns no rows and no error here, and the next query never ends.
  const words = await db.pool.query("select websearch_to_tsquery('english', $1) is not null as parsed", [
    "a ".repeat(60_000),
  ]);
  expect(words.rows).toEqual([{ parsed: true }]);
  expect((await db.pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
});

test("replaces a broken Postgres without losing rows [fault]", async () => {
  await using db = await openTestEmbedded({
    dataDir: await temporaryFolder(),
    queryDeadlineMs: 60_000,
  });
  await db.pool.query("create table entry (id int primary key); insert into entry values (1)");
  // Too deep for any stack, and not limited by Postgres.
  const tooDeep = db.pool.query("select $1::jsonb", ["[".repeat(10_000_000)]);
  await expect(tooDeep).rejects.toMatchObject({ code: "unavailable" });
  expect((await db.pool.query("select id from entry")).rows).toEqual([{ id: 1 }]);
});

test("clears transactions, settings and statements of a disconnected client", async () => {
  await using db = await openTestEmbedded();
  await db.pool.query("create table entry (id int primary key)");
  const client = await db.pool.connect();
  await client.query("set work_mem = '1MB'");
  await client.query({ name: "mine", text: "select 1" });
  await client.query("begin");
  await client.query("insert into entry values (1)");
  client.release(true);
  expect((await db.pool.query("select id from entry")).rows).toEqual([]);
  expect((await db.pool.query("show work_mem")).rows).toEqual([{ work_mem: "4MB" }]);
  expect((await db.pool.query({ name: "mine", text: "select 2 as two" })).rows).toEqual([{ two: 2 }]);
});

test("rejects use of the pool inside an open transaction instead of waiting forever", async () => {
  await using db = await openTestEmbedded({ connectionTimeoutMs: 500 });
  await db.kysely.transaction().execute(async () => {
    await expect(db.pool.query("select 1")).rejects.toMatchObject({
      code: "unavailable",
      detail: { reason: expect.stringContaining("use the transaction") },
    });
  });
});

test("transfers rows of every size completely", async () => {
  await using db = await openTestEmbedded();
  const large = "x".repeat(20_000_000);
  expect((await db.pool.query("select $1::text as large", [large])).rows).toEqual([{ large }]);
  const many = await db.pool.query("select i, repeat('y', i % 300) as text from generate_series(1, 50000) i");
  expect(many.rows.at(-1)).toEqual({ i: 50_000, text: "y".repeat(50_000 % 300) });
  const list = Array.from({ length: 100_000 }, (_, index) => index);
  expect((await db.pool.query("select $1::int[] as list", [list])).rows).toEqual([{ list }]);
});

test("opens a folder in only one process at a time [fault]", async () => {
  const dataDir = await temporaryFolder();
  await using db = await openTestEmbedded({ dataDir });
  expect(db.version.split(".")[0]).toBe(embeddedMajor);
  await expect(openTestEmbedded({ dataDir })).rejects.toMatchObject({ code: "database-locked" });

  const writer = join(import.meta.dirname, "../../testing/children/writer.ts");
  const second = spawnSync(process.execPath, [writer, dataDir], { encoding: "utf8" });
  expect(second.status).not.toBe(0);
  expect(second.stderr).toContain(
    `Another process is using the database in ${dataDir}: stop it, or set DATA_DIR to another folder.`,
  );
});

test("reports a read-only folder in one clear line", async () => {
  const file = join(await temporaryFolder(), "a-file");
  await writeFile(file, "");
  await expect(openTestEmbedded({ dataDir: file })).rejects.toMatchObject({
    code: "database-folder",
    message: expect.stringMatching(/^The database folder .* cannot be used \(.*\): set DATA_DIR/),
  });
});

test("reports why a stored database cannot be opened, and advises a copy while it has no backup", async () => {
  const dataDir = await temporaryFolder();
  await mkdir(join(dataDir, "cluster", "global"), { recursive: true });
  await writeFile(join(dataDir, "cluster", "PG_VERSION"), `${embeddedMajor}\n`);
  await expect(openTestEmbedded({ dataDir })).rejects.toMatchObject({
    name: "OperatorError",
    code: "database-unavailable",
    message: expect.stringMatching(
      /^The database cannot be opened: .+\. Start Looby again\. If that stays so, copy .+ it has no backup\.$/,
    ),
  });
});

test("advises to restore the last backup of a database that cannot be opened", async () => {
  const dataDir = await temporaryFolder();
  const backup = join(dataDir, "backups", "looby-2026-08-30T06-00-00.000Z.tar.gz");
  await mkdir(join(dataDir, "backups"));
  await writeFile(backup, "");
  await mkdir(join(dataDir, "cluster", "global"), { recursive: true });
  await writeFile(join(dataDir, "cluster", "PG_VERSION"), `${embeddedMajor}\n`);
  await expect(openTestEmbedded({ dataDir })).rejects.toMatchObject({
    message: expect.stringMatching(
      new RegExp(
        `^The database cannot be opened: .+ bring the last backup back with: npm run restore -- ${backup}$`,
      ),
    ),
  });
});

test("advises another start when no database could be created in an empty folder", async () => {
  const dataDir = await temporaryFolder();
  const unreadable = new Uint8Array(1);
  await expect(openTestEmbedded({ dataDir, snapshot: unreadable })).rejects.toMatchObject({
    code: "database-unavailable",
    message: expect.stringMatching(
      /^The database cannot be opened: .+\. Nothing is stored in this folder yet: start Looby again\. .*check the disk/,
    ),
  });
});

test("reports a Postgres server that does not listen", async () => {
  const noListener = openDatabase({ url: "postgres://looby@127.0.0.1:1/looby", log: silentLog });
  await expect(noListener).rejects.toMatchObject({
    code: "database-unavailable",
    message: "The database could not be reached: connect ECONNREFUSED 127.0.0.1:1.",
  });
});

test("treats a cluster without its version file as damaged and leaves it unchanged", async () => {
  const dataDir = await temporaryFolder();
  await mkdir(join(dataDir, "cluster", "base"), { recursive: true });
  await expect(openTestEmbedded({ dataDir })).rejects.toMatchObject({
    message: expect.stringMatching(/is damaged: PG_VERSION is missing\. .* it has no backup\.$/),
  });
  expect(await readdir(dataDir)).toEqual(["cluster", "lock.sqlite"]);
});

test("refuses a folder of another Postgres version and leaves it unchanged", async () => {
  const dataDir = await temporaryFolder();
  await mkdir(join(dataDir, "cluster"));
  await writeFile(join(dataDir, "cluster", "PG_VERSION"), "17\n");
  await expect(openTestEmbedded({ dataDir })).rejects.toMatchObject({
    code: "database-version",
    message: expect.stringMatching(
      /^The database in .* was made by PostgreSQL 17, but this Looby embeds PostgreSQL 18: .*\.$/,
    ),
  });
});

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "looby-engine-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}
