import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { globSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { availableParallelism, loadavg } from "node:os";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { offlineFiles } from "../scripts/app-manifest.ts";
import {
  FIRST_PAINT_KB,
  FONTS_KB,
  totalBytes,
  weighBundle,
  type WeighedFile,
} from "../scripts/bundle-weight.ts";
import { chromiumFlags, ensureChromium } from "../scripts/chromium.ts";
import { link, visit, type Visit } from "./page/visit.ts";
import { startQuietServer } from "./quiet-server.ts";

/**
 * Measures how fast a fresh build of four pages loads on a slow phone: first visits with an empty cache and no service worker, CPU 4 times
 * slower, 1.6 Mb/s, 150 ms latency, in turn with the chat page served without the build's compressed files and with a page of two
 * sentences, the least this machine can do. Medians count.
 */
const RUNS = 5;
/** Of each figure its column, its value and how it is printed. */
const figures = {
  waitedFor: ["waited-for s", (visit) => visit.waitedFor, seconds],
  firstPaint: ["FCP s", (visit) => visit.firstPaint, seconds],
  largestPaint: ["LCP s", (visit) => visit.largestPaint, seconds],
  shift: ["shift", (visit) => visit.shift, (shift) => shift.toFixed(3)],
  blocking: ["blocking ms", (visit) => visit.blocking, (time) => time.toFixed(0)],
  javascript: [
    "JS kB",
    ({ files }) => totalBytes(files.filter(({ path }) => path.endsWith(".js"))),
    thousands,
  ],
  requests: ["requests", ({ files }) => files.length, String],
  bytes: ["kB", ({ files }) => totalBytes(files), thousands],
  quiet: ["quiet s", (visit) => visit.quiet, seconds],
} satisfies Record<string, [string, (visit: Visit) => number, (figure: number) => string]>;
const figureNames = Object.keys(figures) as (keyof typeof figures)[]; // it has no other keys
type Figures = Record<keyof typeof figures, number>;
type Gate = Partial<Figures>;

/** Milliseconds, shares and bytes as in `Visit`. The weights have separate gates: FIRST_PAINT_KB and FONTS_KB. */
const EVERY_VIEW = { shift: 0.02, quiet: 12_000 };
const GATES: Record<string, Gate> = {
  "/": { blocking: 150, requests: 20, bytes: 200_000, ...EVERY_VIEW },
  "/explore": { waitedFor: 3000, blocking: 1200, requests: 25, bytes: 400_000, ...EVERY_VIEW },
  "/library": { waitedFor: 2500, blocking: 700, requests: 20, bytes: 260_000, ...EVERY_VIEW },
  "/me": { waitedFor: 2200, requests: 20, bytes: 250_000, ...EVERY_VIEW },
};
/** LCP of the chat, in LCPs of two plain sentences on this machine. */
const LARGEST_PAINT_RATIO = 3;
/** The files that the service worker caches. */
const APP_FILES = 140;

/**
 * The first chat page of two widely used open-source chat apps, throttled in the same way with the same viewport, two visits each. Measured
 * once, not in this run: docs/benchmarks.md has the details.
 */
const PUBLISHED = [
  { name: "Vercel ai-chatbot", javascriptKb: 1_125, largestPaintS: [9.4, 9.0], blockingMs: [2_865, 2_294] },
  { name: "Hugging Face chat-ui", javascriptKb: 338, largestPaintS: [3.6, 3.5], blockingMs: [340, 287] },
];

const root = join(import.meta.dirname, "..");
execFileSync(process.execPath, [join(root, "scripts/build.ts")], { stdio: ["ignore", "ignore", "inherit"] });
const dist = join(root, "dist");
const weight = weighBundle(dist);
const server = await startQuietServer();
const plain = await servePlainPage();
const browser = await chromium.launch({ executablePath: ensureChromium(), args: chromiumFlags });
const own = new Map<string, Visit[]>(Object.keys(GATES).map((path) => [path, []]));
const uncompressed: Visit[] = [];
const least: Visit[] = [];
try {
  await visit(browser, server.url); // a browser's first page is slower than all others
  for (let run = 0; run < RUNS; run++) {
    for (const [path, visits] of own) visits.push(await visit(browser, server.url + path));
    uncompressed.push(await visit(browser, server.url, { "accept-encoding": "identity" }));
    least.push(await visit(browser, plain.url));
  }
} finally {
  await browser.close();
  await server.dispose();
  plain.close();
}
const isLight = reportWeight();
const isSoon = reportVisits();
console.log(`load average at the end: ${loadavg()[0]?.toFixed(1)} on ${availableParallelism()} cores`);
process.exitCode = isLight && isSoon ? 0 : 1;

function reportWeight(): boolean {
  const code = totalBytes(weight.firstPaint);
  const fonts = totalBytes(weight.fonts);
  printFiles(weight.firstPaint);
  console.log(
    `JS and CSS before the first paint: ${kilobytes(code)} gzip (gate: at most ${FIRST_PAINT_KB})\n`,
  );
  printFiles(weight.fonts);
  console.log(`fonts: ${kilobytes(fonts)} (gate: at most ${FONTS_KB})\n`);
  const files = globSync(offlineFiles.globPatterns, { cwd: dist, exclude: offlineFiles.globIgnores }).length;
  console.log(`files of the app: ${files} (gate: at most ${APP_FILES})\n`);
  return code <= FIRST_PAINT_KB * 1000 && fonts <= FONTS_KB * 1000 && files <= APP_FILES;
}

function printFiles(files: readonly WeighedFile[]): void {
  for (const { name, bytes } of files) console.log(`  ${kilobytes(bytes).padStart(9)}  ${name}`);
}

function reportVisits(): boolean {
  const { cpuSlowdown, downMbps, latencyMs } = link;
  console.log(`First visits at ${cpuSlowdown}x CPU, ${downMbps} Mb/s, ${latencyMs} ms; medians of ${RUNS}`);
  printRow(
    "",
    figureNames.map((name) => figures[name][0]),
  );
  const medians = new Map([...own].map(([path, visits]) => [path, medianVisit(visits)]));
  for (const [path, figures] of medians) printVisit(path, figures);
  printVisit("rival: / uncompressed", medianVisit(uncompressed));
  const plainFigures = medianVisit(least);
  printVisit("two plain sentences", plainFigures);
  for (const { name, javascriptKb, largestPaintS, blockingMs } of PUBLISHED) {
    // The better of the two, in favor of the rivals.
    const figures = [Math.min(...largestPaintS).toFixed(2), "", `${Math.min(...blockingMs)}`];
    printRow(`${name} *`, ["", "", ...figures, `${javascriptKb}`]);
  }
  console.log("* measured once, not in this run\n");
  describeLast();
  const gatesOfAll = {
    ...GATES,
    "/": { ...GATES["/"], largestPaint: LARGEST_PAINT_RATIO * plainFigures.largestPaint },
  };
  const missed = Object.entries<Gate>(gatesOfAll).flatMap(([path, gates]) =>
    figureNames.flatMap((name) => {
      const gate = gates[name];
      const figure = medians.get(path)?.[name] ?? Number.NaN;
      if (gate === undefined || figure <= gate) return [];
      return [`${path} ${name}: ${Number(figure.toPrecision(3))} (gate: at most ${gate})`];
    }),
  );
  for (const line of missed) console.log(`MISSED ${line}`);
  return missed.length === 0;
}

function medianVisit(visits: readonly Visit[]): Figures {
  const medians = figureNames.map((name) => [name, median(visits, figures[name][1])]);
  return Object.fromEntries(medians) as Figures; // of all names
}

function printVisit(path: string, medians: Figures): void {
  printRow(
    path,
    figureNames.map((name) => figures[name][2](medians[name])),
  );
}

function printRow(name: string, figures: readonly string[]): void {
  console.log(name.padEnd(26), ...figures.map((figure) => figure.padStart(12)));
}

/** Prints the timeline of the last visit to each page. */
function describeLast(): void {
  for (const [path, visits] of own) {
    const last = visits.at(-1);
    if (last === undefined) throw new Error("no visit was made");
    console.log(
      `${path}: largest paint ${last.largestElement}; in all visits ${visits.map(({ largestPaint }) => seconds(largestPaint)).join(", ")} s`,
    );
    console.log(
      `  waited for in all visits ${visits.map(({ waitedFor }) => seconds(waitedFor)).join(", ")} s`,
    );
    for (const file of last.files)
      console.log(
        `  ${file.start.toFixed(0).padStart(5)} to ${file.end.toFixed(0).padStart(5)} ms ${kilobytes(file.bytes).padStart(9)}  ${file.path}`,
      );
  }
}

function seconds(milliseconds: number): string {
  return Number.isFinite(milliseconds) ? (milliseconds / 1000).toFixed(2) : "-";
}

function thousands(bytes: number): string {
  return (bytes / 1000).toFixed(0);
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}

function median<T>(items: readonly T[], figure: (item: T) => number): number {
  const sorted = items.map(figure).toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** A page as light as a page can be: any slowness is that of the browser and the connection. */
async function servePlainPage(): Promise<{ url: string; close: () => void }> {
  const html =
    "<!doctype html><title>Plain</title><h1>Hi, I’m plain.</h1><p>Ask me who can lend you something.</p>";
  const plainServer = createServer((_request, answer) => {
    answer.setHeader("content-type", "text/html; charset=utf-8");
    answer.end(html);
  });
  await once(plainServer.listen(0, "127.0.0.1"), "listening");
  const { port } = plainServer.address() as AddressInfo; // listening on a port guarantees this
  return { url: `http://127.0.0.1:${port}/`, close: () => plainServer.close() };
}
