import { sql } from "kysely";
import { expect, test, vi } from "vitest";
import { openTestEmbedded } from "#server/testing/test-database.ts";
import { BackgroundTurns } from "../pglite/embedded.ts";

test("cancels a background statement at its deadline without replacing the database", async () => {
  await using db = await openTestEmbedded({ queryDeadlineMs: 500 });
  // A temporary table belongs to the session, so it disappears if Postgres is replaced.
  await db.pool.query("create temporary table mark (id int)");
  const { kysely } = db.background;
  await expect(sql`select pg_sleep(1.5)`.execute(kysely)).rejects.toMatchObject({ code: "query-timeout" });
  const transaction = kysely.transaction().execute(async (tx) => {
    await sql`insert into mark values (1)`.execute(tx);
    await sql`select pg_sleep(1.5)`.execute(tx);
  });
  await expect(transaction).rejects.toMatchObject({ code: "query-timeout" });
  expect((await db.pool.query("select id from mark")).rows).toEqual([]);
  expect((await sql`select 1 as one`.execute(kysely)).rows).toEqual([{ one: 1 }]);
  // User queries still have the usual deadline.
  await expect(sql`select pg_sleep(600)`.execute(db.kysely)).rejects.toMatchObject({ code: "query-timeout" });
  await expect(db.pool.query("select id from mark")).rejects.toThrow("does not exist");
});

test("runs one background turn at a time, then pauses for twice its duration", async () => {
  vi.useFakeTimers();
  try {
    const turns = new BackgroundTurns();
    const first = await turns.take();
    const taken: string[] = [];
    const second = turns.take().then((turn) => {
      taken.push("second");
      return turn;
    });
    await vi.advanceTimersByTimeAsync(300);
    first[Symbol.dispose]();
    await vi.advanceTimersByTimeAsync(590);
    expect(taken).toEqual([]);
    await vi.advanceTimersByTimeAsync(20);
    expect(taken).toEqual(["second"]);
    (await second)[Symbol.dispose]();
  } finally {
    vi.useRealTimers();
  }
});
