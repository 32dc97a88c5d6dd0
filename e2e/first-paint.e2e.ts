import type { Page } from "@playwright/test";
import { firstVisitFiles } from "../scripts/size-caps.ts";
import { shellViews } from "../src/shared/http/shell-file.ts";
import { expect, expectAccessible, test } from "./fixtures/looby.ts";

// The screen before the page's script has loaded, and the handling of words typed by then.

/** Holds back every script of the page until the returned function is called. */
async function holdScripts(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route("**/assets/*.js", async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

test(
  "shows the greeting before any script and sends words typed before it",
  { tag: "@gate" },
  async ({ page, open }) => {
    const release = await holdScripts(page);
    await page.goto("/", { waitUntil: "commit" });
    await expect(page.getByText("Hi, I’m Looby.")).toBeVisible();
    const greeting = await page.getByText("Hi, I’m Looby.").elementHandle();
    const box = page.getByRole("textbox", { name: "Message" });
    await box.fill("where is wat");
    release();
    await expect(page.getByRole("button", { name: "Settings" })).toBeVisible();
    await page.keyboard.type("er?");
    await expect(page).toHaveTitle("Chat · Looby"); // React sets it
    await expect(box).toHaveValue("where is water?");
    await expect(box).toBeFocused();
    // The same element: it was not painted twice.
    expect(await greeting?.evaluate((element) => element.isConnected)).toBe(true);
    await box.press("Enter");
    await expect(page.getByRole("log")).toContainText("where is water?");
    void open; // This fixture is requested because it fails the story on any console error.
  },
);

test(
  "fetches no more files on a first visit than its view's cap",
  { tag: "@gate" },
  async ({ browser, looby }) => {
    const counts: Record<string, number> = {};
    for (const path of Object.keys(firstVisitFiles)) {
      const context = await browser.newContext({ baseURL: looby.url, serviceWorkers: "block" });
      const page = await context.newPage();
      // On a metered line, the page loads nothing for later.
      await page.addInitScript(() => {
        Object.defineProperty(navigator, "connection", { value: { saveData: true } });
      });
      await page.goto(path);
      await expect(page.getByRole("status", { name: "Loading" })).toHaveCount(0);
      counts[path] = await page.evaluate(filesOnceQuiet);
      await context.close();
    }
    console.log(`files of a first visit: ${JSON.stringify(counts)}`);
    for (const [path, most] of Object.entries(firstVisitFiles))
      expect(counts[path], path).toBeLessThanOrEqual(most);
  },
);

/** Runs in the page. @returns the number of files it has fetched, without calls, once none has arrived for a second */
async function filesOnceQuiet(): Promise<number> {
  const fetched = () => performance.getEntriesByType("resource") as PerformanceResourceTiming[];
  while (performance.now() - Math.max(0, ...fetched().map(({ responseEnd }) => responseEnd)) < 1000)
    await new Promise((resolve) => setTimeout(resolve, 100));
  return 1 + fetched().filter(({ name }) => !new URL(name).pathname.startsWith("/api/")).length;
}

test("keeps the field of a slow page while a message is waiting to be sent", async ({ open, context }) => {
  const page = await open("/");
  const box = page.getByRole("textbox", { name: "Message" });
  await context.route("**/api/**", (route) => route.abort());
  await box.fill("where is ice?");
  await box.press("Enter");
  await expect(page.getByText("Waiting to be sent.")).toBeVisible();
  // React's scheduler posts each slice of its work to a channel. Until it has hydrated the page, other work comes first.
  await page.addInitScript(() => {
    const ports = MessagePort.prototype;
    const post = Reflect.get(ports, "postMessage") as () => void;
    ports.postMessage = function (...message: unknown[]) {
      const isWaiting = document.querySelector("[data-is-rendered]") !== null;
      setTimeout(() => Reflect.apply(post, this, message), isWaiting ? 500 : 0);
    };
    Object.assign(globalThis, { requestIdleCallback: (work: () => void) => setTimeout(work) });
  });
  await page.reload();
  const field = await box.elementHandle();
  await expect(page.getByText("No connection.")).toBeVisible();
  expect(await field?.evaluate((element) => element.isConnected)).toBe(true);
});

test("shows the header and the title until the view is loaded", async ({ page }) => {
  // A slow line: each file takes a third of a second.
  await page.route("**/assets/*.js", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    await route.continue();
  });
  await page.addInitScript(() => {
    document.addEventListener("DOMContentLoaded", () => {
      const root = document.getElementById("root");
      if (root === null) return;
      const note = () =>
        (root.dataset["wasEmpty"] = root.dataset["wasEmpty"] || (root.firstChild ? "" : "yes"));
      new MutationObserver(note).observe(root, { childList: true });
    });
  });
  await page.goto("/library");
  await expect(page.getByRole("searchbox")).toBeVisible();
  expect(await page.locator("#root").getAttribute("data-was-empty")).toBe("");
});

test("sends messages submitted before the script has loaded, each once", async ({ page, open }) => {
  const release = await holdScripts(page);
  await page.goto("/", { waitUntil: "commit" });
  const box = page.getByRole("textbox", { name: "Message" });
  await box.fill("where is ice?");
  // Safari's key that ends a composition sends nothing.
  await box.dispatchEvent("keydown", { key: "Enter", keyCode: 229 });
  await expect(box).toHaveValue("where is ice?");
  await box.press("Enter");
  await box.press("Enter");
  await expect(box).toHaveValue("");
  await box.fill("and shade?");
  await box.press("Enter");
  const waiting = page.getByRole("status").filter({ hasText: "Waiting for the signal ..." });
  await expect(waiting).toContainText("“where is ice?”, “and shade?”");
  await expectAccessible(page);
  release();
  const said = page.getByRole("log").locator("[data-message] p");
  await expect(said.filter({ hasText: "where is ice?" })).toHaveCount(1);
  await expect(said.filter({ hasText: "and shade?" })).toHaveCount(1);
  await expect(page.getByRole("log")).toHaveText(/where is ice\?.*and shade\?/s);
  await expect(waiting).toBeHidden();
  await expect(box).toHaveValue("");
  void open; // This fixture is requested because it fails the story on any console error.
});

test("handles a tap on a button from before the script has loaded", async ({ page, open }) => {
  const release = await holdScripts(page);
  await page.goto("/", { waitUntil: "commit" });
  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByRole("button", { name: "Conversations" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  release();
  await expect(page.getByRole("dialog", { name: "Conversations" })).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(1);
  await page.unrouteAll({ behavior: "wait" });

  const releaseLibrary = await holdScripts(page);
  await page.goto("/library", { waitUntil: "commit" });
  await page.getByRole("button", { name: "Settings" }).click();
  releaseLibrary();
  await expect(page.getByRole("dialog", { name: "Settings" })).toBeVisible();
  void open; // This fixture is requested because it fails the story on any console error.
});

test("reloads a chat that fails at once, sends what was sent and restores the typed text", async ({
  page,
}) => {
  const words = /(["'`])Send a message\.\.\.\1/;
  await page.route("**/assets/*.js", async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(words, "(()=>{throw Error()})()");
    // Not cached, so that the reload gets the real script.
    await route.fulfill({ contentType: "text/javascript", headers: { "cache-control": "no-store" }, body });
  });
  const { promise: typed, resolve: release } = Promise.withResolvers<void>();
  await page.route("**/assets/index-*.js", async (route) => {
    await typed;
    await route.fallback();
  });
  await page.goto("/", { waitUntil: "commit" });
  const box = page.getByRole("textbox", { name: "Message" });
  await box.fill("where is ice?");
  await box.press("Enter");
  await box.fill("where is water?");
  release();
  await expect(page.getByRole("alert")).toContainText("Something went wrong on this page");
  await page.unrouteAll({ behavior: "wait" });
  await page.getByRole("button", { name: "Try Again" }).click();
  await expect(box).toHaveValue("where is water?");
  await expect(page.getByRole("log").locator("[data-message] p").first()).toHaveText("where is ice?");
  await expect(page).toHaveTitle("Chat · Looby");
});

test("sends after a reload what was sent while the script never answered", async ({ page, open }) => {
  let isHanging = true;
  await page.route("**/assets/*.js", async (route) => (isHanging ? undefined : await route.continue()));
  await page.goto("/", { waitUntil: "commit" });
  const box = page.getByRole("textbox", { name: "Message" });
  await box.fill("where is ice?");
  await box.press("Enter");
  await expect(page.getByText("Waiting for the signal ...")).toBeVisible();
  await box.fill("and sha");
  isHanging = false;
  await page.getByRole("button", { name: "Reload" }).click();
  await expect(page.getByRole("log").locator("[data-message] p").first()).toHaveText("where is ice?");
  await expect(box).toHaveValue("and sha");
  void open; // This fixture is requested because it fails the story on any console error.
});

test("reports a script that does not load and restores the typed text on reload", async ({ page }) => {
  await page.route("**/assets/*.js", (route) => route.abort());
  await page.goto("/");
  await page.getByRole("textbox", { name: "Message" }).fill("where is water?");
  await expect(page.getByRole("alert")).toContainText("Looby did not load completely");
  await expectAccessible(page);
  await page.unrouteAll({ behavior: "wait" });
  await page.getByRole("button", { name: "Reload" }).click();
  await expect(page).toHaveTitle("Chat · Looby");
  await expect(page.getByRole("alert")).toHaveCount(0);
  await expect(page.getByRole("textbox", { name: "Message" })).toHaveValue("where is water?");
});

test("reports an error that the script throws while it starts", async ({ page }) => {
  await page.route("**/assets/index-*.js", (route) =>
    route.fulfill({ contentType: "text/javascript", body: "throw new Error('broken start')" }),
  );
  const reported = page.waitForEvent("pageerror");
  await page.goto("/");
  expect(String(await reported)).toContain("broken start");
});

test("paints every view as itself from the first paint on", async ({ page }) => {
  await page.route("**/assets/*.js", (route) => route.abort());
  for (const view of shellViews) {
    await page.goto(`/${view}`);
    await expect(page.getByRole("navigation", { name: "Views" })).toBeVisible();
    await expect(page.getByText("Hi, I’m Looby.")).toHaveCount(0);
  }
  await expectAccessible(page);
  for (const path of ["/community/nobody", "/join/token", "/t/code"]) {
    await page.goto(path);
    await expect(page.getByRole("navigation", { name: "Views" })).toBeVisible();
    await expect(page.getByText("Hi, I’m Looby.")).toHaveCount(0);
  }
});

test("paints the title of the view first", async ({ page, open }) => {
  await open("/");
  for (const view of ["about", "add", "borrowing", "library", "memories", "needs", "nfc"]) {
    const release = await holdScripts(page);
    await page.goto(`/${view}`, { waitUntil: "commit" });
    const title = await page.getByRole("heading", { level: 1 }).textContent();
    release();
    await expect(page.getByRole("status", { name: "Loading" })).toHaveCount(0);
    await expect(page.getByRole("heading", { level: 1, name: title ?? "" })).toBeVisible();
    await page.unrouteAll({ behavior: "wait" });
  }
});

for (const [device, viewport] of [
  ["phone", { width: 390, height: 844 }],
  ["desktop", { width: 1440, height: 900 }],
] as const)
  test(`paints the city first where the map of a ${device} shows it`, async ({ page }) => {
    await page.setViewportSize(viewport);
    // Without the operator's links, which take up space at the bottom of a desktop once they have loaded.
    await page.route("**/api/settings", (route) => route.abort());
    const release = await holdScripts(page);
    await page.goto("/explore", { waitUntil: "commit" });
    const painted = await page.locator("[class*=streets]").boundingBox();
    release();
    await expect(page.getByText("Loading Playa Map...")).toBeHidden();
    const shown = await page.locator('img[src^="/map/"]').boundingBox();
    for (const side of ["x", "y", "width"] as const)
      expect(Math.abs((painted?.[side] ?? Number.NaN) - (shown?.[side] ?? Number.NaN))).toBeLessThan(1.5);
  });

test("paints the chosen theme first", async ({ page, open }) => {
  await open("/");
  await page.evaluate(() => localStorage.setItem("looby.theme", "noon"));
  await page.route("**/assets/*.js", (route) => route.abort());
  await page.goto("/");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "day");
});
