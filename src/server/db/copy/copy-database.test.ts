import { expect, test, vi } from "vitest";
import { getSession, signIn } from "#shared/features/account/contract.ts";
import type { DatabaseClient } from "../connection/client.ts";
import { startTestApp, TEST_PASSWORD } from "#server/testing/test-app.ts";
import { openTestDatabase, openTestEmbedded } from "#server/testing/test-database.ts";
import { copyDatabase, listTables } from "./copy-database.ts";

// If TEST_DATABASE_URL is set, this copies from the embedded database to a server and back.

test("copies all data to another database and back", async () => {
  await using stack = new AsyncDisposableStack();
  const home = stack.use(await startTestApp({ routes: [], database: await openTestEmbedded() }));
  await home.signUp("Ada");
  const odd = '"quotes", \\slashes\\, {braces}, Ünïcode ✨ and\na second line';
  await home.database.pool.query("insert into communities (id, name) values ('odd', $1)", [odd]);
  // More than one batch, with unusual numbers, times and lists.
  await home.database.pool.query(
    `insert into communities (id, name, join_questions, created_at)
     select 'c' || n, 'Number ' || n, array['"' || n || '"', null, ''], now() + n * interval '0.000001 s'
     from generate_series(1, 1200) n`,
  );

  const server = stack.use(await openTestDatabase());
  const there = await copyDatabase(home.database, server);
  const rows = Object.fromEntries(there.tables.map((table) => [table.name, table.rows]));
  expect(rows).toMatchObject({ communities: 1201, users: 1 });
  const { rows: named } = await server.pool.query("select name from communities where id = 'odd'");
  expect(named).toEqual([{ name: odd }]);
  const lastLine = "select max(id) as last from audit_log";
  const { rows: before } = await server.pool.query<{ last: number }>(lastLine);
  await server.pool.query("insert into audit_log (event) values ('moved')");
  const { rows: after } = await server.pool.query<{ last: number }>(lastLine);
  expect(after[0]?.last).toBe((before[0]?.last ?? 0) + 1); // sequences continue where they were
  await expect(server.pool.query("delete from audit_log")).rejects.toThrow("append"); // its trigger is restored
  const orphan = "insert into community_people (community_id, user_id, role) values ('no', 'no', 'admin')";
  await expect(server.pool.query(orphan)).rejects.toThrow("foreign key");

  const back = await openTestEmbedded();
  const here = await copyDatabase(server, back);
  const sumOf = (tables: typeof here.tables, name: string) => tables.find((table) => table.name === name);
  expect(sumOf(here.tables, "communities")).toEqual(sumOf(there.tables, "communities"));
  const again = stack.use(await startTestApp({ routes: [], database: back }));
  const phone = again.as("Ada on another phone");
  await phone.call(signIn, { body: { pseudonym: "Ada", password: TEST_PASSWORD } });
  expect((await phone.call(getSession, {})).user).toMatchObject({ pseudonym: "Ada" });
});

test("refuses a non-empty target, and rolls back a copy that fails or differs", async () => {
  await using source = await openTestEmbedded();
  await source.pool.query("insert into communities (id, name) values ('one', 'One'), ('two', 'Two')");
  await using target = await openTestDatabase();
  const keysBefore = await foreignKeys(target);

  await target.pool.query("alter table communities add constraint only_one check (id <> 'two')");
  await expect(copyDatabase(source, target)).rejects.toThrow("only_one");
  await target.pool.query("alter table communities drop constraint only_one");

  await target.pool.query("alter table communities alter column created_at type timestamptz(0)"); // which rounds
  await expect(copyDatabase(source, target)).rejects.toMatchObject({ code: "copy-differs" });
  await target.pool.query("alter table communities alter column created_at type timestamptz");
  expect(await countRows(target)).toBe(0);
  expect(await foreignKeys(target)).toEqual(keysBefore);

  const { tables } = await copyDatabase(source, target);
  expect(tables.find(({ name }) => name === "communities")?.rows).toBe(2);
  expect(await foreignKeys(target)).toEqual(keysBefore);
  await expect(copyDatabase(source, target)).rejects.toMatchObject({
    code: "copy-refused",
    message: expect.stringContaining("communities has rows") as string,
  });

  if (target.engine === "pglite") return; // its folder has a lock
  const somebody = await target.pool.connect();
  await expect(copyDatabase(source, target)).rejects.toThrow("in use by 1 other connection.");
  somebody.release();
});

test("lets photos be copied only when the databases passed the checks", async () => {
  await using source = await openTestEmbedded();
  await source.pool.query("insert into communities (id, name) values ('one', 'One')");
  await using target = await openTestDatabase();
  const onChecked = vi.fn<() => Promise<void>>(async () => await expect(countRows(target)).resolves.toBe(0));
  await copyDatabase(source, target, { onChecked });
  expect(onChecked).toHaveBeenCalledOnce();
  await expect(copyDatabase(source, target, { onChecked })).rejects.toMatchObject({ code: "copy-refused" });
  expect(onChecked).toHaveBeenCalledOnce();
});

async function countRows(database: DatabaseClient): Promise<number> {
  const client = await database.pool.connect();
  let sum = 0;
  for (const { name } of await listTables(client))
    sum += (await client.query(`select from ${name}`)).rowCount ?? 0;
  client.release();
  return sum;
}

async function foreignKeys(database: DatabaseClient): Promise<unknown[]> {
  const { rows } = await database.pool.query(
    `select conrelid::regclass::text, conname, pg_get_constraintdef(oid) from pg_constraint
     where contype = 'f' and convalidated order by 1, 2`,
  );
  return rows;
}
