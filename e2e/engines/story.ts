import { writeFile } from "node:fs/promises";
import { expect } from "../fixtures/looby.ts";
import { test as base } from "../fixtures/shaky.ts";
import { chromium } from "./chromium.ts";
import type { Engine } from "./engine.ts";
import { firefox } from "./firefox.ts";
import { Tab } from "./tab.ts";
import { webkit } from "./webkit.ts";

export const engines: readonly Engine[] = [webkit, firefox, chromium];

/** A story in one of the engines: `test.use({ engine })`. It opens pages by its own line to the server, and fails on any error in the console. */
export const test = base.extend<{ engine: Engine; tab: Tab }>({
  engine: [webkit, { option: true }],
  tab: async ({ engine, line }, provide, story) => {
    story.skip(!engine.isInstalled(), `${engine.name} is not installed: ${engine.packages}`);
    const driver = await engine.start();
    try {
      await provide(new Tab(driver, line.url));
      if (story.status !== story.expectedStatus)
        await writeFile(story.outputPath("screen.png"), await driver.screenshot());
    } finally {
      await driver.close();
    }
    expect(driver.complaints.filter((text) => !isOfTheLine(text))).toEqual([]);
  },
});

/** Errors that engines log of calls and imports that a cut line or a navigation ends. */
function isOfTheLine(text: string): boolean {
  return /Failed to load|Could not connect|network connection was lost|NetworkError|error loading dynamically|Importing a module script failed|Unable to preload CSS|AbortError|net::ERR_|Failed to fetch|due to access control checks|fetch failed|Load failed/i.test(
    text,
  );
}
