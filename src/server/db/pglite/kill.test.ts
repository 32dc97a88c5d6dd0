import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { messagesOf } from "#server/testing/children/messages.ts";
import type { WriterMessage } from "#server/testing/children/writer.ts";
import { seededRandom } from "#server/testing/seeded-random.ts";

const writer = join(import.meta.dirname, "../../testing/children/writer.ts");

/** proof/nothing-lost.proof.ts kills the whole server far more often. */
const KILLS = 8;

test("loses no acknowledged write when killed during writes", { timeout: 900_000 }, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "looby-kill-"));
  const random = seededRandom(30);
  const acknowledged = new Set<number>();
  for (let round = 0; round <= KILLS; round++) {
    const child = startWriter(dataDir, round * 1_000_000);
    const exited = once(child, "exit");
    let left = Math.ceil(random() * 60);
    for await (const message of messagesOf<WriterMessage>(child)) {
      if ("found" in message) {
        const found = new Set(message.found);
        const lost = [...acknowledged].filter((id) => !found.has(id));
        expect(lost, `lost by kill ${round}`).toEqual([]);
        expect(message.total).toBe(1000);
        if (round === KILLS) child.kill("SIGKILL");
      } else {
        acknowledged.add(message.committed);
        if (--left === 0) child.kill("SIGKILL");
      }
    }
    await exited;
  }
  expect(acknowledged.size).toBeGreaterThan(60);
  await rm(dataDir, { recursive: true });
});

test("starts over when the first start was killed half-way", { timeout: 300_000 }, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "looby-kill-"));
  const first = startWriter(dataDir, 0);
  const exited = once(first, "exit");
  while (!existsSync(join(dataDir, "cluster.new", "PG_VERSION"))) await delay(1);
  first.kill("SIGKILL");
  await exited;
  expect(existsSync(join(dataDir, "cluster"))).toBe(false);

  const second = startWriter(dataDir, 0);
  for await (const message of messagesOf<WriterMessage>(second)) {
    second.kill("SIGKILL");
    if ("found" in message) expect(message).toEqual({ found: [], total: 1000 });
  }
  await rm(dataDir, { recursive: true });
});

function startWriter(dataDir: string, firstId: number): ChildProcess {
  // Each process compiles Postgres again and lives for a second, so the fast compiler is enough.
  const args = ["--liftoff-only", writer, dataDir, String(firstId)];
  return spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
}
