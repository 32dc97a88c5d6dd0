import pg from "pg";
import type { Backups, Maintenance } from "../connection/backend.ts";
import { type Clocks, systemClocks } from "#server/clocks.ts";
import type { DatabaseLog } from "#server/log.ts";

/** Interval of checks for due work, in ms. */
const lookEveryMs = 10_000;

/**
 * Does the work of a Postgres server's background processes, which the embedded one does not have. Without it, the log grows
 * forever (`max_wal_size` has no effect) and every update leaves a dead row behind.
 */
export function runHousekeeping(maintenance: Maintenance, log: DatabaseLog): Disposable {
  return repeat(lookEveryMs, async () => {
    try {
      await tidy(maintenance);
    } catch (error) {
      log.warn({ err: error }, "Housekeeping of the database failed; it is tried again");
    }
  });
}

/**
 * Writes a backup `everyMs` after the last one. The clock decides only at the start, how old the last one is; a date in the future says
 * nothing about its age, so a new one is due. From then on, the time that passes decides. After a failure it waits at most an hour.
 */
export function backUpRegularly(
  maintenance: Maintenance,
  backups: Backups,
  everyMs: number,
  log: DatabaseLog,
  clocks: Clocks = systemClocks,
): Disposable {
  let { last } = backups;
  const ageMs = last === null ? -1 : clocks.wall() - last.at.getTime();
  let dueAt = clocks.up() + (ageMs < 0 ? 0 : everyMs - ageMs);
  return repeat(Math.min(lookEveryMs, everyMs), async () => {
    if (backups.last !== last) {
      ({ last } = backups);
      dueAt = clocks.up() + everyMs;
    }
    if (clocks.up() < dueAt) return;
    try {
      const { file, bytes } = await backups.write(maintenance);
      log.info({ file, bytes }, "Backup written and proven");
    } catch (error) {
      dueAt = clocks.up() + Math.min(everyMs, 60 * 60_000);
      log.error({ err: error }, "The backup failed; it is tried again later");
    }
  });
}

function repeat(everyMs: number, work: () => Promise<void>): Disposable {
  let running: Promise<void> | null = null;
  const timer = setInterval(() => {
    running ??= work().finally(() => (running = null));
  }, everyMs);
  timer.unref();
  return { [Symbol.dispose]: () => clearInterval(timer) };
}

/** Runs due vacuums and checkpoints. Each step takes the connection separately, so that other queries run in between. */
export async function tidy(maintenance: Maintenance): Promise<void> {
  const tables = await maintenance((client) =>
    client.query<{ schemaname: string; relname: string }>(vacuumDue),
  );
  for (const { schemaname, relname } of tables.rows) {
    const table = `${pg.escapeIdentifier(schemaname)}.${pg.escapeIdentifier(relname)}`;
    await maintenance((client) => client.query(`vacuum (analyze) ${table}`));
  }
  // Last, because a vacuum writes a lot of log.
  await maintenance(async (client) => {
    const { rows } = await client.query<{ due: boolean }>(checkpointDue);
    if (rows[0]?.due) await client.query("checkpoint");
  });
}

/**
 * Overwrites what deleted and changed rows left in pages, statistics and the log. Each table is rewritten while all queries wait, so
 * this takes as long as a restore. In between, other queries run.
 */
export async function eraseDeleted(maintenance: Maintenance): Promise<void> {
  // First, because the statistics have values of the rows. Their table is rewritten like the others.
  await maintenance((client) => client.query("analyze"));
  const { rows } = await maintenance((client) => client.query<{ name: string }>(rewritable));
  for (const { name } of rows) await maintenance((client) => client.query(`vacuum (full) ${name}`));
  await maintenance(async (client) => {
    await client.query("set wal_recycle = off");
    try {
      await client.query(leaveOldLog);
      await client.query("checkpoint");
    } finally {
      await client.query("reset wal_recycle");
    }
  });
}

const rewritable = `
  select format('%I.%I', nspname, relname) as name
  from pg_class join pg_namespace on pg_namespace.oid = relnamespace
  where relkind in ('r', 'm') and relpersistence <> 't'
  order by pg_class.oid`;

/** Log files are reused with their old bytes. Advances to a file after them, so that the next checkpoint deletes them. */
const leaveOldLog = `
  do $$ begin
    for _ in 0..(select count(*) from pg_ls_waldir() where name > pg_walfile_name(pg_current_wal_insert_lsn())) loop
      perform pg_logical_emit_message(false, 'looby', '');
      perform pg_switch_wal();
    end loop;
  end $$`;

/**
 * Due after 16 MB of log, or after writes within five minutes. All queries wait for a checkpoint, and it takes longer the more
 * there is to write. The same log has to be replayed after a crash.
 */
const checkpointDue = `
  select pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn) > 16 * 1024 * 1024
      or (checkpoint_time < now() - interval '5 minutes' and pg_current_wal_lsn() > checkpoint_lsn + 1024) as due
  from pg_control_checkpoint()`;

/**
 * The rule of autovacuum (a fifth of the rows, a tenth for statistics), plus each table once a day. The counts do not survive the
 * process, so every table is also due once after a start.
 */
const vacuumDue = `
  select schemaname, relname
  from pg_stat_all_tables
  where schemaname <> 'pg_toast'
    and (n_dead_tup > 50 + 0.2 * n_live_tup
      or n_ins_since_vacuum > 1000 + 0.2 * n_live_tup
      or n_mod_since_analyze > 50 + 0.1 * n_live_tup
      or last_vacuum is null
      or last_vacuum < now() - interval '1 day')
  order by relid`;
