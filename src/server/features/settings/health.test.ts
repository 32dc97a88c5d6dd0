import { expect, test, vi } from "vitest";
import { getHealth } from "#shared/features/settings/contract.ts";
import { operatorToken } from "#server/http/operator.ts";
import { fakeEmbedder } from "#server/testing/doubles/fake-embedder.ts";
import { scriptedModel } from "#server/testing/doubles/scripted-model.ts";
import { startTestApp } from "#server/testing/test-app.ts";
import { openTestEmbedded } from "#server/testing/test-database.ts";

const PATIENCE = { timeout: 30_000 };

test("reports health while the only connection is busy, until it has waited too long", async () => {
  await using app = await startTestApp({ database: await openTestEmbedded() });
  const watcher = app.as("a monitor");
  // Reported as soon as the first check has ended, however slow the machine is.
  const atRest = await vi.waitFor(async () => {
    const health = await watcher.call(getHealth, {});
    expect(health).toMatchObject({ status: "ok", database: { isAnswering: true }, toEmbed: 0 });
    return health;
  }, PATIENCE);

  const held = await app.database.pool.connect();
  const start = performance.now();
  const clock = vi.spyOn(performance, "now");
  const busy = await watcher.call(getHealth, {});
  expect(busy).toMatchObject({ status: "ok", database: atRest.database, toEmbed: atRest.toEmbed });
  clock.mockReturnValue(start + 60_000);
  expect(await watcher.call(getHealth, {})).toMatchObject({
    status: "degraded",
    database: { isAnswering: false, lastAnswer: atRest.database.lastAnswer },
  });
  clock.mockRestore();
  held.release();
  await vi.waitFor(async () =>
    expect(await watcher.call(getHealth, {})).toMatchObject({
      status: "ok",
      database: { isAnswering: true },
    }),
  );
});

test("reports a failing database as such, not as an unreachable server", async () => {
  await using app = await startTestApp({ database: await openTestEmbedded() });
  const refuse = vi.spyOn(app.database.pool, "connect").mockRejectedValue(new Error("gone"));
  await vi.waitFor(async () => {
    const health = await app.as("a monitor").call(getHealth, {});
    expect(health).toMatchObject({
      status: "degraded",
      database: { isAnswering: false, lastAnswer: null },
      toEmbed: null,
    });
  }, PATIENCE);
  refuse.mockRestore();
});

test("names the models and hosts of its engines only with the operator's token", async () => {
  await using app = await startTestApp({
    env: { EMBEDDINGS_BASE_URL: "http://vectors:8080/v1", EMBEDDINGS_MODEL: "secret-embedder" },
    deps: {
      embedder: fakeEmbedder({ id: "secret-embedder@vectors:8080" }),
      languageModel: scriptedModel([], "secret-model"),
    },
  });
  const enginesFor = async (authorization: string | null) => {
    const headers = authorization === null ? {} : { authorization };
    const answer = await app.as("a monitor").request(getHealth.path, { headers });
    return getHealth.response.parse(await answer.json()).engines;
  };
  const hidden = "A server of the operator";
  for (const authorization of [null, "Bearer guessed"])
    expect(await enginesFor(authorization)).toMatchObject({ languageModel: hidden, embeddings: hidden });
  expect(await enginesFor(`Bearer ${operatorToken(app.deps.secret)}`)).toMatchObject({
    languageModel: "secret-model",
    embeddings: "secret-embedder@vectors:8080",
  });
});

test("reports a clock that is behind the stored data, and a jump, without being degraded", async () => {
  const lastJump = { at: new Date("2026-08-30T06:00:00.000Z"), seconds: -7200 };
  await using app = await startTestApp({ deps: { clock: { isTrusted: false, lastJump } } });
  const health = await vi.waitFor(async () => {
    const now = await app.as("a monitor").call(getHealth, {});
    expect(now.database.isAnswering).toBe(true);
    return now;
  }, PATIENCE);
  expect(health).toMatchObject({
    status: "ok",
    clock: { isTrusted: false, lastJump: { at: "2026-08-30T06:00:00.000Z", seconds: -7200 } },
  });
});
