import { setTimeout as sleep } from "node:timers/promises";
import { type Browser, type BrowserContext, chromium, type Locator, type Page } from "@playwright/test";
import { expect, test } from "vitest";
import { seededRandom } from "#server/testing/seeded-random.ts";
import { startServer, TEMPLATE_VARIABLE } from "../e2e/fixtures/server.ts";
import { ensureTemplate } from "../e2e/fixtures/template.ts";
import { chromiumFlags, ensureChromium } from "../scripts/chromium.ts";
import { patient } from "../scripts/patience.ts";
import { proofSeed, rounds } from "./scale.ts";
import { record, stopwatch } from "./scoreboard.ts";
import { storedHere } from "./slow-database/writer.ts";

// A visitor types three messages one after the other on their first visit, while each file of the page arrives after another time. Some
// press Enter twice, some leave the page in between and come back. In the end the server has each message once, in the order of typing.

const SETTLED_MS = patient(60_000);
const AWAY = ["reload", "library", "new tab", "back"] as const;

/** The plan of a visitor: the same for the same random numbers, however long each step takes. */
interface Visit {
  /** Milliseconds from the document until the first message, and between messages. */
  pauses: readonly number[];
  /** Milliseconds until a second Enter after each message; null for none. */
  again: readonly (number | null)[];
  /** After which message the page is left, and how: `pause` milliseconds later, and `stay` before the visitor writes again. */
  leaves: { after: number; how: (typeof AWAY)[number]; pause: number; stay: number } | null;
  /** Milliseconds until a file arrives. */
  delay: () => number;
}

test("stores each message of a first visit once and in the order of typing", async () => {
  const seconds = stopwatch();
  const visits = rounds({ gate: 2, all: 20, nightly: 200 });
  process.env[TEMPLATE_VARIABLE] = await ensureTemplate();
  const server = await startServer();
  await using stack = new AsyncDisposableStack();
  stack.defer(() => server.dispose());
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: chromiumFlags });
  stack.defer(() => browser.close());
  const random = seededRandom(proofSeed());
  let inOrder = 0;
  for (let index = 0; index < visits; index += 1) {
    const visit = planVisit(random);
    const sent = ["one", "two", "three"].map((word) => `v${index}${word} where is the water`);
    const { stored, shown } = await makeVisit(browser, server.url, visit, sent);
    // A visitor who comes back may begin another conversation.
    const seen = visit.leaves === null ? [stored, shown] : [stored];
    const isRight = seen.every((texts) => isEachOnceInOrder(texts, sent));
    if (isRight) inOrder += 1;
    else console.info(`visit ${index}: ${JSON.stringify({ ...visit, stored, shown })}`);
    if (index % 20 === 19) console.info(`${inOrder} of ${index + 1} visits in order, ${seconds()} s`);
  }
  record({
    name: "first visits with three messages in order, each once",
    figure: inOrder,
    unit: `of ${visits}`,
    gate: { exactly: visits },
    seconds: seconds(),
  });
  expect(inOrder).toBe(visits);
});

function planVisit(random: () => number): Visit {
  const upTo = (ms: number) => Math.round(random() * ms);
  const short = random() < 0.7;
  const slowest = random() < 0.3 ? 3000 : 400;
  const leaves = {
    after: upTo(2),
    how: AWAY[Math.floor(random() * AWAY.length)] ?? "reload",
    pause: upTo(random() < 0.5 ? 100 : 2000),
    stay: upTo(4000),
  };
  return {
    pauses: [upTo(1500), ...Array.from({ length: 2 }, () => 15 + upTo(short ? 85 : 1500))],
    again: Array.from({ length: 3 }, () => (random() < 0.3 ? upTo(300) : null)),
    leaves: random() < 0.3 ? leaves : null,
    delay: () => upTo(slowest),
  };
}

/** @returns the visitor's messages on the server, and as the page shows them, oldest first */
async function makeVisit(
  browser: Browser,
  url: string,
  { pauses, again, leaves, delay }: Visit,
  texts: readonly string[],
): Promise<{ stored: string[]; shown: string[] }> {
  const context = await browser.newContext({ baseURL: url, serviceWorkers: "block" });
  try {
    let isSlow = true;
    await context.route(/\/assets\/|\/api\//, async (route) => {
      if (isSlow) await sleep(delay());
      // The page may have been left meanwhile.
      await route.continue().catch(() => undefined);
    });
    let page = await context.newPage();
    await page.goto("/", { waitUntil: "commit" });
    for (const [index, text] of texts.entries()) {
      await sleep(pauses[index]);
      await sayNext(page, text);
      const second = again[index] ?? null;
      if (second !== null) await sleep(second);
      if (second !== null) await page.keyboard.press("Enter");
      if (leaves?.after !== index) continue;
      await sleep(leaves.pause);
      page = await leave(page, context, leaves.how);
      await sleep(leaves.stay);
      // A visitor who finds a draft sends it before they write on.
      if ((await fieldOf(page).inputValue()) !== "") await fieldOf(page).press("Enter");
    }
    isSlow = false;
    return await settle(page, texts);
  } finally {
    await context.close();
  }
}

/** The visitor types at the end of the field and sends. */
async function sayNext(page: Page, text: string): Promise<void> {
  await fieldOf(page).focus();
  await page.keyboard.press("End");
  await page.keyboard.insertText(text);
  await page.keyboard.press("Enter");
}

/** Leaves the page for another and comes back. */
async function leave(page: Page, context: BrowserContext, how: (typeof AWAY)[number]): Promise<Page> {
  if (how === "reload") await page.reload({ waitUntil: "commit" });
  if (how === "library" || how === "back") await page.goto("/library", { waitUntil: "commit" });
  if (how === "library") await page.goto("/", { waitUntil: "commit" });
  if (how === "back")
    // Playwright's `goBack` needs a page that has been shown.
    await Promise.all([page.waitForURL("/", { waitUntil: "commit" }), page.evaluate(() => history.back())]);
  if (how !== "new tab") return page;
  await Promise.all([page.waitForEvent("close"), page.close({ runBeforeUnload: true })]);
  const next = await context.newPage();
  await next.goto("/", { waitUntil: "commit" });
  return next;
}

/** Waits until the page has nothing left to send. One that is still loading only seems so: it is waited for while a text is missing. */
async function settle(page: Page, texts: readonly string[]): Promise<{ stored: string[]; shown: string[] }> {
  const field = fieldOf(page);
  let stored: string[] = [];
  let quiet = 0;
  for (const until = Date.now() + SETTLED_MS; Date.now() < until; await sleep(100)) {
    const isDrafted = (await field.inputValue()) !== "";
    if (isDrafted) await field.press("Enter");
    const here = await page.evaluate(storedHere).catch(() => null);
    const isStored =
      here?.outbox?.length === 0 && !here.localStorage?.some((row) => row.startsWith("looby.draft:"));
    quiet = isDrafted || !isStored ? 0 : quiet + 1;
    if (quiet < 10) continue;
    stored = await page.evaluate(messagesOnServer);
    if (texts.every((text) => stored.some((each) => each.includes(text)))) break;
    quiet = 0;
  }
  return { stored, shown: await page.getByRole("log").locator("[data-message] p").allInnerTexts() };
}

function fieldOf(page: Page): Locator {
  return page.getByRole("textbox", { name: "Message" });
}

/** Runs in the page. @returns the texts of the user's messages, oldest first */
async function messagesOnServer(): Promise<string[]> {
  const get = async (path: string): Promise<unknown> => await (await fetch(path)).json();
  const { threads } = (await get("/api/threads")) as { threads: { id: string }[] };
  const pages = await Promise.all(threads.map(async ({ id }) => await get(`/api/threads/${id}?limit=200`)));
  const messages = pages.flatMap(
    (page) => (page as { messages: { role: string; content: string; createdAt: string }[] }).messages,
  );
  return messages
    .filter(({ role }) => role === "user")
    .toSorted((one, other) => (one.createdAt < other.createdAt ? -1 : 1))
    .map(({ content }) => content);
}

function isEachOnceInOrder(texts: readonly string[], sent: readonly string[]): boolean {
  const found = [...texts.join("\n").matchAll(/v\d+(?:one|two|three) where is the water/g)].map(
    ([text]) => text,
  );
  return JSON.stringify(found) === JSON.stringify(sent);
}
