import { expect, test, vi } from "vitest";
import { getHealth } from "#shared/features/settings/contract.ts";
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
