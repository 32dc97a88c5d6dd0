import type { Backend } from "./backend.ts";
import type { DatabaseLog } from "../database-log.ts";
import { ListeningConnection } from "./notifications.ts";
import { DatabasePool } from "./pool.ts";

export interface PostgresServerOptions {
  url: string;
  connections: number;
  queryDeadlineMs: number;
  connectionTimeoutMs: number;
  log: DatabaseLog;
}

/** A Postgres server, from version 15. Its disk, backups and vacuum are its operator's. */
export function connectToServer({
  url,
  connections,
  queryDeadlineMs,
  connectionTimeoutMs,
  log,
}: PostgresServerOptions): Backend {
  const pool = new DatabasePool(
    {
      connectionString: url,
      max: connections,
      keepAlive: true,
      connectionTimeoutMillis: connectionTimeoutMs,
      statement_timeout: queryDeadlineMs,
      // A transaction that waits for something else holds locks that everybody else needs.
      idle_in_transaction_session_timeout: 60_000,
    },
    log,
  );
  const listening = new ListeningConnection(url, log);
  return {
    engine: "postgres",
    pool,
    notifications: listening.notifications,
    backups: null,
    background: null,
    isWritable: () => true,
    startHousekeeping: () => undefined,
    async liftDeadline(client) {
      await client.query("set statement_timeout = 0");
      return {
        [Symbol.asyncDispose]: async () => {
          // Where this fails the connection is lost, and the pool does not take it back.
          await client.query("reset statement_timeout").catch(() => undefined);
        },
      };
    },
    async close() {
      await listening.close();
      await pool.end();
    },
  };
}
