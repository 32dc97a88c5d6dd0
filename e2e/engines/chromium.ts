import { chromium as playwright } from "@playwright/test";
import { chromiumFlags, ensureChromium } from "../../scripts/chromium.ts";
import { type Driver, type Engine, KEYS } from "./engine.ts";

// Chromium by Playwright, to see what fails in every engine.

const NAMES = new Map<string, string>([
  [KEYS.enter, "Enter"],
  [KEYS.escape, "Escape"],
  [KEYS.tab, "Tab"],
]);

export const chromium: Engine = {
  name: "Chromium",
  packages: "chromium",
  isInstalled: () => true,
  start,
};

async function start(): Promise<Driver> {
  const browser = await playwright.launch({ executablePath: ensureChromium(), args: chromiumFlags });
  const context = await browser.newContext({
    viewport: { width: 1_024, height: 720 },
    // The configuration of the other stories blocks them.
    serviceWorkers: "allow",
  });
  const complaints: string[] = [];
  context.on("weberror", (error) => complaints.push(String(error.error())));
  context.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  let page = await context.newPage();
  return {
    complaints,
    open: async (url) => void (await page.goto(url)),
    back: async () => void (await page.goBack()),
    reload: async () => void (await page.reload()),
    async reopen() {
      const next = await context.newPage();
      await page.close();
      page = next;
    },
    // A string is run as it is, where a function would need `eval`, which the page's policy forbids.
    run: async (body, args) => await page.evaluate(`(async (args) => {${body}})(${JSON.stringify(args)})`),
    async keys(text) {
      for (const key of text) await page.keyboard.press(NAMES.get(key) ?? (key === " " ? "Space" : key));
    },
    click: async (x, y) => await page.mouse.click(x, y),
    choose: async (path) => await page.locator("input[type=file]").first().setInputFiles(path),
    screenshot: async () => await page.screenshot(),
    close: async () => await browser.close(),
  };
}
