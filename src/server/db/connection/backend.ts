import type pg from "pg";
import type { Notifications } from "./notifications.ts";
import type { DatabasePool } from "./pool.ts";

/** Differences between the embedded Postgres and a Postgres server. */
export interface Backend {
  engine: "pglite" | "postgres";
  pool: DatabasePool;
  notifications: Notifications;
  /** Null when Looby does not make backups: on a Postgres server, or for a database in memory. */
  backups: Backups | null;
  /** Lets `client` run longer than the query deadline until disposed. */
  liftDeadline(client: pg.PoolClient): Promise<AsyncDisposable>;
  /**
   * Rules by which background work shares the one connection. Null on a Postgres server, which schedules and cancels queries
   * itself.
   */
  background: BackgroundRules | null;
  isWritable(): boolean;
  /** Called when the migrations are done. */
  startHousekeeping(maintenance: Maintenance): void;
  close(): Promise<void>;
}

export interface BackgroundRules {
  /** In ms. A statement that takes longer fails, and its job continues in smaller pieces. */
  deadlineMs: number;
  /** Resolves when background work may request the connection. Dispose of the result to end the turn. */
  turn(): Promise<Disposable>;
  /** Called while holding the connection. Until disposed, a slow statement does not cause Postgres to be replaced. */
  hold(): Disposable;
}

/** Runs `work` on one connection without the query deadline. */
export type Maintenance = <T>(work: (client: pg.PoolClient) => Promise<T>) => Promise<T>;

/** A backup that was read back and had the same number of rows in each table. */
export interface Backup {
  file: string;
  at: Date;
  /** Size of the file. */
  bytes: number;
}

export interface ForgottenBackups {
  backup: Backup;
  /** Names of files and folders. */
  deleted: string[];
}

export interface Backups {
  readonly last: Backup | null;
  /** @param maintenance used for short pieces; other writes may happen in between */
  write(maintenance: Maintenance): Promise<Backup>;
  /**
   * Writes a backup and deletes everything older, including databases set aside by a restore. @returns names of the deleted files
   * and folders
   */
  writeAndForget(maintenance: Maintenance): Promise<ForgottenBackups>;
}
