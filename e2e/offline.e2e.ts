import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { expect, expectAccessible } from "./fixtures/looby.ts";
import {
  ADD,
  arrive,
  expectListed,
  expectOnServer,
  fillIn,
  SAVED_NOTE,
  signalAnnouncer,
  test,
} from "./fixtures/shaky.ts";
import { storedRows } from "./fixtures/stored-rows.ts";
import { patient } from "../scripts/patience.ts";

// The network, not the test, decides when the page opens and when a new version arrives.

test(
  "opens Chat or Explore offline, with the camps, earlier content and help",
  { tag: "@gate" },
  async ({ looby, line, phone }) => {
    const world = { looby, line, phone };
    const page = await arrive(world, "Cheshire");
    const resources = page.waitForResponse(/\/api\/listings\b/);
    await page.goto(`${line.url}/explore`);
    await (await resources).finished();
    await expect(page.getByText("Loading Playa Map...")).toBeHidden();
    await expect(page.getByRole("button", { name: /places around/ }).first()).toBeVisible();
    // The phone stores an answer a moment after it has arrived.
    await expect.poll(async () => JSON.stringify(await storedRows(page, "queries"))).toContain("on-map");
    const camps = await phone.context().request.get(`${line.url}/api/playaCamps`);
    const [camp] = (await camps.json()) as { id: string; name: string }[];
    await line.cut();

    await page.reload();
    await expect(page.getByText("Loading Playa Map...")).toBeHidden();
    await expect(page.getByRole("button", { name: /places around/ }).first()).toBeVisible();
    await expect(page.getByText(/On this phone, last synced/)).toBeVisible();
    await expect(page.getByText("No connection. What you saved before is still here.")).toBeVisible();
    await expectAccessible(page);
    await page.goto(`${line.url}/explore/camp/${camp?.id}`);
    await expect(page.getByRole("heading", { name: camp?.name ?? "" })).toBeVisible();
    // A camp's actions also work offline, and changes to it are queued.
    await page.getByRole("button", { name: "Favourite", exact: true }).click();
    await page.getByRole("button", { name: "Directions" }).click();
    await expect(page.getByText(/minutes? on foot/)).toBeVisible();
    await page.getByRole("tab", { name: "Browse Camps" }).click();
    await page.getByPlaceholder("Filter camps...").fill(camp?.name ?? "");
    await expect(page.getByRole("tabpanel").getByRole("listitem").first()).toContainText(camp?.name ?? "");
    await page.getByRole("button", { name: "Clear search" }).click();
    await page.getByRole("button", { name: "Favourites" }).click();
    await expect(page.getByRole("tabpanel").getByRole("listitem")).toHaveText([new RegExp(camp?.name ?? "")]);
    await expect(page.getByRole("button", { name: /1 waiting/ })).toBeVisible();
    await page.goto(`${line.url}/me`);
    await expect(page.getByRole("heading", { name: "Cheshire" })).toBeVisible();
    await page.goto(`${line.url}/?dialog=settings`);
    await expect(page.getByRole("dialog").getByText(/On this phone, last synced/)).toBeVisible();
    await page.keyboard.press("Escape");
    await expectHelp(page);
  },
);

/** In an offline chat. */
async function expectHelp(page: Page): Promise<void> {
  const card = page.getByRole("heading", { name: "Get people first, now." });
  await ask(page, "i think she od'd");
  await expect(card).toBeVisible();
  await expect(page.getByText("A sober friend or neighbour")).toBeVisible();
  await expectAccessible(page);
  // Under a long message on a phone, the card is also shown from its beginning, and nothing overlaps it.
  await page.setViewportSize({ width: 390, height: 844 });
  await ask(page, `${"The dust came and we walked and walked. ".repeat(40)} My friend is unconscious`);
  await expect(card.last()).toBeInViewport();
  const list = await page.getByRole("log").boundingBox();
  const top = async () => ((await card.last().boundingBox())?.y ?? 0) - (list?.y ?? 0);
  await expect.poll(top).toBeLessThan(60);
  expect(await top()).toBeGreaterThanOrEqual(0);
  await expect(page.getByRole("button", { name: "Scroll to bottom" })).toBeHidden();
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.getByRole("button", { name: "Get help now" }).click();
  const dialog = page.getByRole("dialog", { name: "Get help now" });
  await dialog.getByRole("button", { name: /Hurt, ill/ }).click();
  await expect(dialog.getByText(/chest compressions/)).toBeVisible();
}

async function ask(page: Page, question: string): Promise<void> {
  await page.getByPlaceholder("Send a message...").fill(question);
  await page.keyboard.press("Enter");
}

test("installs a new version only on request and loses no queued write [fault]", async ({
  looby,
  line,
  killable: phone,
}) => {
  const world = { looby, line, phone };
  const page = await arrive(world, "Bill");
  const worker = await (await phone.context().request.get(`${looby.url}/service-worker.js`)).text();
  let isSilent = false;
  let unanswered = 0;
  line.treat = (call) => {
    if (call === ADD && isSilent) unanswered += 1;
    if (call === ADD) return isSilent ? "hang" : { status: 503, body: "{}" };
    if (call !== "GET /service-worker.js") return "pass";
    return { status: 200, type: "text/javascript", body: `${worker}\n// the next version` };
  };
  await page.goto(`${line.url}/me?dialog=add-resource`);
  await fillIn(page, "Ladder");
  await page.getByRole("button", { name: "Submit Resource" }).click();
  await expect(page.getByRole("alert")).toContainText(SAVED_NOTE);
  await page.evaluate(async () => {
    await (await navigator.serviceWorker.getRegistration())?.update();
  });
  await expect(page.getByText("A new version is ready.")).toBeVisible();
  // The old request hangs without a response. The user need not wait for its timeout.
  isSilent = true;
  const announceSignal = await signalAnnouncer(world);
  await announceSignal();
  await expect.poll(() => unanswered).toBeGreaterThan(0);
  const reloaded = page.waitForEvent("load", { timeout: patient(20_000) });
  await page.getByRole("button", { name: "Reload" }).click();
  await reloaded;
  // Behind the dialog, which reopens as well.
  await expect(page.getByText(/1 waiting/)).toBeVisible();
  await expect(page.getByText("A new version is ready.")).toBeHidden();
  line.treat = () => "pass";
  await page.goto(`${line.url}/me`);
  await expectListed(page, "Ladder");
  await expectOnServer(world, "Ladder");
});

// No worker has stored the app: as on a first visit over a slow line, and in a private window of some browsers.
test("answers where water, a toilet and Center Camp are when the signal is lost on a first visit", async ({
  looby,
  handset: page,
}) => {
  const last = await codeOf("../shared/features/talk/answer/events/answer-events.ts");
  const isReady = page.waitForResponse((response) => response.url().endsWith(last));
  await page.goto(looby.url);
  await (await isReady).finished();
  await page.context().setOffline(true);
  const log = page.getByRole("log");
  await ask(page, "where can I get water or coffee near 6:00");
  await expect(log.getByText(/Drinking water at 6:00 & \w+, open day and night: \d+ m/)).toBeVisible();
  await ask(page, "nearest toilet from 3:00 & C");
  await expect(log.getByText(/The nearest from 3:00 & \w+ is Toilets at/)).toBeVisible();
  await ask(page, "how far is Center Camp from 3:00 & C");
  await expect(log.getByText(/to Center Camp Plaza it is \d+ m/)).toBeVisible();
  await expect(log.getByText("Answered on this phone, without signal.")).toHaveCount(3);
  await expect(log.getByText("Waiting to be sent. Your message is saved on this device.")).toHaveCount(3);
  await page.context().setOffline(false);
});

test("reloads a page with missing code once by itself, then at the user's request", async ({
  looby,
  line,
  phone,
}) => {
  const page = await arrive({ looby, line, phone }, "Gryphon");
  const code = await codeOf("features/chat/screen/conversation-view.tsx");
  await page.evaluate(async (path) => {
    for (const name of await caches.keys())
      await (await caches.open(name)).delete(path, { ignoreSearch: true });
  }, code);
  const devTools = await phone.context().newCDPSession(page);
  await devTools.send("Network.clearBrowserCache");
  let isLost = true;
  line.treat = (call) => (isLost && call === `GET ${code}` ? "cut-before" : "pass");
  const problem = page.getByRole("heading", { name: "Something went wrong on this page" });
  let loads = 0;
  page.on("load", () => {
    loads += 1;
  });
  await page.goto(`${line.url}/`);
  await expect.poll(() => loads).toBe(2);
  await expect(problem).toBeVisible();
  isLost = false;
  await page.getByRole("button", { name: "Try Again" }).click();
  await expect(page.getByRole("log")).toBeAttached();
});

test("does not reload on Try Again when offline without a service worker", async ({ looby, page }) => {
  const code = await codeOf("features/chat/screen/conversation-view.tsx");
  await page.route(`**${code}`, (route) => route.abort());
  await page.goto(looby.url);
  const problem = page.getByRole("heading", { name: "Something went wrong on this page" });
  await expect(problem).toBeVisible();
  await page.context().setOffline(true);
  await page.getByRole("button", { name: "Try Again" }).click();
  await expect(problem).toBeVisible();
  await page.context().setOffline(false);
  await page.unroute(`**${code}`);
  await page.getByRole("button", { name: "Try Again" }).click();
  await expect(page.getByRole("log")).toBeAttached();
});

/** Path of the file built from a part of the page. */
async function codeOf(part: string): Promise<string> {
  const manifest = await readFile(join(import.meta.dirname, "../dist/.vite/manifest.json"), "utf8");
  const file = (JSON.parse(manifest) as Record<string, { file: string }>)[part]?.file;
  if (file === undefined) throw new Error(`${part} is no part of its own`);
  return `/${file}`;
}
