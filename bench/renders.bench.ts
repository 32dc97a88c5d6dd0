import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { chromium, type Page } from "@playwright/test";
import { openUpstreamModel, streamSteps } from "#server/testing/doubles/upstream-model.ts";
import { answered, say } from "../e2e/fixtures/talk.ts";
import { chromiumFlags, ensureChromium } from "../scripts/chromium.ts";
import { countRenders, type Renders } from "./renders/count-renders.ts";
import { startQuietServer } from "./quiet-server.ts";

/**
 * Number of components React calls for one chat message and its answer of 20 words, ten per second, in the built page. Measured for the
 * second message of a conversation, when all code is loaded; the median of five visits counts.
 *
 * Gate: the page around the chat, including its header, is called only for the badge with the number of queued operations.
 */
const VISITS = 5;
const WORDS = 20;
const PAUSE_MS = 100;
/** The badge appears and disappears, each time with its icon. */
const MOST_AROUND = 12;

execFileSync(process.execPath, [join(import.meta.dirname, "../scripts/build.ts")], {
  stdio: ["ignore", "ignore", "inherit"],
});
const words = Array.from({ length: WORDS }, (_, index) => [`word${index} `, { pauseMs: PAUSE_MS }]);
const answer = words.flat();
const upstream = await openUpstreamModel((response, { model }) => void streamSteps(response, answer, model));
upstream.listed = ["own/model"];
const server = await startQuietServer({ LLM_BASE_URL: upstream.url, LLM_MODEL: "own/model" });
const browser = await chromium.launch({ executablePath: ensureChromium(), args: chromiumFlags });
const visits: Renders[] = [];
try {
  for (let round = 0; round < VISITS; round += 1) visits.push(await measure());
} finally {
  await browser.close();
  await server.dispose();
  await upstream[Symbol.asyncDispose]();
}
const middle = visits.toSorted((a, b) => total(a) - total(b))[Math.floor(VISITS / 2)];
if (middle === undefined) throw new Error("nothing was measured");
console.log(
  `components called for a message and its answer of ${WORDS} words: ${total(middle)} (${visits.map(total).join(", ")})`,
);
for (const [area, count] of Object.entries(middle)) console.log(`  ${String(count).padStart(5)}  ${area}`);
const around = middle.header + middle["page around it"];
console.log(`${around <= MOST_AROUND ? "ok  " : "MISS"} ${around} of ${MOST_AROUND} around the chat`);
process.exitCode = around <= MOST_AROUND ? 0 : 1;

async function measure(): Promise<Renders> {
  const context = await browser.newContext({ viewport: { width: 412, height: 915 } });
  const page = await context.newPage();
  await page.addInitScript(countRenders);
  await page.goto(server.url);
  await converse(page, "hello");
  const before = await page.evaluate(() => ({ ...window.benchRenders }));
  await converse(page, "and again");
  const after = await page.evaluate(() => window.benchRenders);
  await context.close();
  return {
    header: after.header - before.header,
    conversation: after.conversation - before.conversation,
    "chat around it": after["chat around it"] - before["chat around it"],
    "page around it": after["page around it"] - before["page around it"],
  };
}

async function converse(page: Page, text: string): Promise<void> {
  await say(page, text);
  await page.getByRole("button", { name: "Stop", exact: true }).waitFor();
  await answered(page);
  // The outbox checks what was sent, and the answer is stored.
  await page.waitForTimeout(1500);
}

function total(renders: Renders): number {
  return Object.values(renders).reduce((sum, count) => sum + count, 0);
}
