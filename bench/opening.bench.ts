import { execFileSync } from "node:child_process";
import { loadavg } from "node:os";
import { join } from "node:path";
import type { Locator, Page } from "@playwright/test";
import { openLine } from "../e2e/fixtures/line.ts";
import { startPhone } from "../e2e/fixtures/phone.ts";
import { startQuietServer } from "./quiet-server.ts";

/**
 * How fast Looby opens offline: a new browser for every view, the page from its service worker and the data from its database, after one
 * sync. The views alternate.
 *
 * Gate: the median of each view within 2 s, on an otherwise idle machine.
 */
const ROUNDS = 5;
const GATE_S = 2;
const PSEUDONYM = "Opener";

const views: Readonly<Record<string, (page: Page) => Locator>> = {
  "/": (page) => page.getByPlaceholder("Send a message..."),
  "/explore": (page) => page.getByRole("button", { name: /places around/ }).first(),
  "/memories": (page) => page.getByText(/teapot workshop/).first(),
  "/me": (page) => page.getByRole("heading", { name: PSEUDONYM }),
};

const root = join(import.meta.dirname, "..");
execFileSync(process.execPath, [join(root, "scripts/build.ts")], { stdio: ["ignore", "ignore", "inherit"] });
const server = await startQuietServer();
const line = await openLine(server.url);
const phone = await startPhone();
const seconds = new Map<string, number[]>();
try {
  await prepare(phone.page());
  await line.cut();
  await phone.shutDown();
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [path, shown] of Object.entries(views)) {
      const page = await phone.open();
      const start = performance.now();
      await page.goto(line.url + path, { waitUntil: "commit" });
      await shown(page).waitFor();
      seconds.set(path, [...(seconds.get(path) ?? []), (performance.now() - start) / 1000]);
      await phone.shutDown();
    }
  }
} finally {
  await phone.dispose();
  await line.close();
  await server.dispose();
}

console.log(`load ${loadavg()[0]?.toFixed(1)}, ${ROUNDS} starts each, seconds from the address to the words`);
for (const [path, all] of seconds) {
  const sorted = all.toSorted((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  const slowest = sorted.at(-1) ?? Number.NaN;
  console.log(
    `${path.padEnd(10)} median ${median.toFixed(2)}, slowest ${slowest.toFixed(2)} (gate ${GATE_S})`,
  );
  if (!(median <= GATE_S)) process.exitCode = 1;
}

/** Creates a user with thirty memories, syncs everything and opens every view once. */
async function prepare(page: Page): Promise<void> {
  const { request } = page.context();
  const data = { pseudonym: PSEUDONYM, password: "a tent with 3 poles" };
  await request.post(`${line.url}/api/account/sign-up`, { data });
  for (let count = 0; count < 30; count += 1) {
    const memory = { type: "want-to-know", content: `The teapot workshop begins at bell number ${count}` };
    await request.post(`${line.url}/api/memories`, { data: memory });
  }
  await page.goto(`${line.url}/?dialog=settings&settings-tab=device`);
  await page.getByRole("button", { name: "Sync now" }).click();
  await page.getByText("Everything is on this phone.").waitFor({ timeout: 120_000 });
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  for (const [path, shown] of Object.entries(views)) {
    await page.goto(line.url + path);
    await shown(page).waitFor();
  }
}
