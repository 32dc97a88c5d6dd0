import { existsSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type LoobyServer, startServer } from "../../e2e/fixtures/server.ts";

const IN_MEMORY = "/dev/shm";
const ROOM_BYTES = 2 * 1024 ** 3;
const COMPILED = join(import.meta.dirname, "../../.cache/compiled");

/**
 * A server that is killed over and over: without the sample festival, and with its folder in memory where there is room, since a
 * kill leaves what the process has written (what a power cut leaves is shown by power-cut.proof.ts).
 */
export async function startQuickServer(env: Record<string, string> = {}): Promise<LoobyServer> {
  // Each process compiles Postgres anew and lives for seconds: the quick compiler is enough.
  const flags = ["--liftoff-only"];
  const settings = {
    SAMPLE_DATA: "off",
    BACKUP_EVERY_HOURS: "0",
    NODE_ENV: "production",
    NODE_COMPILE_CACHE: COMPILED,
    ...env,
  };
  const server = await startServer(settings, { parent: quickFolder(), flags });
  // Node keeps what it has compiled when a process ends in order, which no later one may.
  await server.stop();
  await server.start();
  return server;
}

export function quickFolder(): string {
  if (!existsSync(IN_MEMORY)) return tmpdir();
  const { bavail, bsize } = statfsSync(IN_MEMORY);
  return bavail * bsize > ROOM_BYTES ? IN_MEMORY : tmpdir();
}
