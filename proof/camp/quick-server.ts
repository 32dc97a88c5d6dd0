import { existsSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type LoobyServer, startServer } from "../../e2e/fixtures/server.ts";

const IN_MEMORY = "/dev/shm";
const ROOM_BYTES = 2 * 1024 ** 3;
const COMPILED = join(import.meta.dirname, "../../.cache/compiled");

/**
 * A server for repeated kills: without the sample festival, and with its data folder in memory if there is room. A kill loses no data that
 * the process has written (power-cut.proof.ts covers power cuts).
 */
export async function startQuickServer(env: Record<string, string> = {}): Promise<LoobyServer> {
  // Each process compiles Postgres again and lives only for seconds, so the fast compiler is enough.
  const flags = ["--liftoff-only"];
  const settings = {
    SAMPLE_DATA: "off",
    BACKUP_EVERY_HOURS: "0",
    NODE_ENV: "production",
    NODE_COMPILE_CACHE: COMPILED,
    ...env,
  };
  const server = await startServer(settings, { parent: quickFolder(), flags });
  // Node saves its compile cache only when a process exits normally, which later ones may not.
  await server.stop();
  await server.start();
  return server;
}

export function quickFolder(): string {
  if (!existsSync(IN_MEMORY)) return tmpdir();
  const { bavail, bsize } = statfsSync(IN_MEMORY);
  return bavail * bsize > ROOM_BYTES ? IN_MEMORY : tmpdir();
}
