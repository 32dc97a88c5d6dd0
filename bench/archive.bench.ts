import react from "@vitejs/plugin-react";
import { type BrowserContext, chromium, type Page } from "@playwright/test";
import { availableParallelism, loadavg } from "node:os";
import { build, preview, type InlineConfig } from "vite";
import type { ArchivedMemory } from "#shared/features/memories/archive/archive-contract.ts";
import { startServer } from "../e2e/fixtures/server.ts";
import { chromiumFlags, ensureChromium } from "../scripts/chromium.ts";
import type { ListFigures, ListName } from "./archive/page.tsx";

/**
 * The memory archive at full size, through the page on a phone's screen (390 x 844 at 2 device pixels, no GPU). A file of 6,000 memories is
 * imported with the form, another of 4,000 makes it 10,000, and the list is scrolled from the first memory to the last. Then the archive's
 * list is compared with a plain one of the same cards, without the rest of the page.
 *
 * Gates: 6,000 memories imported within five minutes, with progress, and all present; every one of the 10,000 is reached; the archive
 * list's median frame is at most 17 ms, and it is ready and scrolls (p95) faster than the plain one.
 */
const FIRST = 6_000;
const ALL = 10_000;
const FRAMES = 200;
/** Pixels scrolled per frame: less than the list's height, so that no card is skipped. */
const STEP = 400;
const gates = { importMs: 5 * 60_000, frameMs: 17 };
const screen = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 };

// Without the sample festival and without vectors, so that nothing else runs during the measurement.
const looby = await startServer({
  SAMPLE_DATA: "off",
  EMBEDDINGS_BASE_URL: "http://127.0.0.1:9",
  EMBEDDINGS_MODEL: "none",
  // This visitor imports more than the usual quota.
  LIMITS: '{"visitorMemories":20000,"visitorToEmbed":20000}',
});
const browser = await chromium.launch({ executablePath: ensureChromium(), args: chromiumFlags });
let allGatesMet = true;
try {
  const context = await browser.newContext(screen);
  const memories = await throughThePage(context);
  await context.close();
  await besideThePlain(memories);
} finally {
  await browser.close();
  await looby.dispose();
}
console.log(`load average at the end: ${loadavg()[0]?.toFixed(1)} on ${availableParallelism()} cores`);
process.exitCode = allGatesMet ? 0 : 1;

async function throughThePage(context: BrowserContext): Promise<ArchivedMemory[]> {
  const page = await context.newPage();
  await page.goto(`${looby.url}/memories`);
  await page.getByRole("button", { name: "Import" }).click();
  const first = await takeIn(page, rows(0, FIRST));
  const there = await exported(page);
  console.log(`${FIRST} imported in ${(first.ms / 1000).toFixed(1)} s, progress told ${first.steps} times`);
  gate(first.ms <= gates.importMs && first.steps > 10, "imported within five minutes, with progress");
  gate(there.length === FIRST, `${there.length} of ${FIRST} are there`);
  const second = await takeIn(page, rows(FIRST, ALL));
  console.log(`${ALL - FIRST} more in ${(second.ms / 1000).toFixed(1)} s`);
  await page.goto(`${looby.url}/memories`);
  await page.locator("[aria-posinset='1']").waitFor();
  const { frames, reached, seen, ms } = await scrollThrough(page);
  console.log(
    `${ALL} scrolled in ${(ms / 1000).toFixed(0)} s, ${STEP} pixels a frame, older ones loaded on the way: ` +
      `median ${at(frames, 0.5).toFixed(1)} ms, p95 ${at(frames, 0.95).toFixed(1)} ms, worst ${at(frames, 1).toFixed(0)} ms`,
  );
  gate(reached === ALL, `${reached} of ${ALL} reached, ${seen} of them in view of some frame`);
  return await exported(page);
}

/** Imports with the form, like a user. */
async function takeIn(page: Page, memories: unknown[]): Promise<{ ms: number; steps: number }> {
  await page.evaluate(() => {
    const told = new Set<string>();
    (globalThis as unknown as { told: Set<string> }).told = told;
    new MutationObserver(() => {
      for (const { textContent } of document.querySelectorAll("[role=status]"))
        if (/ of .* read$/.test(textContent ?? "")) told.add(textContent ?? "");
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  const buffer = Buffer.from(JSON.stringify(memories));
  const startedAt = performance.now();
  await page
    .getByLabel("File with memories")
    .setInputFiles({ name: "memories.json", mimeType: "application/json", buffer });
  const done = `${memories.length.toLocaleString("en")} imported, 0 were there already, 0 could not be read.`;
  await page.getByText(done).waitFor({ timeout: 2 * gates.importMs });
  const ms = performance.now() - startedAt;
  const steps = await page.evaluate(() => (globalThis as unknown as { told: Set<string> }).told.size);
  return { ms, steps };
}

async function exported(page: Page): Promise<ArchivedMemory[]> {
  const file = (await page.evaluate(async () => await (await fetch("/api/memories/export")).json())) as {
    memories: ArchivedMemory[];
  };
  return file.memories;
}

/** Scrolls from the first memory to the last, waiting for more at the end of the loaded part. */
async function scrollThrough(
  page: Page,
): Promise<{ frames: number[]; reached: number; seen: number; ms: number }> {
  return await page.evaluate(
    async ([all, step]) => {
      const scroller = document.querySelector<HTMLElement>("[role=region][aria-label='Your memories']");
      if (scroller === null) throw new Error("there is no list");
      const nextFrame = async () => await new Promise<number>((resolve) => requestAnimationFrame(resolve));
      // `reached` are cards rendered in or just outside the viewport. `seen` are those in view; a card whose height was estimated wrongly
      // may be skipped.
      const [reached, seen] = [new Set<string>(), new Set<string>()];
      const frames: number[] = [];
      const startedAt = performance.now();
      let last = await nextFrame();
      let movedAt = last;
      while (reached.size < all && last - movedAt < 20_000) {
        const before = scroller.scrollTop;
        scroller.scrollTop = before + step;
        const now = await nextFrame();
        const edge = scroller.getBoundingClientRect();
        for (const row of scroller.querySelectorAll<HTMLElement>("[aria-posinset]")) {
          const { top, bottom } = row.getBoundingClientRect();
          reached.add(row.ariaPosInSet ?? "");
          if (bottom > edge.top && top < edge.bottom) seen.add(row.ariaPosInSet ?? "");
        }
        if (scroller.scrollTop > before) {
          frames.push(now - last);
          movedAt = now;
        } else if (now - movedAt > 1000) {
          for (const button of scroller.querySelectorAll<HTMLElement>("button:not([aria-busy=true])"))
            if (button.textContent === "Show older memories") button.click();
        }
        last = now;
      }
      return { frames, reached: reached.size, seen: seen.size, ms: performance.now() - startedAt };
    },
    [ALL, STEP] as const,
  );
}

async function besideThePlain(memories: ArchivedMemory[]): Promise<void> {
  const config = {
    configFile: false,
    root: new URL("./archive/", import.meta.url).pathname,
    logLevel: "error",
    plugins: [react()],
    cacheDir: "../../.cache/vite-bench-archive",
    build: { outDir: "../../.cache/bench-archive", emptyOutDir: true },
  } satisfies InlineConfig;
  await build(config);
  const server = await preview({ ...config, preview: { host: "127.0.0.1", port: 0 } });
  const figures = new Map<ListName, ListFigures>();
  try {
    for (const name of ["own", "plain"] as const) {
      const context = await browser.newContext(screen);
      const page = await context.newPage();
      page.setDefaultTimeout(0);
      await page.goto(server.resolvedUrls?.local[0] ?? "");
      const drive = await page.evaluate(([list, given, count]) => window.driveList(list, given, count), [
        name,
        memories,
        FRAMES,
      ] as const);
      figures.set(name, drive);
      await context.close();
    }
  } finally {
    await server.close();
  }
  console.log("\nlist      ready ms   elements   median ms   p95 ms   worst ms");
  for (const [name, { readyMs, elements, frames }] of figures) {
    const cells = [readyMs.toFixed(0), String(elements)];
    for (const share of [0.5, 0.95, 1]) cells.push(at(frames, share).toFixed(1));
    console.log(name.padEnd(6), ...cells.map((cell) => cell.padStart(10)));
  }
  const [own, plain] = [figures.get("own"), figures.get("plain")];
  if (own === undefined || plain === undefined) throw new Error("a list is missing");
  gate(at(own.frames, 0.5) <= gates.frameMs, `the own list's median frame is at most ${gates.frameMs} ms`);
  gate(own.readyMs < plain.readyMs, "it is ready sooner than the plain one");
  gate(at(own.frames, 0.95) <= at(plain.frames, 0.95), "its p95 frame is no slower than the plain one's");
}

/** A written memory or a talk every 40 minutes. */
function rows(from: number, to: number) {
  return Array.from({ length: to - from }, (_, place) => {
    const index = from + place;
    const said = `Memory number ${index}: ${sentence(index)}`;
    return {
      id: `bench-${index}`,
      content:
        index % 4 === 0
          ? `You: ${said}\n\nSpeaker 1: ${sentence(index * 7 + 1)}\n\nYou: I need to ${sentence(index * 3)}`
          : said,
      createdAt: new Date(Date.UTC(2025, 0, 1) + index * 40 * 60_000).toISOString(),
      source: index % 4 === 0 ? "omi" : "looby",
    };
  });
}

function sentence(seed: number): string {
  const words =
    "bring the generator back before noon because Mo wants to repair the shade structure near the copper tree with two spanners".split(
      " ",
    );
  const length = 8 + (seed % 17);
  return Array.from({ length }, (_, index) => words[(seed * 13 + index * 5) % words.length]).join(" ");
}

function gate(isMet: boolean, sentence: string): void {
  console.log(`${isMet ? "ok  " : "FAIL"} ${sentence}`);
  if (!isMet) allGatesMet = false;
}

function at(list: readonly number[], share: number): number {
  return list.toSorted((a, b) => a - b)[Math.floor((list.length - 1) * share)] ?? Number.NaN;
}
