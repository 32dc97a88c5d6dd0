import { setTimeout as sleep } from "node:timers/promises";
import { startServer, TEMPLATE_VARIABLE } from "./fixtures/server.ts";
import { patient } from "../scripts/patience.ts";

const PATIENCE_MS = patient(900_000);

/**
 * Starts a server on an empty folder once, lets it load and embed the sample festival, and leaves the folder as the
 * template of every server of this run: embedding 1,800 texts for each test would be most of the run.
 */
export default async function setUp(): Promise<() => Promise<void>> {
  const server = await startServer();
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    const health = (await (await fetch(`${server.url}/api/health`)).json()) as { toEmbed: number | null };
    if (health.toEmbed === 0) break;
    if (Date.now() > until) throw new Error(`still ${health.toEmbed} texts to embed`);
    await sleep(500);
  }
  await server.stop();
  process.env[TEMPLATE_VARIABLE] = server.dataDir;
  return () => server.dispose();
}
