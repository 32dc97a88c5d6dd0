import { unzipSync } from "fflate";
import type { KyselyPlugin } from "kysely";
import { expect, test } from "vitest";
import { getSession } from "#shared/features/account/contract.ts";
import { deleteAccount, exportAccount } from "#shared/features/leaving/contract.ts";
import { sweepAllDeparted } from "./delete-account.ts";
import { startTestApp, TEST_PASSWORD, type TestApp } from "#server/testing/test-app.ts";
import { openTestDatabase } from "#server/testing/test-database.ts";

const MEMORIES = 1_500;

async function fill(app: TestApp, pseudonym: string): Promise<string> {
  const { userId } = (await (await app.signUp(pseudonym)).call(getSession, {})).user;
  await app.database.pool.query(
    `insert into memories (id, user_id, type, content)
     select $1 || n, $1, 'something-else', 'Memory ' || n from generate_series(1, ${MEMORIES}) n`,
    [userId],
  );
  await app.database.pool.query(
    `insert into search_documents (id, kind, owner_id, title, body)
     select 'memory:' || id, 'memory', user_id, 'M', content from memories where user_id = $1`,
    [userId],
  );
  return userId;
}

async function count(app: TestApp, what: string): Promise<number> {
  const { rows } = await app.database.pool.query<{ n: number }>(`select count(*)::int as n from ${what}`);
  return rows[0]?.n ?? -1;
}

test("deletes an account with many memories in pieces between other requests", async () => {
  await using app = await startTestApp();
  const userId = await fill(app, "Ada");
  await fill(app, "Bob");
  let isOver = false;
  const gone = app
    .as("Ada")
    .call(deleteAccount, { body: { password: TEST_PASSWORD } })
    .finally(() => (isOver = true));
  const seen: number[] = [];
  while (!isOver) seen.push(await count(app, `memories where user_id = '${userId}'`));
  expect(await gone).toEqual({ deleted: true });
  expect(seen.some((left) => left > 0 && left < MEMORIES)).toBe(true);
  expect(await count(app, "memories")).toBe(MEMORIES);
  expect(await count(app, "search_documents")).toBe(MEMORIES);
  expect(await count(app, "departed")).toBe(0);
});

test("exports in batches, complete and in order", async () => {
  const sizes: number[] = [];
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      if (result.rows.some((row) => JSON.stringify(row).includes("Memory "))) sizes.push(result.rows.length);
      return result;
    },
  };
  const database = await openTestDatabase();
  const watched = { ...database, kysely: database.kysely.withPlugin(plugin) };
  await using app = await startTestApp({ database, deps: { database: watched } });
  await fill(app, "Ada");
  const response = await app.as("Ada").send(exportAccount, {});
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()));
  const { tables } = JSON.parse(new TextDecoder().decode(files["looby.json"])) as {
    tables: { memories: { id: string }[] };
  };
  const ids = tables.memories.map(({ id }) => id);
  expect(ids).toHaveLength(MEMORIES);
  expect(new Set(ids).size).toBe(MEMORIES);
  const inOrder = (await app.database.pool.query<{ id: string }>("select id from memories order by id")).rows;
  expect(ids).toEqual(inOrder.map(({ id }) => id));
  expect(Math.max(...sizes)).toBeLessThanOrEqual(500);
});

test("deletes the remaining rows later when the server stopped in between", async () => {
  const database = await openTestDatabase();
  const broken = {
    ...database,
    get patient(): never {
      throw new Error("the plug is pulled");
    },
  };
  await using app = await startTestApp({ database, deps: { database: broken } });
  const userId = await fill(app, "Ada");
  expect(await app.as("Ada").call(deleteAccount, { body: { password: TEST_PASSWORD } })).toEqual({
    deleted: true,
  });
  expect(await count(app, `users where id = '${userId}'`)).toBe(0);
  expect(await count(app, "memories")).toBe(MEMORIES);
  await sweepAllDeparted({ accounts: app.deps.accounts, database });
  for (const table of ["memories", "search_documents", "departed"]) expect(await count(app, table)).toBe(0);
});
