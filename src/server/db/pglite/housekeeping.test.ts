import { expect, test } from "vitest";
import { openTestEmbedded } from "#server/testing/test-database.ts";
import { tidy } from "./housekeeping.ts";

test("vacuums dead rows, updates statistics and truncates the log", async () => {
  await using db = await openTestEmbedded();
  await db.pool.query(
    `create table entry (id int primary key, body text);
     insert into entry select i, repeat(md5(i::text), 50) from generate_series(1, 20000) i;
     update entry set body = body || 'x';`,
  );
  const logToReplay =
    "select (pg_current_wal_lsn() - redo_lsn) / 1024 / 1024 as megabytes from pg_control_checkpoint()";
  expect(Number((await db.pool.query(logToReplay)).rows[0].megabytes)).toBeGreaterThan(64);

  await tidy((work) => db.maintenance(({ client }) => work(client)));
  expect(Number((await db.pool.query(logToReplay)).rows[0].megabytes)).toBeLessThan(1);
  const { rows } = await db.pool.query(
    `select n_dead_tup as dead, last_vacuum is not null as vacuumed, reltuples as rows
     from pg_stat_user_tables join pg_class on oid = relid where pg_class.relname = 'entry'`,
  );
  expect(rows).toEqual([{ dead: 0, vacuumed: true, rows: 20_000 }]);

  // The dead rows' space is reused.
  const size = async () =>
    Number((await db.pool.query("select pg_relation_size('entry') as size")).rows[0].size);
  const before = await size();
  await db.pool.query("update entry set body = body || 'y'");
  expect(await size()).toBeLessThan(before * 1.1);
});
