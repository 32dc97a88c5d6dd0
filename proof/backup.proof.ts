import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { DatabaseClient } from "#server/db/connection/client.ts";
import { seededRandom } from "#server/testing/seeded-random.ts";
import { openTestEmbedded } from "#server/testing/test-database.ts";
import { quickFolder } from "./camp/quick-server.ts";
import { proofSeed, rounds } from "./scale.ts";
import { record, stopwatch } from "./scoreboard.ts";

const root = join(import.meta.dirname, "..");
const WRITERS = 4;
const MARKER = "what somebody wanted forgotten";

/** Each written row with its fingerprint. Each is also added to a sum in the same transaction. */
type Ledger = Map<number, string>;

test("takes a consistent backup during writes, without deleted rows", async () => {
  const seconds = stopwatch();
  const backups = rounds({ gate: 1, nightly: 20 });
  const dataDir = await folder();
  const database = join(dataDir, "database");
  const ledger: Ledger = new Map();
  const files: string[] = [];
  const committedBefore: number[] = [];
  {
    await using db = await openTestEmbedded({ dataDir: database });
    await db.pool.query(
      `create table entry (n int primary key, body text not null);
       create table total (entries int not null, bytes bigint not null);
       insert into total values (0, 0);
       create table confidential (body text);
       insert into confidential values ('${MARKER}')`,
    );
    await db.pool.query("delete from confidential");
    await whileWriting(db, ledger, async () => {
      for (let taken = 0; taken < backups; taken++) {
        await untilWritten(ledger, (taken + 1) * 100);
        committedBefore.push(ledger.size);
        const backup = await db.backupNow();
        // Copied out of the folder, because the server deletes all but the newest backups.
        const copy = join(await folder(), basename(backup?.file ?? ""));
        await copyFile(backup?.file ?? "", copy);
        files.push(copy);
      }
      await untilWritten(ledger, (backups + 1) * 100);
    });
  }
  let exact = 0;
  for (const [index, file] of files.entries()) {
    const target = await folder();
    restore(file, target);
    await using db = await openTestEmbedded({ dataDir: join(target, "database") });
    const isExact = await isOneMoment(db, ledger, committedBefore[index] ?? 0);
    const isForgotten = (await rowsWith(db, MARKER)) === 0;
    if (isExact && isForgotten) exact += 1;
  }
  record({
    name: "backups under load that restore exactly",
    figure: exact,
    unit: `of ${backups}`,
    gate: { exactly: backups },
    seconds: seconds(),
  });
});

/** Runs `work` while writers continue, so that they also write during the backup. */
async function whileWriting(db: DatabaseClient, ledger: Ledger, work: () => Promise<void>): Promise<void> {
  const random = seededRandom(proofSeed());
  let next = 1;
  let isOver = false;
  const writers = Array.from({ length: WRITERS }, async () => {
    while (!isOver) {
      const n = next++;
      const body = `${n}:${"x".repeat(Math.ceil(3000 * random()))}`;
      const client = await db.pool.connect();
      await client.query("begin");
      await client.query("insert into entry values ($1, $2)", [n, body]);
      await client.query("update total set entries = entries + 1, bytes = bytes + $1", [body.length]);
      await client.query("commit");
      client.release();
      ledger.set(n, createHash("md5").update(body).digest("hex"));
    }
  });
  await work();
  isOver = true;
  await Promise.all(writers);
}

async function untilWritten(ledger: Ledger, count: number): Promise<void> {
  while (ledger.size < count) await new Promise((resolve) => setTimeout(resolve, 5));
}

/** Restores the way an operator does. */
function restore(file: string, dataDir: string): void {
  const { status, stderr } = spawnSync(process.execPath, [join(root, "scripts/restore.ts"), file], {
    env: { ...process.env, DATA_DIR: dataDir },
    encoding: "utf8",
  });
  expect(stderr).toBe("");
  expect(status).toBe(0);
}

/**
 * Whether the database is a consistent snapshot: everything committed before, nothing half written, nothing that was never written, and
 * each row with its own text.
 */
async function isOneMoment(db: DatabaseClient, ledger: Ledger, before: number): Promise<boolean> {
  const entries = await db.pool.query<{ n: number; hash: string; bytes: number }>(
    "select n, md5(body) as hash, length(body) as bytes from entry order by n",
  );
  const total = await db.pool.query<{ entries: number; bytes: string }>(
    "select entries, bytes::text from total",
  );
  const bytes = entries.rows.reduce((sum, row) => sum + row.bytes, 0);
  const isWhole = entries.rows.every(({ n, hash }) => ledger.get(n) === hash);
  const { rows } = total;
  return (
    isWhole &&
    entries.rows.length >= before &&
    rows[0]?.entries === entries.rows.length &&
    rows[0].bytes === String(bytes)
  );
}

async function rowsWith(db: DatabaseClient, text: string): Promise<number> {
  const tables = await db.pool.query<{ name: string }>(
    "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')",
  );
  let found = 0;
  for (const { name } of tables.rows) {
    const { rows } = await db.pool.query<{ n: number }>(
      `select count(*)::int as n from ${name} row where row::text like $1`,
      [`%${text}%`],
    );
    found += rows[0]?.n ?? 0;
  }
  return found;
}

async function folder(): Promise<string> {
  const made = await mkdtemp(join(quickFolder(), "looby-backup-"));
  onTestFinished(() => rm(made, { recursive: true, force: true }));
  return made;
}
