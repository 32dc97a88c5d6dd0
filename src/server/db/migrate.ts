import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type pg from "pg";
import { OperatorError } from "#server/operator-error.ts";
import type { DatabaseLog } from "#server/log.ts";

/** A numbered SQL file. `requires` names an extension; the file is skipped until the extension is available. */
interface Migration {
  name: string;
  sql: string;
  checksum: string;
  requires: string | null;
}

export interface MigrateOptions {
  log: DatabaseLog;
  folder?: string;
  /** Called once before a database that already has tables is changed. */
  beforeChange?: () => Promise<void>;
}

/** An arbitrary number, unique to Looby. */
const advisoryLock = 7_105_662;

const ownFolder = join(import.meta.dirname, "migrations");

/**
 * Applies, in order, each numbered file of `folder` that was not applied yet, each in its own transaction. A file that begins
 * with `-- requires: <extension>` is skipped while the extension cannot be created, and applied at the first start when it can.
 *
 * Throws `database-newer` when a later version of Looby migrated this database, `migration-changed` when an applied file was edited,
 * and `migration-failed`.
 */
export async function migrate(client: pg.PoolClient, options: MigrateOptions): Promise<void> {
  const { log, folder = ownFolder, beforeChange } = options;
  const migrations = await readMigrations(folder);
  await inTurn(client, () =>
    client.query(
      `create table if not exists schema_migrations (
         name text primary key,
         checksum text not null,
         applied_at timestamptz not null default now()
       )`,
    ),
  );
  await assertNotNewer(client, folder);
  const applied = await appliedChecksums(client);
  for (const migration of migrations) assertUnchanged(migration, applied);
  let isChanged = applied.size === 0;
  for (const migration of migrations) {
    if (applied.has(migration.name)) continue;
    if (migration.requires !== null && !(await canUse(client, migration.requires))) {
      log.info({ migration: migration.name }, `Skipped: this database has no ${migration.requires}`);
      continue;
    }
    if (!isChanged) await beforeChange?.();
    isChanged = true;
    await apply(client, migration);
    log.info({ migration: migration.name }, "Migration applied");
  }
}

/**
 * Refuses data with a migration that sorts after the newest one in `folder`. An older unknown name is harmless: that file was renamed
 * since.
 * @throws OperatorError `database-newer`
 */
export async function assertNotNewer(client: pg.ClientBase, folder = ownFolder): Promise<void> {
  const newestKnown = (await migrationNames(folder)).at(-1) ?? "";
  const { rows } = await client.query<{ name: string; at: Date }>(
    `select name, applied_at as at from schema_migrations where name collate "C" > $1 order by name collate "C"`,
    [newestKnown],
  );
  const [first, last] = [rows[0], rows.at(-1)];
  if (first === undefined || last === undefined) return;
  throw new OperatorError(
    "database-newer",
    `This data was written by a newer version of Looby: its newest migration is ${last.name}, and this version knows them up to ` +
      `${newestKnown}. Start the newer version. To go back, restore the last backup from before ${first.at.toISOString()} with this ` +
      "version: npm run restore -- FILE (on PostgreSQL: pg_restore, see docs/operations.md). It lacks everything written since.",
  );
}

async function migrationNames(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith(".sql")).toSorted();
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = await migrationNames(folder);
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(folder, name), "utf8");
      const checksum = createHash("sha256").update(sql).digest("hex");
      return { name, sql, checksum, requires: /^-- requires: (\w+)/.exec(sql)?.[1] ?? null };
    }),
  );
}

async function appliedChecksums(client: pg.PoolClient): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    "select name, checksum from schema_migrations",
  );
  return new Map(rows.map(({ name, checksum }) => [name, checksum]));
}

function assertUnchanged({ name, checksum }: Migration, applied: Map<string, string>): void {
  const known = applied.get(name);
  if (known === undefined || known === checksum) return;
  throw new OperatorError(
    "migration-changed",
    `Migration ${name} was changed after this database had applied it: undo the change and put it into a new file.`,
  );
}

async function canUse(client: pg.PoolClient, extension: string): Promise<boolean> {
  try {
    await inTurn(client, () =>
      client.query(`create extension if not exists ${client.escapeIdentifier(extension)}`),
    );
    return true;
  } catch {
    return false;
  }
}

async function apply(client: pg.PoolClient, { name, sql, checksum }: Migration): Promise<void> {
  try {
    await inTurn(client, async () => {
      // Another server may have applied it while this one waited for the lock.
      if ((await appliedChecksums(client)).has(name)) return;
      await client.query(sql);
      await client.query("insert into schema_migrations (name, checksum) values ($1, $2)", [name, checksum]);
    });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new OperatorError("migration-failed", `Migration ${name} failed and was undone: ${reason}`, {
      cause,
    });
  }
}

/** Runs `work` in a transaction with an advisory lock, so that servers starting on this database take turns. */
async function inTurn(client: pg.PoolClient, work: () => Promise<unknown>): Promise<void> {
  await client.query("begin");
  try {
    await client.query("select pg_advisory_xact_lock($1)", [advisoryLock]);
    await work();
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw error;
  }
}
