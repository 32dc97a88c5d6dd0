import type pg from "pg";
import type { Notifications } from "./notifications.ts";
import type { DatabasePool } from "./pool.ts";

/** What differs between the embedded Postgres and a Postgres server. */
export interface Backend {
  engine: "pglite" | "postgres";
  pool: DatabasePool;
  notifications: Notifications;
  /** Null where backups are not ours to make: on a server, or for a database in memory. */
  backups: Backups | null;
  /** Lets `client` run longer than the query deadline until disposed. */
  liftDeadline(client: pg.PoolClient): Promise<AsyncDisposable>;
  /** How background work shares the connection with everybody else; null: a server sees to it, and ends what takes too long. */
  background: BackgroundRules | null;
  isWritable(): boolean;
  /** Called once the tables are up to date. */
  startHousekeeping(maintenance: Maintenance): void;
  close(): Promise<void>;
}

export interface BackgroundRules {
  /** A statement that takes longer, in ms, has failed: its job goes on in smaller pieces. */
  deadlineMs: number;
  /** Resolves when the connection may be asked for, until disposed. */
  turn(): Promise<Disposable>;
  /** Called with the connection in hand: until disposed a slow statement is no reason to replace Postgres. */
  hold(): Disposable;
}

/** Runs `work` on one connection without the query deadline. */
export type Maintenance = <T>(work: (client: pg.PoolClient) => Promise<T>) => Promise<T>;

/** A backup that was read back and held the same number of rows in each table. */
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
  /** @param maintenance used for short pieces; others may write in between */
  write(maintenance: Maintenance): Promise<Backup>;
  /** Writes one and deletes everything older, also databases kept at a restore. @returns names of what was deleted */
  writeAndForget(maintenance: Maintenance): Promise<ForgottenBackups>;
}
