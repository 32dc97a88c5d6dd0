import { randomUUID } from "node:crypto";
import pg from "pg";
import { OperatorError } from "#server/operator-error.ts";

/** A notification takes milliseconds. Long enough for a busy server, in ms. */
const PATIENCE_MS = 10_000;

/**
 * Refuses a pooler that lends a connection for one transaction or statement only: there, LISTEN never receives anything, and named
 * statements and settings end up on connections of others. So one session listens, and another one notifies it.
 *
 * Other problems of the connection are left to the pool, which explains them.
 * @throws OperatorError `database-pooled`
 */
export async function assertKeepsSessions(url: string, patienceMs = PATIENCE_MS): Promise<void> {
  const connect = () =>
    new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: PATIENCE_MS,
      query_timeout: PATIENCE_MS,
    }).on("error", () => undefined);
  const [listener, sender] = [connect(), connect()];
  try {
    if (await isNotified(listener, sender, patienceMs)) return;
  } catch {
    return;
  } finally {
    await Promise.allSettled([listener.end(), sender.end()]);
  }
  throw new OperatorError(
    "database-pooled",
    "DATABASE_URL goes through a pooler in transaction or statement mode, which breaks LISTEN and named statements: use the pooler's " +
      "session mode (pgbouncer: pool_mode = session), or the address of the PostgreSQL server itself.",
  );
}

async function isNotified(listener: pg.Client, sender: pg.Client, patienceMs: number): Promise<boolean> {
  await Promise.all([listener.connect(), sender.connect()]);
  const channel = `probe-${randomUUID()}`;
  const { promise, resolve } = Promise.withResolvers<boolean>();
  listener.on("notification", () => resolve(true));
  await listener.query(`listen ${pg.escapeIdentifier(channel)}`);
  await sender.query(`notify ${pg.escapeIdentifier(channel)}`);
  const timer = setTimeout(() => resolve(false), patienceMs);
  const isReceived = await promise;
  clearTimeout(timer);
  return isReceived;
}
