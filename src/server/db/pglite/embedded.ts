import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { statfsSync } from "node:fs";
import type { Backend, Backup, Backups, Maintenance } from "../connection/backend.ts";
import { insufficientStorage } from "../database-error.ts";
import type { DatabaseLog } from "#server/log.ts";
import { AppError } from "#server/http/app-error.ts";
import { OperatorError } from "#server/operator-error.ts";
import { Notifications } from "../connection/notifications.ts";
import { DatabasePool } from "../connection/pool.ts";
import { adviceOnNew, adviceOnStored } from "./advice.ts";
import { type BackupSource, deleteOlder, findLastBackup, writeBackup } from "./backup/backup.ts";
import { deleteReplaced, hasCluster, prepareCluster } from "./files/cluster-folder.ts";
import { Engine } from "./engine.ts";
import { lockFolder } from "./files/folder-lock.ts";
import { backUpRegularly, eraseDeleted, runHousekeeping } from "./housekeeping.ts";

export interface EmbeddedOptions {
  /** The folder owned by this database, or "memory://". */
  dataDir: string;
  /** A dump to start from if there is no database yet. */
  snapshot?: Uint8Array<ArrayBuffer>;
  /** A running Postgres, which keeps running when this is closed. */
  postgres?: Engine;
  /** Interval and number of backups. Without it, backups are written only on demand. */
  backups?: { everyMs: number; copies: number };
  queryDeadlineMs: number;
  connectionTimeoutMs: number;
  freeSpaceFloorBytes: number;
  log: DatabaseLog;
}

export interface Embedded extends Backend {
  engine: "pglite";
  postgres: Engine;
}

/** Throws `database-locked`, `database-version` or `database-unavailable`. */
export async function openEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const { dataDir, backups, log, queryDeadlineMs } = options;
  const isInMemory = dataDir === "memory://";
  using lock = new DisposableStack();
  if (!isInMemory) lock.use(lockFolder(dataDir));
  const lastBackup = isInMemory ? null : await findLastBackup(backupFolder(dataDir), log);
  const clusterFolder = isInMemory ? null : await prepareCluster(dataDir, lastBackup);
  const postgres = options.postgres ?? (await openEngine(clusterFolder, lastBackup, options));
  const { pool, notifications } = connect(postgres, options);
  const isWritable = isInMemory ? () => true : freeSpaceAbove(dataDir, options.freeSpaceFloorBytes);
  const writer =
    clusterFolder === null
      ? null
      : serializedBackups({ engine: postgres, clusterFolder }, lastBackup, isWritable, options);
  const held = lock.move();
  const timers = new DisposableStack();
  const turns = new BackgroundTurns();
  return {
    engine: "pglite",
    postgres,
    pool,
    notifications,
    backups: writer,
    isWritable,
    async liftDeadline() {
      const lifted = postgres.extendDeadline(Infinity);
      return { [Symbol.asyncDispose]: async () => lifted[Symbol.dispose]() };
    },
    background: {
      deadlineMs: queryDeadlineMs,
      turn: async () => await turns.take(),
      hold: () => postgres.extendDeadline(Math.max(hopelessMs, queryDeadlineMs)),
    },
    startHousekeeping(maintenance) {
      if (isInMemory) return;
      timers.use(runHousekeeping(maintenance, log));
      if (writer && backups) timers.use(backUpRegularly(maintenance, writer, backups.everyMs, log));
    },
    async close() {
      timers.dispose();
      // A client that is never released must not prevent the server from stopping.
      await Promise.race([pool.end(), delay(poolEndDeadlineMs, undefined, { ref: false })]);
      if (options.postgres === undefined) await postgres.close();
      held.dispose();
    },
  };
}

async function openEngine(
  clusterFolder: string | null,
  lastBackup: Backup | null,
  { dataDir, snapshot, queryDeadlineMs, log }: EmbeddedOptions,
): Promise<Engine> {
  // Asked before the start, which creates the cluster.
  const isNew = lastBackup === null && clusterFolder !== null && !hasCluster(clusterFolder);
  try {
    return await Engine.open({ clusterFolder, queryDeadlineMs, log, ...(snapshot && { snapshot }) });
  } catch (error) {
    if (clusterFolder === null || !(error instanceof AppError) || error.code !== "unavailable") throw error;
    const advice = isNew ? adviceOnNew(dataDir) : adviceOnStored(dataDir, lastBackup);
    const reason = error.detail.reason ?? error.message;
    throw new OperatorError("database-unavailable", `${reason} ${advice}`, { cause: error });
  }
}

function connect(
  postgres: Engine,
  { connectionTimeoutMs, log }: EmbeddedOptions,
): { pool: DatabasePool; notifications: Notifications } {
  let connections = 0;
  const notifications: Notifications = new Notifications((sql) => pool.query(sql), log);
  const pool = new DatabasePool(
    {
      // PGlite has one session; a second client would share its transaction.
      max: 1,
      idleTimeoutMillis: 0,
      connectionTimeoutMillis: connectionTimeoutMs,
      stream: () => postgres.pipe(),
      ssl: false,
      user: "postgres",
      database: "postgres",
      // oxlint-disable-next-line typescript/no-misused-promises -- pg-pool waits for it; its types do not know yet
      onConnect: async (client) => {
        await notifications.attach(client);
        if (connections++ > 0) notifications.reportMissed();
      },
    },
    log,
  );
  return { pool, notifications };
}

function serializedBackups(
  source: Omit<BackupSource, "maintenance">,
  lastBackup: Backup | null,
  isWritable: () => boolean,
  { dataDir, backups }: EmbeddedOptions,
): Backups {
  let last = lastBackup;
  // One at a time: of two concurrent backups, each would delete the other's file as a leftover of a stopped process.
  let turn: Promise<unknown> = Promise.resolve();
  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    const mine = turn.then(work, work);
    turn = mine.catch(() => undefined);
    return await mine;
  };
  const write = async (maintenance: Maintenance): Promise<Backup> => {
    if (!isWritable()) throw insufficientStorage();
    const copies = backups?.copies ?? DEFAULT_COPIES;
    return (last = await writeBackup({ ...source, maintenance }, { folder: backupFolder(dataDir), copies }));
  };
  return {
    get last() {
      return last;
    },
    write: async (maintenance) => await inTurn(async () => await write(maintenance)),
    writeAndForget: async (maintenance) =>
      await inTurn(async () => {
        await eraseDeleted(maintenance);
        const backup = await write(maintenance);
        const older = await deleteOlder(backup.file);
        return { backup, deleted: [...older, ...(await deleteReplaced(dataDir))] };
      }),
  };
}

function backupFolder(dataDir: string): string {
  return join(dataDir, "backups");
}

const DEFAULT_COPIES = 7;

/** A background query still running after this time, in ms, will not end by itself, so Postgres is replaced. */
const hopelessMs = 60_000;

/** Longest wait for clients to be released, in ms. */
const poolEndDeadlineMs = 5_000;

/** How long a check of the volume is cached, in ms. */
const goodForMs = 1_000;

/** Returns a check whether the volume of `folder` has at least `floorBytes` free. */
function freeSpaceAbove(folder: string, floorBytes: number): () => boolean {
  let checkedAt = -Infinity;
  let isAbove = true;
  return () => {
    const now = performance.now();
    if (now - checkedAt >= goodForMs) {
      const { bavail, bsize } = statfsSync(folder);
      isAbove = bavail * bsize >= floorBytes;
      checkedAt = now;
    }
    return isAbove;
  };
}

/** Longest pause after a turn, in ms. */
const longestRestMs = 2_000;

/**
 * Turns of background work on the embedded database's one connection. There is one turn at a time, followed by a pause twice as
 * long as the turn. So user requests wait for at most one piece, and have the connection for two thirds of the time.
 */
export class BackgroundTurns {
  #last: Promise<unknown> = Promise.resolve();

  /** Resolves when it is the caller's turn. Dispose of the result to free the connection. */
  async take(): Promise<Disposable> {
    const before = this.#last;
    const { promise, resolve } = Promise.withResolvers<number>();
    this.#last = before.then(() => promise).then(rest);
    await before;
    const start = performance.now();
    return {
      [Symbol.dispose]: () => resolve(Math.min(longestRestMs, 2 * (performance.now() - start))),
    };
  }
}

function rest(milliseconds: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, milliseconds).unref());
}
