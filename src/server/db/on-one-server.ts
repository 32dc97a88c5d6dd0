import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import type { DatabaseClient } from "./connection/client.ts";

const LOOK_EVERY_MS = 15_000;

/**
 * Does `work` on one server at a time: on the one whose connection holds an advisory lock. When that server ends, however it does,
 * PostgreSQL lets go of the lock and another one takes over. The embedded database has one server, which does it at once.
 * @param key any number that is ours, of this work alone
 * @param work ends when its signal says so: the server stops, or its connection was lost and another may do it now
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
      // Without a database nobody knows whose turn it is; the pool has said so.
    }
    await sleep(lookEveryMs, undefined, { signal, ref: false }).catch(() => undefined); // told to stop
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
    client.release(isFirst); // with its connection the lock is gone
  }
}
