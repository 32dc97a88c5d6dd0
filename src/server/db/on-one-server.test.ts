import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { openTestDatabase } from "#server/testing/test-database.ts";
import { onOneServer } from "./on-one-server.ts";

test("lets another server take over when the first stops or loses its connection", async () => {
  await using database = await openTestDatabase();
  const log: string[] = [];
  const start = (name: string) => {
    const stopping = new AbortController();
    const ended = onOneServer(
      database,
      77,
      async (signal) => {
        log.push(`${name} works`);
        await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
        log.push(`${name} ends`);
      },
      { signal: stopping.signal, lookEveryMs: 10 },
    );
    return {
      stop: async () => {
        stopping.abort();
        await ended;
      },
    };
  };
  const until = async (count: number) => {
    while (log.length < count) await sleep(5);
  };

  const first = start("first");
  await until(1);
  if (database.engine === "pglite") {
    await first.stop(); // no other server to wait for
    expect(log).toEqual(["first works", "first ends"]);
    return;
  }
  const second = start("second");
  await sleep(100);
  expect(log).toEqual(["first works"]);
  await first.stop();
  await until(3);
  expect(log).toEqual(["first works", "first ends", "second works"]);
  await database.pool.query(
    "select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and objid = 77",
  );
  await until(5);
  expect(log.slice(3)).toEqual(["second ends", "second works"]);
  await second.stop();
});
