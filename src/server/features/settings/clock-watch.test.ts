import { expect, test, vi } from "vitest";
import type { Clocks } from "#server/clocks.ts";
import type { DatabaseClient } from "#server/db/connection/client.ts";
import { silentLog } from "#server/testing/silent-log.ts";
import { openTestDatabase } from "#server/testing/test-database.ts";
import { ClockWatch } from "./clock-watch.ts";

const HOUR_MS = 3_600_000;

test("reports a clock that is behind the data at the start, until it has been set", async () => {
  await using database = await openTestDatabase();
  await storeEvent(database, "2 hours");
  const warn = vi.fn<(...line: unknown[]) => void>();
  const machine = { wall: Date.now(), up: 0 };
  using watch = await ClockWatch.start(database, { ...silentLog, warn }, clocksOf(machine));
  expect(stateOf(watch)).toMatchObject({ isTrusted: false, lastJump: null });
  expect(warn.mock.calls).toEqual([
    [
      { newest: expect.any(String), now: new Date(machine.wall).toISOString() },
      expect.stringContaining("dated in the future"),
    ],
  ]);
  machine.wall += 3 * HOUR_MS;
  await watch.look();
  expect(stateOf(watch)).toMatchObject({
    isTrusted: true,
    lastJump: { at: new Date(machine.wall), seconds: 3 * 3600 },
  });
});

test("reports a backup from the future until a new one is written", async () => {
  await using opened = await openTestDatabase();
  const backupAt = (ahead: number) => ({ file: "x", bytes: 1, at: new Date(Date.now() + ahead) });
  const database = { ...opened, lastBackup: backupAt(4 * 365 * 24 * HOUR_MS) };
  using watch = await ClockWatch.start(database, silentLog);
  expect(watch.isTrusted).toBe(false);
  database.lastBackup = backupAt(0);
  expect(watch.isTrusted).toBe(true);
});

test("notices a clock that is set back below data that was just stored", async () => {
  await using database = await openTestDatabase();
  await storeEvent(database, "0 hours");
  const warn = vi.fn<(...line: unknown[]) => void>();
  const machine = { wall: Date.now(), up: 0 };
  using watch = await ClockWatch.start(database, { ...silentLog, warn }, clocksOf(machine));
  machine.wall += HOUR_MS;
  machine.up += HOUR_MS;
  await watch.look();
  expect(stateOf(watch)).toMatchObject({ isTrusted: true, lastJump: null });
  expect(warn).not.toHaveBeenCalled();
  machine.wall -= 3 * HOUR_MS;
  await watch.look();
  expect(stateOf(watch)).toMatchObject({ isTrusted: false, lastJump: { seconds: -3 * 3600 } });
  expect(warn.mock.calls[0]).toEqual([
    {
      before: new Date(machine.wall + 3 * HOUR_MS).toISOString(),
      now: new Date(machine.wall).toISOString(),
    },
    "The clock was set back",
  ]);
});

async function storeEvent(database: DatabaseClient, ahead: string): Promise<void> {
  await database.pool.query(
    "insert into events (channel, event, data, created_at) values ('user-a', 'x', '{}', now() + $1::interval)",
    [ahead],
  );
}

function stateOf({ isTrusted, lastJump }: ClockWatch) {
  return { isTrusted, lastJump };
}

function clocksOf(machine: { wall: number; up: number }): Clocks {
  return { wall: () => machine.wall, up: () => machine.up };
}
