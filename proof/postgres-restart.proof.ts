import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { createMemory } from "#shared/features/memories/contract.ts";
import { getHealth } from "#shared/features/settings/contract.ts";
import { newId } from "#shared/id.ts";
import { openDatabase } from "#server/db/connection/client.ts";
import { publishToPerson } from "#server/events/publish.ts";
import { silentLog } from "#server/testing/silent-log.ts";
import { startTestApp } from "#server/testing/test-app.ts";
import type { TestClient } from "#server/testing/test-client.ts";
import { idOf } from "#server/testing/test-community.ts";
import { startTestPostgres } from "../scripts/start-test-postgres.ts";
import { isNight } from "./scale.ts";
import { record } from "./scoreboard.ts";

test("loses no acknowledged write and stores none twice when Postgres restarts [fault]", async ({ skip }) => {
  using server = await startTestPostgres();
  if (server === null) return skip("no PostgreSQL on this machine");
  const database = await openDatabase({ url: server.url, log: silentLog });
  await using app = await startTestApp({ database });
  const ada = await app.signUp("Ada");
  const adaId = await idOf(ada);
  const write = (number: number) => writeUntilAnswered(ada, number);
  for (let number = 0; number < 5; number += 1) expect(await write(number)).toEqual([]);
  const rest = Promise.all(
    Array.from({ length: 40 }, async (_, index) => {
      await delay(index * 20);
      return await write(5 + index);
    }),
  );
  await server.restart();
  const refused = (await rest).flat();
  // Every error a caller received is a server error that asks to retry, and never exposes internals.
  expect(refused.length).toBeGreaterThan(0);
  for (const refusal of refused) expect(refusal).toMatch(/^503 .*Please try again/);

  const { rows } = await app.database.pool.query<{ content: string }>(
    "select content from memories order by content",
  );
  const expected = Array.from({ length: 45 }, (_, number) => `Thought number ${number}`).toSorted();
  expect(rows.map(({ content }) => content)).toEqual(expected);

  // Event streams work again as well.
  const response = await ada.request("/api/events");
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let received = (await reader?.read())?.value ?? "";
  await publishToPerson(app.database.kysely, adaId, { event: "back", data: {} });
  while (!received.includes('"back"')) received += (await reader?.read())?.value ?? "";
  await reader?.cancel();
});

// An operating system update or a failover: Postgres is unavailable for seconds, not for a moment.
for (const seconds of isNight() ? [2, 6, 15, 60] : [6])
  test(`recovers by itself and within its connections after ${seconds} s without Postgres`, async ({
    skip,
  }) => {
    using server = await startTestPostgres();
    if (server === null) return skip("no PostgreSQL on this machine");
    const connections = 10;
    const database = await openDatabase({ url: server.url, log: silentLog, connections });
    await using app = await startTestApp({ database });
    const ada = await app.signUp("Ada");
    // An event stream uses a connection outside the pool.
    const stream = await ada.request("/api/events");
    const before = sockets();
    const load = Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        for (let round = 0; round < 5; round += 1) {
          await delay((seconds * 1000) / 5);
          await writeUntilAnswered(ada, index * 5 + round);
        }
      }),
    );
    await server.halt();
    let most = 0;
    const until = performance.now() + seconds * 1000;
    while (performance.now() < until) {
      most = Math.max(most, sockets());
      await delay(100);
    }
    await server.resume();
    const back = performance.now();
    while ((await ada.call(getHealth, {})).status !== "ok") await delay(50);
    const healthySeconds = (performance.now() - back) / 1000;
    await load;
    // By now every loop that opens connections has run.
    await delay(4_000);
    const { rows } = await app.database.pool.query<{ n: number }>(
      "select count(*)::int as n from pg_stat_activity where backend_type = 'client backend'",
    );
    record({
      name: `connections after Postgres was away for ${seconds} s`,
      figure: rows[0]?.n ?? Infinity,
      unit: `of ${connections + 1}`,
      gate: { atMost: connections + 1 },
      seconds: 0,
    });
    record({
      name: `health after Postgres was away for ${seconds} s`,
      figure: healthySeconds,
      unit: "s",
      gate: { atMost: 5 },
      seconds: healthySeconds,
    });
    expect(most).toBeLessThanOrEqual(before + connections + 1);
    const memories = await app.database.pool.query<{ n: number }>("select count(*)::int as n from memories");
    expect(memories.rows).toEqual([{ n: 100 }]);
    await stream.body?.cancel();
  });

test("closes the database while Postgres is away", async ({ skip }) => {
  using server = await startTestPostgres();
  if (server === null) return skip("no PostgreSQL on this machine");
  const database = await openDatabase({ url: server.url, log: silentLog });
  await database.listen("anything", () => undefined);
  await server.halt();
  // Long enough for the server to be reconnecting.
  await delay(2_000);
  await expect(database.close()).resolves.toBeUndefined();
});

/** Retries like a phone: the same call with the same key until it is acknowledged. @returns the errors on the way */
async function writeUntilAnswered(client: TestClient, number: number): Promise<string[]> {
  const body = { id: newId(), type: "want-to-know" as const, content: `Thought number ${number}` };
  const refused: string[] = [];
  for (;;) {
    const response = await client.send(createMemory, { body }, { idempotencyKey: body.id });
    if (response.ok) return refused;
    refused.push(`${response.status} ${await response.text()}`);
    if (refused.length > 2_000) throw new Error(`not ready again: ${refused.at(-1)}`);
    await delay(50);
  }
}

/** TCP connections of this process, open or being opened. */
function sockets(): number {
  return process.getActiveResourcesInfo().filter((name) => name.startsWith("TCP")).length;
}
