import { expect, test, vi } from "vitest";
import type { Clocks } from "#server/clocks.ts";
import { silentLog } from "#server/testing/silent-log.ts";
import type { Backup, Backups, Maintenance } from "../connection/backend.ts";
import { backUpRegularly } from "./housekeeping.ts";

const HOUR_MS = 3_600_000;
const EVERY_MS = 6 * HOUR_MS;

test("writes a backup by the time that passed, whatever the clock shows", async () => {
  using machine = startMachine(new Date("2026-08-30T06:00Z"));
  // The last one was written while the clock was four years ahead.
  const backups = recordingBackups(new Date("2030-08-30T06:00Z"), machine.clocks);
  using _job = backUpRegularly(noConnection, backups, EVERY_MS, silentLog, machine.clocks);
  await machine.run(HOUR_MS);
  expect(backups.written).toHaveLength(1);
  await machine.run(12 * HOUR_MS);
  expect(backups.written).toHaveLength(3);
  machine.setClock(new Date("2020-01-01T00:00Z"));
  await machine.run(12 * HOUR_MS);
  expect(backups.written).toHaveLength(5);
});

test("waits until the backup of an earlier start is old enough", async () => {
  using machine = startMachine(new Date("2026-08-30T06:00Z"));
  const backups = recordingBackups(new Date("2026-08-30T04:00Z"), machine.clocks);
  using _job = backUpRegularly(noConnection, backups, EVERY_MS, silentLog, machine.clocks);
  await machine.run(3.5 * HOUR_MS);
  expect(backups.written).toHaveLength(0);
  await machine.run(HOUR_MS);
  expect(backups.written).toHaveLength(1);
});

const noConnection: Maintenance = async () => await Promise.reject(new Error("not used"));

function recordingBackups(lastAt: Date, clocks: Clocks): Backups & { written: Backup[] } {
  const written: Backup[] = [];
  const before: Backup = { file: "looby-before.tar.gz", at: lastAt, bytes: 1 };
  const write = async () => {
    const backup = { file: `looby-${written.length}.tar.gz`, at: new Date(clocks.wall()), bytes: 1 };
    written.push(backup);
    return await Promise.resolve(backup);
  };
  return {
    written,
    get last() {
      return written.at(-1) ?? before;
    },
    write,
    writeAndForget: async () => ({ backup: await write(), deleted: [] }),
  };
}

/** A machine whose time passes only by `run`, and whose clock can be set. */
function startMachine(now: Date) {
  vi.useFakeTimers();
  let ahead = now.getTime() - Date.now();
  const boot = Date.now();
  const clocks: Clocks = { wall: () => Date.now() + ahead, up: () => Date.now() - boot };
  return {
    clocks,
    run: async (ms: number) => void (await vi.advanceTimersByTimeAsync(ms)),
    setClock: (time: Date) => void (ahead = time.getTime() - Date.now()),
    [Symbol.dispose]: () => void vi.useRealTimers(),
  };
}
