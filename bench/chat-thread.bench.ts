import react from "@vitejs/plugin-react";
import { chromium, type CDPSession, type Page } from "@playwright/test";
import { availableParallelism, loadavg } from "node:os";
import { build, preview, type InlineConfig } from "vite";
import { chromiumFlags, ensureChromium } from "../scripts/chromium.ts";
import { writeAnswer } from "./chat-thread/answer.ts";
import type { ScreenName } from "./chat-thread/page.tsx";

/**
 * Compares the chat screen's store and list with lists built as in tutorials, with widely used renderers: the time until a conversation of
 * 1,000 messages is readable, and an answer of 4,000 tokens at 100 per second.
 *
 * Script and main-thread times exclude the cost of measuring, which is determined by sending the same tokens to a screen that renders
 * nothing.
 *
 * Gates for Looby: 1,000 messages readable within 1 s with at most 3,000 elements; at most 1.5 s of script for the answer; p95 from a token
 * to its paint at most 60 ms (on an otherwise idle machine).
 *
 * Looby renders a window of the conversation and fetches more when the user scrolls up; the rivals, as documented, render all of it.
 * `useChat` is the AI SDK's own, with the renderer made for it (streamdown).
 */
const MESSAGES = 1_000;
const TOKENS = 4_000;
const PER_SECOND = 100;
const ROUNDS = 3;
const gates = { readyMs: 1_000, elements: 3_000, scriptMs: 1_500, paintMs: 60 };
const SCREENS = ["own", "useChat", "streamdown", "react-markdown"] as const;
type MeasuredName = (typeof SCREENS)[number];

const config = {
  configFile: false,
  root: new URL("./chat-thread/", import.meta.url).pathname,
  logLevel: "error",
  plugins: [react()],
  cacheDir: "../../.cache/vite-bench-thread",
  build: { outDir: "../../.cache/bench-chat-thread", emptyOutDir: true },
} satisfies InlineConfig;

interface Figures {
  readyMs: number;
  elements: number;
  scriptMs: number;
  cpuMs: number;
  paintP50: number;
  paintP95: number;
}

const conversation = Array.from({ length: MESSAGES }, (_, index) =>
  index % 2 === 0
    ? `Question ${index}: who can lend me something near 7:30 & E?`
    : writeAnswer(index, 90).join(""),
);
const answer = writeAnswer(35, TOKENS);
await build(config);
const server = await preview({ ...config, preview: { host: "127.0.0.1", port: 0 } });
const browser = await chromium.launch({ executablePath: ensureChromium(), args: chromiumFlags });
const figures = new Map<MeasuredName, Figures>();
let measuring = { script: 0, cpu: 0 };
try {
  measuring = (await stream("nothing")).cost;
  for (const name of SCREENS) figures.set(name, await measure(name));
} finally {
  await browser.close();
  await server.close();
}
process.exitCode = report() ? 0 : 1;

async function measure(name: MeasuredName): Promise<Figures> {
  const visits: { readyMs: number; elements: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const page = await open();
    visits.push(
      await page.evaluate(([screen, texts]) => window.showThread(screen, texts), [
        name,
        conversation,
      ] as const),
    );
    await page.close();
  }
  const { delays, cost } = await stream(name);
  const sorted = delays.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN;
  const middle = visits.toSorted((a, b) => a.readyMs - b.readyMs)[Math.floor(ROUNDS / 2)];
  return {
    readyMs: middle?.readyMs ?? Number.NaN,
    elements: middle?.elements ?? Number.NaN,
    scriptMs: cost.script - measuring.script,
    cpuMs: cost.cpu - measuring.cpu,
    paintP50: at(0.5),
    paintP95: at(0.95),
  };
}

/** The answer, token by token. Delays and costs in milliseconds. */
async function stream(
  name: ScreenName,
): Promise<{ delays: number[]; cost: { script: number; cpu: number } }> {
  const page = await open();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Performance.enable");
  await page.evaluate(([screen, tokens]) => window.streamAnswer(screen, tokens, 400), [
    name,
    answer.slice(0, 200),
  ] as const);
  const before = await counters(devtools);
  const delays = await page.evaluate(([screen, tokens, pace]) => window.streamAnswer(screen, tokens, pace), [
    name,
    answer,
    PER_SECOND,
  ] as const);
  const after = await counters(devtools);
  await page.close();
  return { delays, cost: { script: after.script - before.script, cpu: after.cpu - before.cpu } };
}

/** A new page, so that no run profits from the warm-up of another. */
async function open(): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 412, height: 915 } });
  await page.goto(server.resolvedUrls?.local[0] ?? "");
  return page;
}

/** Milliseconds of the main thread since the page opened. */
async function counters(devtools: CDPSession): Promise<{ script: number; cpu: number }> {
  const { metrics } = await devtools.send("Performance.getMetrics");
  const read = (name: string) =>
    (metrics.find((metric) => metric.name === name)?.value ?? Number.NaN) * 1_000;
  return { script: read("ScriptDuration"), cpu: read("TaskDuration") };
}

function report(): boolean {
  console.log(`chat thread: ${MESSAGES} messages; an answer of ${TOKENS} tokens at ${PER_SECOND} a second\n`);
  console.log(
    "screen            ready ms   elements   script ms   main thread ms   token->paint p50   p95 ms",
  );
  for (const [name, one] of figures) {
    console.log(
      name.padEnd(16),
      one.readyMs.toFixed(0).padStart(9),
      String(one.elements).padStart(10),
      one.scriptMs.toFixed(0).padStart(11),
      one.cpuMs.toFixed(0).padStart(16),
      one.paintP50.toFixed(0).padStart(18),
      one.paintP95.toFixed(0).padStart(8),
    );
  }
  console.log(
    `measuring alone: ${measuring.script.toFixed(0)} ms of script, ${measuring.cpu.toFixed(0)} ms of main thread\n`,
  );
  const own = figures.get("own");
  if (own === undefined) return false;
  const met = [
    gate("ready", own.readyMs, gates.readyMs, "ms"),
    gate("elements", own.elements, gates.elements, ""),
    gate("script", own.scriptMs, gates.scriptMs, "ms"),
    gate("token to paint, p95", own.paintP95, gates.paintMs, "ms"),
  ];
  console.log(`load average at the end: ${loadavg()[0]?.toFixed(1)} on ${availableParallelism()} cores`);
  return met.every(Boolean);
}

function gate(what: string, value: number, most: number, unit: string): boolean {
  console.log(
    `${value <= most ? "ok  " : "FAIL"} ${what}: ${value.toFixed(0)} ${unit} (gate: at most ${most})`,
  );
  return value <= most;
}
