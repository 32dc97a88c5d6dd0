import { defineConfig } from "@playwright/test";
import { chromiumFlags, ensureChromium } from "./scripts/chromium.ts";

export default defineConfig({
  testDir: "e2e",
  globalSetup: "./e2e/global-setup.ts",
  testMatch: "*.e2e.ts",
  outputDir: ".cache/e2e",
  // A third one on two cores took the same time for more work: each has its browser and servers.
  workers: 2,
  // Each worker has its own servers, so stories of one file may run side by side.
  fullyParallel: true,
  // A story that passes the second time is reported as flaky: scripts/test.ts.
  retries: 1,
  use: {
    // Records why a story failed the first time. Snapshots of the page would fetch blobs, which the page's policy forbids and reports.
    trace: { mode: "retain-on-first-failure", snapshots: false, screenshots: false, sources: false },
    screenshot: "only-on-failure",
    // Storing the whole app on the device takes half of the time of opening a page. Stories that need it enable it.
    serviceWorkers: "block",
    // Rendering every frame of a transition in software costs time, and no story checks transitions.
    contextOptions: { reducedMotion: "reduce" },
    // Every view in one column. Stories of a desktop (desktop.e2e.ts, library.e2e.ts) have a wider window.
    viewport: { width: 1_024, height: 720 },
    launchOptions: { executablePath: ensureChromium(), args: chromiumFlags },
  },
});
