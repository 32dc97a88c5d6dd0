import { defineConfig } from "@playwright/test";
import { chromiumFlags, ensureChromium } from "./scripts/chromium.ts";
import { patient } from "./scripts/patience.ts";

export default defineConfig({
  testDir: "e2e",
  globalSetup: "./e2e/global-setup.ts",
  testMatch: "*.e2e.ts",
  outputDir: ".cache/e2e",
  // One more than a small machine has cores: stories wait a quarter of their time.
  workers: 3,
  retries: 0,
  // The longest stories take 50 s on two cores; what a story waits for has the limit below.
  timeout: patient(120_000),
  expect: { timeout: patient(15_000) },
  use: {
    // TRACE=1 keeps what a failing story did; recording it is a fifth of a run.
    trace: process.env["TRACE"] ? "retain-on-failure" : "off",
    // Keeping the whole app on the device is half of opening a page. Stories that need it say so.
    serviceWorkers: "block",
    launchOptions: { executablePath: ensureChromium(), args: chromiumFlags },
  },
});
