import type { Kysely } from "kysely";
import type pg from "pg";
import { AppError } from "#server/http/app-error.ts";
import { OperatorError } from "#server/operator-error.ts";
import type { Backend, Backup, ForgottenBackups, Maintenance } from "./backend.ts";
import { insufficientStorage } from "../database-error.ts";
import type { DatabaseLog } from "#server/log.ts";
import { migrate } from "../migrate.ts";
import { kyselyForPieces, kyselyOver, kyselyOverClient } from "./named-statements.ts";
import type { Unlisten } from "./notifications.ts";
import { openEmbedded } from "../pglite/embedded.ts";
import type { Engine } from "../pglite/engine.ts";
import { connectToServer } from "./postgres-server.ts";
import type { Schema } from "../schema.ts";

export interface DatabaseOptions {
  /** A Postgres server (15 or later). Without it, the database is embedded and stored in `dataDir`. */
  url?: string;
  /** Maximum connections to that server; the embedded database has one. */
  connections?: number;
  /** The folder owned by the embedded database, or "memory://". */
  dataDir?: string;
  /** A dump to start a new embedded database from. Tests use it to save the time of creating one. */
  snapshot?: Uint8Array<ArrayBuffer>;
  /** A running embedded Postgres that outlives this client. Tests use it to skip the start. */
  postgres?: Engine;
  /** Maximum duration of a query, in ms. */
  queryDeadlineMs?: number;
  /** Maximum wait for a free connection, in ms. */
  connectionTimeoutMs?: number;
  /** Writes are refused when the volume of `dataDir` has less free space than this. */
  freeSpaceFloorBytes?: number;
  /** Interval of backups of the embedded database, and the number retained. */
  backups?: { everyMs: number; copies: number };
  /** Folder of the migrations; only tests use another one. */
  migrationsFolder?: string;
  log: DatabaseLog;
}

/** One connection with the query deadline lifted. */
export interface MaintenanceConnection {
  client: pg.PoolClient;
  kysely: Kysely<Schema>;
}

export interface DatabaseClient extends AsyncDisposable {
  engine: "pglite" | "postgres";
  /** As reported by the server, such as "18.6". */
  version: string;
  /** Whether pgvector is installed, and with it the tables that need it. */
  hasVector: boolean;
  pool: pg.Pool;
  kysely: Kysely<Schema>;
  /** For long work in pieces while a user waits; see `inPieces`. */
  patient: Kysely<Schema>;
  /**
   * For work no user waits for. User requests come first. A statement that takes too long fails with `query-timeout` without interrupting
   * other work.
   */
  readonly background: DatabaseClient;
  /**
   * Calls `handler` for each committed `pg_notify(channel, payload)`. Calls `onMissed` after a reconnect, when notifications may
   * have been lost.
   */
  listen(channel: string, handler: (payload: string) => void, onMissed?: () => void): Promise<Unlisten>;
  /**
   * Runs long work (an import, a backup) on one connection without a deadline. It is the only connection of the embedded
   * database: `work` must use no other, and all other queries wait, so split long work into parts.
   */
  maintenance<T>(work: (connection: MaintenanceConnection) => Promise<T>): Promise<T>;
  isWritable(): boolean;
  /** Throws `insufficient-storage` when the disk is nearly full. */
  assertWritable(): void;
  /** The newest existing backup. Null when there is none, or on a Postgres server, whose operator makes the backups. */
  readonly lastBackup: Backup | null;
  /**
   * Writes and verifies a backup of the embedded database (throws `backup-failed`). On a Postgres server it does nothing and
   * returns null.
   */
  backupNow(): Promise<Backup | null>;
  /** Like `backupNow`, then deletes all older backups and all databases set aside by restores. */
  forgetBackups(): Promise<ForgottenBackups | null>;
  close(): Promise<void>;
}

const megabyte = 1024 * 1024;

/**
 * Opens the database and applies the migrations. Failures are OperatorErrors: `database-locked`, `database-folder`,
 * `database-version`, `database-newer`, `database-unavailable`, `migration-changed`, `migration-failed`, `backup-failed` (a backup is written
 * before tables are changed).
 */
export async function openDatabase(options: DatabaseOptions): Promise<DatabaseClient> {
  try {
    return await open(options);
  } catch (error) {
    // While Looby runs, such an error is shown to a client. At the start only the operator sees it.
    if (!(error instanceof AppError)) throw error;
    throw new OperatorError("database-unavailable", error.detail.reason ?? error.message, { cause: error });
  }
}

async function open(options: DatabaseOptions): Promise<DatabaseClient> {
  const backend = await openBackend(options);
  try {
    return await clientOver(backend, options);
  } catch (error) {
    await backend.close();
    throw error;
  }
}

async function openBackend({ url, dataDir, ...options }: DatabaseOptions): Promise<Backend> {
  const limits = {
    queryDeadlineMs: 2_000,
    connectionTimeoutMs: 10_000,
    connections: 10,
    freeSpaceFloorBytes: 200 * megabyte,
  };
  if (url !== undefined) return connectToServer({ ...limits, ...options, url });
  if (dataDir === undefined) throw new OperatorError("invalid-config", "Set DATABASE_URL or DATA_DIR.");
  return openEmbedded({ ...limits, ...options, dataDir });
}

async function clientOver(backend: Backend, options: DatabaseOptions): Promise<DatabaseClient> {
  const { pool, backups } = backend;
  const version = await checkedVersion(pool);
  const onOneClient = maintenanceOn(backend);
  await onOneClient((client) =>
    migrate(client, {
      log: options.log,
      ...(options.migrationsFolder !== undefined && { folder: options.migrationsFolder }),
      beforeChange: async () => void (await backups?.write((work) => work(client))),
    }),
  );
  const vector = await pool.query("select from pg_extension where extname = 'vector'");
  backend.startHousekeeping(onOneClient);
  let closing: Promise<void> | undefined;
  const close = () => (closing ??= backend.close());
  const rules = backend.background;
  const over = (kysely: Kysely<Schema>, background: () => DatabaseClient): DatabaseClient => ({
    engine: backend.engine,
    version,
    hasVector: vector.rowCount !== 0,
    pool,
    kysely,
    patient: rules === null ? kysely : kyselyForPieces<Schema>(pool, rules, () => null),
    get background() {
      return background();
    },
    listen: (channel, handler, onMissed) => backend.notifications.listen(channel, handler, onMissed),
    maintenance: (work) =>
      onOneClient((client) => work({ client, kysely: kyselyOverClient<Schema>(pool, client) })),
    isWritable: () => backend.isWritable(),
    assertWritable() {
      if (!backend.isWritable()) throw insufficientStorage();
    },
    get lastBackup() {
      return backups?.last ?? null;
    },
    backupNow: async () => (backups ? await backups.write(onOneClient) : null),
    forgetBackups: async () => (backups ? await backups.writeAndForget(onOneClient) : null),
    close,
    [Symbol.asyncDispose]: close,
  });
  const kysely = kyselyOver<Schema>(pool);
  const polite =
    rules === null ? kysely : kyselyForPieces<Schema>(pool, rules, async () => await rules.turn());
  const background: DatabaseClient = over(polite, () => background);
  return over(kysely, () => background);
}

/** The oldest Postgres version that supports our SQL. */
const oldestMajor = 15;

async function checkedVersion(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ server_version: string }>("show server_version");
  const version = rows[0]?.server_version ?? "unknown";
  if (Number.parseInt(version) >= oldestMajor) return version;
  throw new OperatorError(
    "database-version",
    `Looby needs PostgreSQL ${oldestMajor} or later: this server is ${version}.`,
  );
}

function maintenanceOn(backend: Backend): Maintenance {
  return async (work) => {
    const client = await backend.pool.connect();
    let isSound = false;
    try {
      await using _lifted = await backend.liftDeadline(client);
      const result = await work(client);
      isSound = true;
      return result;
    } finally {
      client.release(!isSound); // a failed import may have left its transaction open
    }
  };
}
