import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync } from "node:fs";
import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { patient } from "../scripts/patience.ts";
import { startServer, TEMPLATE_VARIABLE } from "./fixtures/server.ts";

const PATIENCE_MS = patient(900_000);
const root = join(import.meta.dirname, "..");
const templates = join(root, ".cache", "e2e-template");

/**
 * A data folder with the sample festival, embedded and drawn, of which every server of this run gets a copy: embedding 1,800 texts
 * for each would be most of the run. It takes a minute to make, so it is kept for later runs of the same day with the same server.
 */
export default async function setUp(): Promise<void> {
  const template = join(templates, nameOfTemplate());
  if (!existsSync(template)) await makeTemplate(template);
  process.env[TEMPLATE_VARIABLE] = template;
}

/** Changes with the server's code, and with the day: some of the sample is dated. */
function nameOfTemplate(): string {
  const hash = createHash("sha256");
  const files = globSync(["package-lock.json", "src/{server,shared}/**/*.{ts,sql,json,md}"], { cwd: root });
  for (const file of files.filter((name) => !name.includes(".test.")).toSorted())
    hash.update(file).update(readFileSync(join(root, file)));
  return `${new Date().toISOString().slice(0, 10)}-${hash.digest("hex").slice(0, 16)}`;
}

async function makeTemplate(template: string): Promise<void> {
  await mkdir(templates, { recursive: true });
  // Those of former days, and what a run that was stopped has left.
  for (const former of await readdir(templates)) await rm(join(templates, former), { recursive: true });
  const server = await startServer({}, { parent: templates });
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    const health = (await (await fetch(`${server.url}/api/health`)).json()) as { toEmbed: number | null };
    if (health.toEmbed === 0) break;
    if (Date.now() > until) throw new Error(`still ${health.toEmbed} texts to embed`);
    await sleep(500);
  }
  await server.stop();
  await rename(server.dataDir, template);
}
