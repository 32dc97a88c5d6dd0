import { expect, test } from "vitest";
import { startFakePooler } from "#server/testing/doubles/fake-pooler.ts";
import { silentLog } from "#server/testing/silent-log.ts";
import { assertKeepsSessions } from "./pooler.ts";
import { connectToServer } from "./postgres-server.ts";

test("refuses a pooler in transaction mode", async () => {
  await using pooler = await startFakePooler("transaction");
  await expect(assertKeepsSessions(pooler.url, 50)).rejects.toMatchObject({
    code: "database-pooled",
    message: expect.stringContaining("session mode"),
  });
});

test("accepts a pooler in session mode", async () => {
  await using pooler = await startFakePooler("session");
  await assertKeepsSessions(pooler.url);
  expect(pooler.statements).toEqual([expect.stringMatching(/^listen/), expect.stringMatching(/^notify/)]);
});

test("leaves an unreachable server to the pool, which explains it", async () => {
  const pooler = await startFakePooler("session");
  await pooler[Symbol.asyncDispose]();
  await expect(assertKeepsSessions(pooler.url)).resolves.toBeUndefined();
});

test("sets the deadlines on a connection without startup parameters, which a pooler refuses", async () => {
  await using pooler = await startFakePooler("session");
  const backend = connectToServer({
    url: pooler.url,
    connections: 1,
    queryDeadlineMs: 2_000,
    connectionTimeoutMs: 60_000,
    log: silentLog,
  });
  const client = await backend.pool.connect();
  const lifted = await backend.liftDeadline(client);
  await lifted[Symbol.asyncDispose]();
  client.release();
  await backend.close();
  expect(pooler.statements).toEqual([
    "set statement_timeout = 2000; set idle_in_transaction_session_timeout = 60000",
    "set statement_timeout = 0",
    "set statement_timeout = 2000",
  ]);
});
