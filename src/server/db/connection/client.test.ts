import { sql } from "kysely";
import { expect, test } from "vitest";
import type { DatabaseClient } from "./client.ts";
import { openTestDatabase } from "#server/testing/test-database.ts";

// These tests run on the embedded database, or on a Postgres server if TEST_DATABASE_URL is set.

test("returns values as the types the code expects", async () => {
  await using db = await openTestDatabase();
  const { rows } = await sql`
    select count(*) as count, date '2026-08-30' as day, timestamptz '2026-08-30 12:00Z' as at, 1.5::float8 as ratio,
           array['a', null] as list, '{"a": [1]}'::jsonb as json, null as nothing
    from generate_series(1, ${3}::int)`.execute(db.kysely);
  expect(rows).toEqual([
    {
      count: 3,
      day: "2026-08-30",
      at: new Date("2026-08-30T12:00:00Z"),
      ratio: 1.5,
      list: ["a", null],
      json: { a: [1] },
      nothing: null,
    },
  ]);
});

test("reports a query past its deadline with the same error on each engine", async () => {
  await using db = await openTestDatabase({ queryDeadlineMs: 1_000 });
  const endless = sql`select pg_sleep(600)`.execute(db.kysely);
  await expect(endless).rejects.toMatchObject({ code: "query-timeout" });
  expect((await sql`select 1 as one`.execute(db.kysely)).rows).toEqual([{ one: 1 }]);
  const slow = await db.maintenance(({ kysely }) => sql`select pg_sleep(1.5)::text as slept`.execute(kysely));
  expect(slow.rows).toEqual([{ slept: "" }]);
});

test("delivers a notification after commit, and none after a rollback", async () => {
  await using db = await openTestDatabase();
  const received: string[] = [];
  const unlisten = await db.listen("news", (payload) => received.push(payload));
  const undone = db.kysely.transaction().execute(async (tx) => {
    await sql`select pg_notify('news', 'undone')`.execute(tx);
    throw new Error("changed my mind");
  });
  await expect(undone).rejects.toThrow("changed my mind");
  await db.kysely.transaction().execute(async (tx) => {
    await sql`select pg_notify('news', 'first')`.execute(tx);
    await sql`select pg_notify('other', 'not ours')`.execute(tx);
  });
  for (let n = 1; n <= 50; n++) await sql`select pg_notify('news', ${`n${n}`})`.execute(db.kysely);
  await expect
    .poll(() => received)
    .toEqual(["first", ...Array.from({ length: 50 }, (_, index) => `n${index + 1}`)]);

  await unlisten();
  await sql`select pg_notify('news', 'too late')`.execute(db.kysely);
  const second: string[] = [];
  await db.listen("news", (payload) => second.push(payload));
  await sql`select pg_notify('news', 'again')`.execute(db.kysely);
  await expect.poll(() => second).toEqual(["again"]);
  expect(received.at(-1)).toBe("n50");
});

test("notifies listeners after a lost connection, as notifications may be missing", async () => {
  await using db = await openTestDatabase();
  const received: string[] = [];
  let missed = 0;
  await db.listen(
    "news",
    (payload) => received.push(payload),
    () => missed++,
  );
  await loseConnections(db);
  await expect.poll(() => missed, { timeout: 10_000 }).toBe(1);
  await sql`select pg_notify('news', 'back')`.execute(db.kysely);
  await expect.poll(() => received).toEqual(["back"]);
});

async function loseConnections(db: DatabaseClient): Promise<void> {
  if (db.engine === "postgres") {
    await db.pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
    );
  } else {
    const client = await db.pool.connect();
    client.release(true);
    await db.pool.query("select 1");
  }
}

test("parses a statement once per connection, unless there are too many", async () => {
  await using db = await openTestDatabase();
  for (let n = 0; n < 600; n++) await sql`select ${n}::int, ${sql.raw(String(n % 3))}`.execute(db.kysely);
  const { rows } = await sql<{ statement: string }>`
    select statement from pg_prepared_statements order by prepare_time`.execute(db.kysely);
  const statements = rows.map(({ statement }) => statement);
  expect(statements.filter((text) => text.startsWith("select $1::int"))).toHaveLength(3);

  for (let n = 0; n < 600; n++) await sql`select ${sql.raw(String(n))}`.execute(db.kysely);
  const { rows: counts } = await sql<{
    count: number;
  }>`select count(*) as count from pg_prepared_statements`.execute(db.kysely);
  expect(counts[0]?.count).toBeLessThanOrEqual(500);
});

test("loses one query, not the connection, when a table changes", async () => {
  await using db = await openTestDatabase();
  await db.pool.query("create table entry (id int)");
  const all = sql`select * from entry`;
  expect((await all.execute(db.kysely)).rows).toEqual([]);
  await db.pool.query("alter table entry add name text");
  await all.execute(db.kysely).catch(() => undefined);
  expect((await all.execute(db.kysely)).rows).toEqual([]);
});

test("leaves no state behind when work fails inside maintenance", async () => {
  await using db = await openTestDatabase();
  const failed = db.maintenance(async ({ client }) => {
    await client.query("begin");
    await client.query("create table half_done (id int)");
    throw new Error("no");
  });
  await expect(failed).rejects.toThrow("no");
  expect((await db.pool.query("select to_regclass('half_done') as found")).rows).toEqual([{ found: null }]);
});
