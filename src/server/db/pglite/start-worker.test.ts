import { EventEmitter, once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { silentLog } from "#server/testing/silent-log.ts";
import { postgresModules } from "./postgres-modules.ts";
import { firstAnswer } from "./start-worker.ts";
import type { FromWorker, WorkerStart } from "./worker-messages.ts";

// A cluster is created and synced, which takes minutes on a busy disk.
vi.setConfig({ testTimeout: 300_000 });

const minute = 60_000;

beforeEach(() => void vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] }));
afterEach(() => void vi.useRealTimers());

test("waits for a slow start as long as it makes progress", async () => {
  const { worker, steps, answer } = start();
  for (let waited = 0; waited < 60; waited++) {
    Atomics.add(steps, 0, 1);
    vi.advanceTimersByTime(minute);
  }
  worker.emit("message", { kind: "ready" } satisfies FromWorker);
  expect(await answer).toBeNull();
});

test("gives up a start that makes no progress for two minutes [fault]", async () => {
  const { steps, answer } = start();
  Atomics.add(steps, 0, 1);
  vi.advanceTimersByTime(3 * minute);
  expect(await answer).toBe("its start made no progress for two minutes");
});

test("logs every ten seconds that a start still runs", () => {
  const logged: unknown[] = [];
  const { worker } = start((...line: unknown[]) => void logged.push(line));
  vi.advanceTimersByTime(25_000);
  worker.emit("message", { kind: "ready" } satisfies FromWorker);
  vi.advanceTimersByTime(minute);
  const line = [{ steps: 0 }, "The database is still starting"];
  expect(logged).toEqual([line, line]);
});

test("counts each operation on the disk while a database is created", async () => {
  const folder = await mkdtemp(join(tmpdir(), "looby-start-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const workerData: WorkerStart = {
    clusterFolder: join(folder, "cluster"),
    snapshot: null,
    busySince: new SharedArrayBuffer(BigInt64Array.BYTES_PER_ELEMENT),
    steps: new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT),
    ...(await postgresModules()),
  };
  const worker = new Worker(new URL("./worker.ts", import.meta.url), { workerData });
  expect(await once(worker, "message")).toEqual([{ kind: "ready" }]);
  await worker.terminate();
  expect(Atomics.load(new Int32Array(workerData.steps), 0)).toBeGreaterThan(1000);
});

function start(warn = silentLog.warn) {
  const worker = new EventEmitter();
  const steps = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  return { worker, steps, answer: firstAnswer(worker, steps, { ...silentLog, warn }) };
}
