import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import type { DatabaseClient } from "./connection/client.ts";

const LOOK_EVERY_MS = 15_000;

/**
 * Runs `work` on one server at a time: the one whose connection holds an advisory lock. When that server ends for any reason,
 * PostgreSQL releases the lock and another server takes over. The embedded database has one server, which runs `work` at once.
 * @param key an arbitrary number used only for this work
 * @param work must end when its signal aborts: the server stops, or its connection was lost and another server may take over
 */
export async function onOneServer(
  { engine, pool }: Pick<DatabaseClient, "engine" | "pool">,
  key: number,
  work: (signal: AbortSignal) => Promise<void>,
  { signal, lookEveryMs = LOOK_EVERY_MS }: { signal: AbortSignal; lookEveryMs?: number },
): Promise<void> {
  if (engine === "pglite") return await work(signal);
  while (!signal.aborted) {
    try {
      await workIfFirst(await pool.connect(), key, work, signal);
    } catch {
      // Without a database the lock cannot be checked; the pool has logged the error.
    }
    await sleep(lookEveryMs, undefined, { signal, ref: false }).catch(() => undefined); // aborted
  }
}

async function workIfFirst(
  client: pg.PoolClient,
  key: number,
  work: (signal: AbortSignal) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const lost = new AbortController();
  const lose = () => lost.abort();
  client.once("error", lose);
  client.once("end", lose);
  let isFirst = false;
  try {
    const { rows } = await client.query<{ first: boolean }>("select pg_try_advisory_lock($1) as first", [
      key,
    ]);
    isFirst = rows[0]?.first ?? false;
    if (isFirst) await work(AbortSignal.any([signal, lost.signal]));
  } finally {
    client.off("error", lose);
    client.off("end", lose);
    client.release(isFirst); // closing the connection releases the lock
  }
}
