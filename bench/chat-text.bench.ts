import react from "@vitejs/plugin-react";
import { chromium, type CDPSession } from "@playwright/test";
import { build, preview, type InlineConfig } from "vite";
import { chromiumFlags, ensureChromium } from "../scripts/chromium.ts";
import { writeAnswer } from "./chat-text/answer.ts";
import type { RendererName, StreamResult } from "./chat-text/page.tsx";

/**
 * Cost of rendering an answer while it streams: 4,000 tokens (about 17.5 kB of Markdown), two per commit, with a layout after each, in
 * widely used renderers. CPU is everything the page's main thread did. Layout and style, which are the same work for all of them, are also
 * shown separately. Rounds are interleaved; medians count.
 *
 * Gates: Looby's renderer uses at least 3 times less CPU than streamdown, renders no closed block again, and in the end all renderers show
 * the same text.
 */
const TOKENS = 4_000;
const ROUNDS = 3;
const GATE = 3;
const RENDERERS = ["own", "streamdown", "react-markdown per block", "react-markdown whole"] as const;

const root = new URL("./chat-text/", import.meta.url).pathname;
const config = {
  configFile: false,
  root,
  logLevel: "error",
  plugins: [react()],
  cacheDir: "../../.cache/vite-bench",
  build: { outDir: "../../.cache/bench-chat-text", emptyOutDir: true },
} satisfies InlineConfig;

const tokens = writeAnswer(35, TOKENS);
await build(config);
const server = await preview({ ...config, preview: { host: "127.0.0.1", port: 0 } });
const browser = await chromium.launch({ executablePath: ensureChromium(), args: chromiumFlags });
const runs = new Map<RendererName, Run[]>(RENDERERS.map((name) => [name, []]));
try {
  for (let round = 0; round < ROUNDS; round++) {
    for (const name of RENDERERS) {
      runs.get(name)?.push(await measure(name));
    }
  }
} finally {
  await browser.close();
  await server.close();
}
process.exitCode = report() ? 0 : 1;

interface Run extends StreamResult {
  cpu: number;
  layout: number;
}

/** A new page per run, so that no renderer profits from the warm-up or leftovers of another. */
async function measure(name: RendererName): Promise<Run> {
  const page = await browser.newPage({ viewport: { width: 412, height: 915 } });
  await page.goto(server.resolvedUrls?.local[0] ?? "");
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Performance.enable");
  await page.evaluate(([first, warmUp]) => window.streamInto(first, warmUp), [
    name,
    tokens.slice(0, 200),
  ] as const);
  const before = await counters(devtools);
  const result = await page.evaluate(([first, all]) => window.streamInto(first, all), [
    name,
    tokens,
  ] as const);
  const after = await counters(devtools);
  await page.close();
  return { ...result, cpu: after.cpu - before.cpu, layout: after.layout - before.layout };
}

/** Milliseconds of the main thread since the page opened. */
async function counters(devtools: CDPSession): Promise<{ cpu: number; layout: number }> {
  const { metrics } = await devtools.send("Performance.getMetrics");
  const read = (name: string) =>
    (metrics.find((metric) => metric.name === name)?.value ?? Number.NaN) * 1_000;
  return { cpu: read("TaskDuration"), layout: read("LayoutDuration") + read("RecalcStyleDuration") };
}

function report(): boolean {
  const own = median("own", "cpu");
  const ownScript = own - median("own", "layout");
  console.log(`chat text: ${TOKENS} tokens, ${tokens.join("").length} characters, medians of ${ROUNDS}\n`);
  console.log("renderer                    CPU ms   x own   layout ms   script ms   x own   elements");
  for (const name of RENDERERS) {
    const cpu = median(name, "cpu");
    const layout = median(name, "layout");
    console.log(
      name.padEnd(26),
      cpu.toFixed(0).padStart(7),
      (cpu / own).toFixed(1).padStart(7),
      layout.toFixed(0).padStart(11),
      (cpu - layout).toFixed(0).padStart(11),
      ((cpu - layout) / ownScript).toFixed(1).padStart(7),
      String(last(name)?.elements).padStart(10),
    );
  }
  const ratio = median("streamdown", "cpu") / own;
  const rerenders = Math.max(...(runs.get("own") ?? []).map((run) => run.closedRerenders));
  const different = RENDERERS.filter((name) => last(name)?.text !== last("own")?.text);
  console.log(`\nstreamdown / own: ${ratio.toFixed(2)} (gate: at least ${GATE})`);
  console.log(`closed blocks rendered again: ${rerenders} (gate: 0)`);
  console.log(`showing another text: ${different.join(", ") || "none"} (gate: none)`);
  return ratio >= GATE && rerenders === 0 && different.length === 0;
}

function median(name: RendererName, of: "cpu" | "layout"): number {
  const sorted = (runs.get(name) ?? []).map((run) => run[of]).toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

function last(name: RendererName): Run | undefined {
  return runs.get(name)?.at(-1);
}
