import { type APIRequestContext, chromium, type Page, request } from "@playwright/test";
import sharp from "sharp";
import { openUpstreamModel, streamSteps } from "#server/testing/doubles/upstream-model.ts";
import { answered, say } from "../e2e/fixtures/talk.ts";
import { chromiumFlags, ensureChromium } from "../scripts/chromium.ts";
import { buildPage, servePage } from "./clicks/page-build.ts";
import { PageProfiler } from "./clicks/page-profiler.ts";
import { ServerProfiler } from "./clicks/server-profiler.ts";
import { startQuietServer } from "./quiet-server.ts";

/**
 * Number of source files that run for a click: files of `src/web` and `src/shared` in the page, and of `src/server` and `src/shared` in the
 * server, in which V8 saw a function run between the click and its settled result. All code is loaded beforehand. "Before the wire" counts
 * what ran until the page called `fetch`. Workers (the service worker, the database's) do not count. `--files` lists the files.
 *
 * Gate: a chat message runs no more files than when this was written. The goal is 60 in the page, 45 in the server and 8 before the wire.
 */
const MAX_PAGE = 120;
const MAX_SERVER = 108;
const MAX_CALLED = 12;
/** A page is settled this many milliseconds after it has shown the result. */
const SETTLED_MS = 1500;
/** A page that has made no call for this long, in milliseconds, has no work of its own left. */
const QUIET_MS = 6000;
const PASSWORD = "a tent with 3 poles";

interface Click {
  name: string;
  /** Opens the view and loads its code. @returns the action to measure, which ends when the result is visible */
  prepare: (page: Page) => Promise<() => Promise<void>>;
}

const answer = ["Tea is ", { pauseMs: 3000 }, "served at ", { pauseMs: 300 }, "sunset."];
const upstream = await openUpstreamModel((response, { model }) => void streamSteps(response, answer, model));
upstream.listed = ["own/model"];
await buildPage();
const server = await startQuietServer({ LLM_BASE_URL: upstream.url, LLM_MODEL: "own/model" }, [
  "--inspect=0",
]);
const browser = await chromium.launch({ executablePath: ensureChromium(), args: chromiumFlags });
const serverProfiler = await ServerProfiler.attach(server.output());
const clicks: Click[] = [
  { name: "chat message", prepare: prepareMessage },
  { name: "resource with a photo", prepare: prepareResource },
  { name: "loan request", prepare: prepareLoan },
  { name: "memory search", prepare: prepareSearch },
  { name: "map pan", prepare: preparePan },
];
console.log("| click | page | server | before the wire, all | before the wire, called |");
console.log("| --- | ---: | ---: | ---: | ---: |");
try {
  for (const click of clicks) await measure(click);
} finally {
  serverProfiler.close();
  await browser.close();
  await server.dispose();
  await upstream[Symbol.asyncDispose]();
}

async function measure({ name, prepare }: Click): Promise<void> {
  const context = await browser.newContext({
    baseURL: server.url,
    viewport: { width: 412, height: 915 },
    serviceWorkers: "block",
  });
  await servePage(context, server.url);
  await signUp(context.request, `Clicks ${name}`);
  const page = await context.newPage();
  const profiler = await PageProfiler.attach(page);
  const act = await prepare(page);
  await quiet(page);
  await profiler.take();
  await serverProfiler.take();
  await act();
  await page.waitForTimeout(SETTLED_MS);
  const { executed, before } = await profiler.take();
  const onServer = await serverProfiler.take();
  await context.close();
  const counts = [executed.size, onServer.size, before?.executed.size ?? "-", before?.called.size ?? "-"];
  console.log(`| ${name} | ${counts.join(" | ")} |`);
  if (process.argv.includes("--files")) {
    for (const [title, files] of Object.entries({ page: executed, server: onServer, ...before }))
      console.error(`${name}, ${title}:\n  ${[...files].toSorted().join("\n  ")}`);
  }
  const isWithin =
    executed.size <= MAX_PAGE && onServer.size <= MAX_SERVER && (before?.called.size ?? 0) <= MAX_CALLED;
  if (name === "chat message" && !isWithin) {
    console.log(`MISS: at most ${MAX_PAGE}, ${MAX_SERVER}, and ${MAX_CALLED} on the way to the wire`);
    process.exitCode = 1;
  }
}

/** Waits until the page makes no more calls: after opening, it refreshes its local copy. */
async function quiet(page: Page): Promise<void> {
  let lastCall = Date.now();
  const note = () => (lastCall = Date.now());
  page.on("request", note).on("requestfinished", note);
  while (Date.now() - lastCall < QUIET_MS) await page.waitForTimeout(500);
  page.off("request", note).off("requestfinished", note);
}

async function prepareMessage(page: Page) {
  await page.goto("/");
  await converse(page, "Where do I find a quiet spot to read?");
  const box = page.getByRole("textbox", { name: "Message" });
  await box.fill("Who serves tea at sunset?");
  return async () => {
    await box.press("Enter");
    await page.getByRole("button", { name: "Stop", exact: true }).waitFor();
    await answered(page);
  };
}

async function converse(page: Page, text: string): Promise<void> {
  await say(page, text);
  await page.getByRole("button", { name: "Stop", exact: true }).waitFor();
  await answered(page);
}

async function prepareResource(page: Page) {
  const list = page.getByRole("list", { name: "My resources" });
  const fill = async (title: string) => {
    await page.goto("/add?type=gear");
    await page.getByLabel("Loobricate", { exact: true }).selectOption({ index: 1 });
    await page.getByLabel("Gear name").fill(title);
    await page.getByLabel("Description").fill("Burns all night.");
    const color = "#c60";
    const buffer = await sharp({ create: { width: 64, height: 48, channels: 3, background: color } })
      .png()
      .toBuffer();
    await page.locator('input[type="file"]').setInputFiles({ name: "1.png", mimeType: "image/png", buffer });
    await page.getByRole("button", { name: "Remove photo 1" }).waitFor();
  };
  const add = async (title: string) => {
    await page.getByRole("button", { name: "Add Gear" }).click();
    await list.getByRole("button", { name: title }).waitFor();
  };
  await fill("First lantern");
  await add("First lantern");
  await fill("Second lantern");
  return () => add("Second lantern");
}

async function prepareLoan(page: Page) {
  const owner = await request.newContext({ baseURL: server.url });
  await signUp(owner, "Drill Owner");
  const { loobricates } = (await (await owner.get("/api/loobricates")).json()) as {
    loobricates: { id: string }[];
  };
  const listing = { loobricateId: loobricates[0]?.id, title: "A drill", offeringType: "gear" };
  const data = { ...listing, description: "With a box of bits." };
  const { id } = (await (await owner.post("/api/loobrary-signup", { data })).json()) as { id: string };
  await owner.dispose();
  await page.goto(`/library?dialog=resource&id=${id}`);
  await page.getByRole("button", { name: "Ask to borrow" }).click();
  const form = page.getByRole("dialog", { name: "Borrow A drill" });
  await form.getByRole("grid", { name: "Days" }).locator("[tabindex='0']").press("Enter");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await form.getByText("Add a message").click();
  await form.getByLabel(/can reach you/).fill("Camp Nine");
  return async () => {
    await form.getByRole("button", { name: /^Ask for / }).click();
    await form.getByRole("link", { name: "View request" }).waitFor();
  };
}

async function prepareSearch(page: Page) {
  for (const content of ["The teapot workshop begins at the second bell", "Quokkas wait by the gate at dawn"])
    await page.request.post("/api/memories", { data: { type: "want-to-know", content } });
  await page.goto("/memories");
  const cards = page.getByRole("list", { name: "Memories" }).locator("[aria-posinset]");
  const search = page.getByRole("searchbox", { name: "Search your memories" });
  const find = async (words: string, found: string) => {
    await search.fill(words);
    await cards.first().getByText(found).waitFor();
  };
  await find("teapot", "The teapot workshop");
  return () => find("quokkas", "Quokkas wait");
}

async function preparePan(page: Page) {
  await page.goto("/explore");
  await page
    .getByRole("button", { name: /places around/ })
    .first()
    .waitFor();
  const drag = async () => {
    await page.mouse.move(200, 450);
    await page.mouse.down();
    await page.mouse.move(140, 400, { steps: 10 });
    await page.mouse.up();
  };
  await drag();
  return drag;
}

async function signUp(caller: APIRequestContext, pseudonym: string): Promise<void> {
  const answer = await caller.post("/api/account/sign-up", { data: { pseudonym, password: PASSWORD } });
  if (!answer.ok()) throw new Error(await answer.text());
}
