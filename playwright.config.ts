import { defineConfig } from "@playwright/test";
import { chromiumFlags, ensureChromium } from "./scripts/chromium.ts";

export default defineConfig({
  testDir: "e2e",
  globalSetup: "./e2e/global-setup.ts",
  testMatch: "*.e2e.ts",
  outputDir: ".cache/e2e",
  // One more than a small machine has cores: stories wait a quarter of their time.
  workers: 3,
  // A story that passes the second time is reported as flaky: scripts/test.ts.
  retries: 1,
  use: {
    // A trace says why a story failed the first time. TRACE=0 switches recording off.
    trace: process.env["TRACE"] === "0" ? "off" : "retain-on-first-failure",
    // Keeping the whole app on the device is half of opening a page. Stories that need it say so.
    serviceWorkers: "block",
    launchOptions: { executablePath: ensureChromium(), args: chromiumFlags },
  },
});
