import { expect, test } from "vitest";
import { createMemory } from "#shared/features/memories/contract.ts";
import { newId } from "#shared/id.ts";
import { openDatabase } from "#server/db/client.ts";
import { publishToPerson } from "#server/events/publish.ts";
import { silentLog } from "#server/testing/silent-log.ts";
import { startTestApp } from "#server/testing/test-app.ts";
import { idOf } from "#server/testing/test-community.ts";
import { startTestPostgres } from "../scripts/start-test-postgres.ts";

test("a Postgres server that is started again costs nothing that was acknowledged, and nothing twice", async ({
  skip,
}) => {
  using server = await startTestPostgres();
  if (server === null) return skip("no PostgreSQL on this machine");
  const database = await openDatabase({ url: server.url, log: silentLog });
  await using app = await startTestApp({ database });
  const ada = await app.signUp("Ada");
  const adaId = await idOf(ada);

  /** As a phone does: the same call under the same key until it is acknowledged. @returns what was refused on the way */
  const write = async (number: number): Promise<string[]> => {
    const body = { id: newId(), type: "want-to-know" as const, content: `Thought number ${number}` };
    const refused: string[] = [];
    for (;;) {
      const response = await ada.send(createMemory, { body }, { idempotencyKey: body.id });
      if (response.ok) return refused;
      refused.push(`${response.status} ${await response.text()}`);
      if (refused.length > 200) throw new Error(`not ready again: ${refused.at(-1)}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  for (let number = 0; number < 5; number += 1) expect(await write(number)).toEqual([]);
  const rest = Promise.all(
    Array.from({ length: 40 }, async (_, index) => {
      await new Promise((resolve) => setTimeout(resolve, index * 20));
      return await write(5 + index);
    }),
  );
  await server.restart();
  const refused = (await rest).flat();
  // Whatever a caller was told is a problem of ours that says to try again; never inner workings.
  expect(refused.length).toBeGreaterThan(0);
  for (const told of refused) expect(told).toMatch(/^503 .*Please try again/);

  const { rows } = await app.database.pool.query<{ content: string }>(
    "select content from memories order by content",
  );
  const expected = Array.from({ length: 45 }, (_, number) => `Thought number ${number}`).toSorted();
  expect(rows.map(({ content }) => content)).toEqual(expected);

  // Who listens hears again, too.
  const response = await ada.request("/api/events");
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let heard = (await reader?.read())?.value ?? "";
  await publishToPerson(app.database.kysely, adaId, { event: "back", data: {} });
  while (!heard.includes('"back"')) heard += (await reader?.read())?.value ?? "";
  await reader?.cancel();
});
