import type { Kysely } from "kysely";
import type pg from "pg";
import { AppError } from "#server/http/app-error.ts";
import { OperatorError } from "#server/operator-error.ts";
import type { Backend, Backup, ForgottenBackups, Maintenance } from "./backend.ts";
import { insufficientStorage } from "../database-error.ts";
import type { DatabaseLog } from "../database-log.ts";
import { migrate } from "../migrate.ts";
import { kyselyForPieces, kyselyOver, kyselyOverClient } from "./named-statements.ts";
import type { Unlisten } from "./notifications.ts";
import { openEmbedded } from "../pglite/embedded.ts";
import type { Engine } from "../pglite/engine.ts";
import { connectToServer } from "./postgres-server.ts";
import type { Schema } from "../schema.ts";

export interface DatabaseOptions {
  /** A Postgres server (15 or later). Without it the database is embedded and lives in `dataDir`. */
  url?: string;
  /** Connections to that server at most; the embedded database has one. */
  connections?: number;
  /** The folder the embedded database owns, or "memory://". */
  dataDir?: string;
  /** A dump for a new embedded database to start from; tests save its creation by it. */
  snapshot?: Uint8Array<ArrayBuffer>;
  /** An embedded Postgres that runs already and outlives this client; tests save its start by it. */
  postgres?: Engine;
  /** Longest a query may run, in ms. */
  queryDeadlineMs?: number;
  /** Longest wait for a free connection, in ms. */
  connectionTimeoutMs?: number;
  /** Below this much free space on the volume of `dataDir` nothing is written any more. */
  freeSpaceFloorBytes?: number;
  /** When the embedded database is backed up, and how many of the backups are kept. */
  backups?: { everyMs: number; keep: number };
  /** Where the migrations are; only tests have others. */
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
  /** As the server tells it, "18.6" for example. */
  version: string;
  /** Whether pgvector is there, and with it the tables that need it. */
  hasVector: boolean;
  pool: pg.Pool;
  kysely: Kysely<Schema>;
  /** The same for long work in pieces that a user waits for, see `inPieces`. */
  patient: Kysely<Schema>;
  /**
   * The same for work nobody waits for: people's calls come first, and a statement that takes too long fails with
   * `query-timeout` without taking the database away from anybody.
   */
  readonly background: DatabaseClient;
  /**
   * Calls `handler` for each committed `pg_notify(channel, payload)`, and `onMissed` after a lost connection
   * came back, when some may have been lost.
   */
  listen(channel: string, handler: (payload: string) => void, onMissed?: () => void): Promise<Unlisten>;
  /**
   * Runs long work (an import, a backup) on one connection with no deadline. The embedded database has only
   * this connection: `work` must use it alone, and everybody else waits, so cut long work into parts.
   */
  maintenance<T>(work: (connection: MaintenanceConnection) => Promise<T>): Promise<T>;
  isWritable(): boolean;
  /** Throws `insufficient-storage` when the disk is nearly full. */
  assertWritable(): void;
  /**
   * The newest backup that is there; null when there is none or, on a server, when backups are its
   * operator's.
   */
  readonly lastBackup: Backup | null;
  /**
   * Writes and proves a backup of the embedded database (`backup-failed`); elsewhere does nothing and says
   * null.
   */
  backupNow(): Promise<Backup | null>;
  /** As `backupNow`, and then deletes every older backup and every database kept at a restore. */
  forgetBackups(): Promise<ForgottenBackups | null>;
  close(): Promise<void>;
}

const megabyte = 1024 * 1024;

/**
 * Opens the database and brings its tables up to date. Whatever keeps it from that is an OperatorError:
 * `database-locked`, `database-folder`, `database-version`, `database-unavailable`, `migration-changed`,
 * `migration-failed`, `backup-failed` (one is written before tables are changed).
 */
export async function openDatabase(options: DatabaseOptions): Promise<DatabaseClient> {
  try {
    return await open(options);
  } catch (error) {
    // While Looby runs such an error is the client's to see; at the start there is only the operator.
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

/** Oldest Postgres whose SQL ours is. */
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
