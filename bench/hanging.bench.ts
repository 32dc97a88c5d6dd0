import { execFileSync } from "node:child_process";
import { loadavg } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { openLine } from "../e2e/fixtures/line.ts";
import { startPhone } from "../e2e/fixtures/phone.ts";
import { startQuietServer } from "./quiet-server.ts";

/**
 * A connection that accepts every call and answers none, after one sync. Measures the time until nothing is loading any more for each
 * screen of the router, after a cold start at its address. Then measures two chat answers and a thought on one page.
 *
 * Gate: each screen within 4 s, the answers within 6 s, on an otherwise idle machine.
 */
const SCREEN_GATE_S = 4;
const ANSWER_GATE_S = 6;
const QUEUED_GATE_S = 1;
/** Seconds a screen is observed, so that one that starts loading again does not count as done. */
const LOOKED_AT_S = 7;

const root = join(import.meta.dirname, "..");
execFileSync(process.execPath, [join(root, "scripts/build.ts")], { stdio: ["ignore", "ignore", "inherit"] });
const server = await startQuietServer();
const line = await openLine(server.url);
const phone = await startPhone();
try {
  const paths = await prepare(phone.page());
  console.log(
    `load ${loadavg()[0]?.toFixed(1)}, seconds from the address until nothing loads, and what is shown`,
  );
  line.treat = () => "hang";
  for (const path of paths) await measureScreen(path);
  await measureTalk(phone.page());
} finally {
  await phone.dispose();
  await line.close();
  await server.dispose();
}

/** Signs up, adds a memory and syncs everything. @returns the path of every screen */
async function prepare(page: Page): Promise<string[]> {
  const { request } = page.context();
  const data = { pseudonym: "Hanger-on", password: "a tent with 3 poles" };
  await request.post(`${line.url}/api/account/sign-up`, { data });
  const memory = { type: "want-to-know", content: "The teapot workshop begins at the second bell" };
  await request.post(`${line.url}/api/memories`, { data: memory });
  const get = async (path: string) => (await (await request.get(line.url + path)).json()) as never;
  const { listings } = (await get("/api/listings?limit=5")) as { listings: { id: string }[] };
  const { loobricates } = (await get("/api/loobricates")) as { loobricates: { id: string }[] };
  const [camp] = (await get("/api/playaCamps")) as { id: string }[];
  await page.goto(`${line.url}/?dialog=settings&settings-tab=device`);
  await page.getByRole("button", { name: "Sync now" }).click();
  await page.getByText("Everything is on this phone.").waitFor({ timeout: 120_000 });
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.goto(`${line.url}/explore`);
  await page
    .getByRole("button", { name: /places around/ })
    .first()
    .waitFor();
  return [
    "/",
    "/explore",
    `/explore/camp/${camp?.id}`,
    "/add",
    "/library",
    "/nfc",
    "/t/AAAAAAAAAAAAAAAA",
    "/me",
    "/omi",
    "/memories",
    "/memories?tab=graph",
    "/borrowing",
    "/needs",
    "/about",
    "/outbound",
    "/operator/camps",
    "/operator/omi",
    `/community/${loobricates[0]?.id}`,
    "/join/AAAAAAAAAAAAAAAAAAAAAA",
    `/?dialog=resource&id=${listings[0]?.id}`,
    "/?dialog=threads",
    "/?dialog=quest",
    "/?dialog=companions",
  ];
}

async function measureScreen(path: string): Promise<void> {
  const page = phone.page();
  const start = performance.now();
  await page.goto(line.url + path, { waitUntil: "commit" });
  let settledAt: number | null = null;
  while (performance.now() - start < LOOKED_AT_S * 1000) {
    const isSettled = await page.evaluate(() => {
      const parts = [...document.querySelectorAll("main, [role=dialog]")];
      const words = parts.map((part) => part.textContent.trim()).join("");
      const loads = parts.some((part) => part.querySelector("output svg, [aria-busy=true]") !== null);
      return words !== "" && !loads;
    });
    if (!isSettled) settledAt = null;
    else settledAt ??= (performance.now() - start) / 1000;
    await page.waitForTimeout(50);
  }
  const within = path.includes("dialog=") ? page.getByRole("dialog") : page.locator("main");
  const words = (await within.first().innerText()).replaceAll(/\s+/g, " ").slice(0, 70);
  report(path.replaceAll(/\/[0-9a-f-]{30,}|=[0-9a-f-]{30,}/g, "/…"), settledAt, SCREEN_GATE_S, words);
}

async function measureTalk(page: Page): Promise<void> {
  await page.goto(`${line.url}/`, { waitUntil: "commit" });
  const box = page.getByPlaceholder("Send a message...");
  await box.waitFor();
  for (const [index, question] of ["where is the teapot", "who lends a ladder"].entries()) {
    await box.fill(question);
    const start = performance.now();
    await page.keyboard.press("Enter");
    // Meanwhile the user can type the next message.
    await box.fill("and then");
    await page
      .getByText(/Answered on this phone/)
      .nth(index)
      .waitFor();
    report(`answer ${index + 1}`, (performance.now() - start) / 1000, ANSWER_GATE_S, await box.inputValue());
  }
  await page.goto(`${line.url}/?dialog=thought`, { waitUntil: "commit" });
  await page.getByLabel("Your thoughts").fill("The teapot hums.");
  const start = performance.now();
  await page.getByRole("button", { name: "Save Thought" }).click();
  await page
    .getByText(/kept on this device/i)
    .first()
    .waitFor();
  report("a thought says kept", (performance.now() - start) / 1000, QUEUED_GATE_S, "");
  await page.getByText("Your thought is kept on this device").waitFor();
  report("its form is done", (performance.now() - start) / 1000, SCREEN_GATE_S, "");
}

function report(what: string, seconds: number | null, gate: number, words: string): void {
  console.log(`${what.padEnd(28)} ${seconds?.toFixed(2) ?? "never"} (gate ${gate})  ${words}`);
  if (seconds === null || seconds > gate) process.exitCode = 1;
}
