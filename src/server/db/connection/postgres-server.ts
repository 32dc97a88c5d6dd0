import type { Backend } from "./backend.ts";
import type { DatabaseLog } from "#server/log.ts";
import { ListeningConnection } from "./notifications.ts";
import { DatabasePool } from "./pool.ts";

export interface PostgresServerOptions {
  url: string;
  connections: number;
  queryDeadlineMs: number;
  connectionTimeoutMs: number;
  log: DatabaseLog;
}

/** A Postgres server, version 15 or later. Its operator is responsible for disk, backups and vacuum. */
export function connectToServer({
  url,
  connections,
  queryDeadlineMs,
  connectionTimeoutMs,
  log,
}: PostgresServerOptions): Backend {
  const setDeadline = `set statement_timeout = ${queryDeadlineMs}`;
  const pool = new DatabasePool(
    {
      connectionString: url,
      max: connections,
      keepAlive: true,
      connectionTimeoutMillis: connectionTimeoutMs,
      // Not as startup parameters, which pgbouncer refuses: one round trip more for each new connection, none for a query.
      // oxlint-disable-next-line typescript/no-misused-promises -- pg-pool waits for it; its types do not know yet
      onConnect: async (client) => {
        // An idle transaction holds locks that other transactions need.
        await client.query(`${setDeadline}; set idle_in_transaction_session_timeout = 60000`);
      },
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
          // If this fails, the connection is lost and the pool discards it.
          await client.query(setDeadline).catch(() => undefined);
        },
      };
    },
    async close() {
      await listening.close();
      await pool.end();
    },
  };
}
