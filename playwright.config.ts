import { defineConfig } from "@playwright/test";
import { chromiumFlags, ensureChromium } from "./scripts/chromium.ts";

export default defineConfig({
  testDir: "e2e",
  globalSetup: "./e2e/global-setup.ts",
  testMatch: "*.e2e.ts",
  outputDir: ".cache/e2e",
  workers: 2,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  use: {
    trace: "retain-on-failure",
    launchOptions: { executablePath: ensureChromium(), args: chromiumFlags },
  },
});
