/**
 * Measures how long users wait while another user causes heavy work on the embedded database: a first start with its backup, 5,000 listings
 * from a file, 20,000 memories, and the deletion of an account with them. Compared with the same calls on an idle server.
 *
 * node bench/heavy-work.bench.ts
 */
import { setTimeout as delay } from "node:timers/promises";
import { newId } from "#shared/id.ts";
import { startServer } from "../e2e/fixtures/server.ts";

const LISTINGS = 5_000;
const MEMORIES = 20_000;
const MEMORIES_A_CALL = 200;
const PASSWORD = "a tent with 3 poles";
/** Limit in milliseconds for the p95 of library pages and health checks during any of the work. */
const GATE = 250;
/** Limit in milliseconds for the longest wait during the backup of a first start. */
const BACKUP_GATE = 1_000;
/** Interval in milliseconds at which calls are sent, whether the previous one was answered or not. */
const EVERY = { health: 100, library: 100, search: 300 };
type Kind = keyof typeof EVERY;

const words = ["stove", "tent", "lamp", "bike", "rope", "pump", "radio", "carpet", "dome", "shade", "cooler"];
const word = (index: number) => words[index % words.length] ?? "";

const looby = await startServer({ LIMITS: '{"userToEmbed":100000}' });
const cookies = new Map<string, string>();
let waits: Record<Kind, number[]> = { health: [], library: [], search: [] };
let bad = 0;
let isOver = false;
const missed: string[] = [];
const watching = [
  watch("health", "/api/health"),
  watch("library", "/api/listings?limit=20"),
  watch("search", "/api/listings?limit=20&q=stove"),
];
try {
  await during("at rest", () => delay(5_000));
  await during("a first start, with its backup", untilBackedUp, BACKUP_GATE);
  await call("POST", "/api/account/sign-up", { pseudonym: "Ada", password: PASSWORD });
  const communityId = newId();
  await call("POST", "/api/loobricates", {
    id: communityId,
    name: "Heavy work",
    description: "Everything at once.",
    location: "7:30 & E",
    adminUsername: "heavy-work",
    adminPassword: PASSWORD,
  });
  await during("5,000 listings", () =>
    call("POST", `/api/loobricates/${communityId}/import`, listingsForm()),
  );
  await during("after it, with matching and vectors", () => delay(30_000));
  await during("20,000 memories", importMemories);
  await during("the account with them deleted", () =>
    call("POST", "/api/account/delete", { password: PASSWORD }),
  );
} finally {
  isOver = true;
  await Promise.all(watching);
  await looby.dispose();
}
if (bad > 0) missed.push(`${bad} calls were not answered with 200`);
for (const line of missed) console.error(`FAILED: ${line}`);
if (missed.length > 0) process.exitCode = 1;

async function watch(kind: Kind, path: string): Promise<void> {
  const open = new Set<Promise<void>>();
  while (!isOver) {
    const asked = ask(kind, path).finally(() => open.delete(asked));
    open.add(asked);
    await delay(EVERY[kind]);
  }
  await Promise.all(open);
}

async function ask(kind: Kind, path: string): Promise<void> {
  const start = performance.now();
  const list = waits[kind];
  const response = await fetch(looby.url + path);
  await response.text();
  list.push(performance.now() - start);
  if (response.status !== 200) bad += 1;
}

/** @param longest gate in ms for the longest wait; without it `GATE` applies to the 95th percentile */
async function during(what: string, work: () => Promise<unknown>, longest?: number): Promise<void> {
  const mine: typeof waits = { health: [], library: [], search: [] };
  waits = mine;
  const start = performance.now();
  await work();
  const took = performance.now() - start;
  waits = { health: [], library: [], search: [] };
  const shown = Object.entries(mine).map(([kind, list]) => {
    const sorted = list.toSorted((a, b) => a - b);
    const [half, most, slowest] = [0.5, 0.95, 1].map((share) => Math.round(quantile(sorted, share)));
    const reached = longest === undefined ? (most ?? 0) : (slowest ?? 0);
    if (kind !== "search" && reached > (longest ?? GATE))
      missed.push(`${kind} during ${what}: ${reached} ms > ${longest ?? GATE} ms`);
    return `${kind} ${half} / ${most} / ${slowest}`;
  });
  console.log(`${what.padEnd(46)} ${(took / 1000).toFixed(1).padStart(5)} s   ${shown.join("   ")}`);
}

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

async function untilBackedUp(): Promise<void> {
  for (;;) {
    const health = (await (await fetch(`${looby.url}/api/health`)).json()) as { lastBackup: string | null };
    if (health.lastBackup !== null) return;
    await delay(500);
  }
}

function listingsForm(): FormData {
  const listings = Array.from({ length: LISTINGS }, (_, index) => ({
    title: `${word(index)} ${word(index * 7)} ${index}`,
    description: `A ${word(index * 3)} for the ${word(index * 5)}, with some words about how it is used in the dust.`,
    type: ["venue", "gear", "talent"][index % 3],
    tags: `${word(index)},${word(index + 1)}`,
    address: "7:30 & E",
  }));
  const form = new FormData();
  form.set("file", new File([JSON.stringify({ listings })], "listings.json"));
  form.set("part", "listings");
  form.set("mode", "import");
  return form;
}

async function importMemories(): Promise<void> {
  for (let first = 0; first < MEMORIES; first += MEMORIES_A_CALL) {
    const memories = Array.from({ length: MEMORIES_A_CALL }, (_, index) => ({
      content: `Memory ${first + index}: ${word(first + index)} near the ${word(index * 5)} at night`,
      createdAt: new Date(Date.now() - (first + index) * 60_000).toISOString(),
    }));
    await call("POST", "/api/memories/import", { memories });
  }
}

async function call(method: string, path: string, body: object): Promise<void> {
  const isForm = body instanceof FormData;
  const response = await fetch(looby.url + path, {
    method,
    headers: {
      origin: looby.url,
      cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
      ...(isForm ? {} : { "content-type": "application/json" }),
    },
    body: isForm ? body : JSON.stringify(body),
  });
  for (const line of response.headers.getSetCookie()) {
    const [name = "", value = ""] = line.split(";")[0]?.split(/=(.*)/) ?? [];
    cookies.set(name, value);
  }
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${method} ${path}: ${response.status} ${text}`);
}
