import react from "@vitejs/plugin-react";
import { chromium, type Page } from "@playwright/test";
import { readFileSync, rmSync } from "node:fs";
import { availableParallelism, loadavg } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { build, preview, type InlineConfig, type Rollup } from "vite";
import { chromiumFlags, ensureChromium } from "../scripts/chromium.ts";
import { mapImages } from "../scripts/drawn-files.ts";
import { generateCamps } from "#server/sample/camps.ts";
import type { Drive, MapName } from "./map/page.tsx";

/**
 * Looby's map, Leaflet and MapLibre GL, driven through the same 480 frames (pan at zoom 1, in to 3, pan, out to 0.5) on a phone's screen,
 * 390 x 844 at 2 device pixels, with 1,500 and 20,000 camps. Rendered in software, as on any machine without a GPU: MapLibre would be far
 * faster with one.
 *
 * Gates for Looby's map: the median frame is at most 17 ms with either number of camps; its code, without React and the schemas, is at most
 * 25 kB gzipped.
 */
const FRAMES = 480;
const COUNTS = [1_500, 20_000];
/** Milliseconds a map may take for its frames: at 60 per second they take eight seconds. */
const PATIENCE_MS = 90_000;
const GATE_MS = 17;
const GATE_KB = 25;
const NAMES: readonly MapName[] = ["own", "leaflet", "maplibre"];
const OUT = new URL("../.cache/bench-map/", import.meta.url).pathname;

const config = {
  configFile: false,
  root: new URL("./map/", import.meta.url).pathname,
  logLevel: "error",
  plugins: [react(), mapImages()],
  worker: { format: "es" },
  cacheDir: "../../.cache/vite-bench-map",
  build: { outDir: OUT, emptyOutDir: true, chunkSizeWarningLimit: 5_000 },
} satisfies InlineConfig;

rmSync(OUT, { recursive: true, force: true });
const code = await weighMap();
await build(config);
const server = await preview({ ...config, preview: { host: "127.0.0.1", port: 0 } });
const browser = await chromium.launch({ executablePath: ensureChromium(), args: chromiumFlags });
const drives = new Map<string, Drive>();
try {
  for (const count of COUNTS) {
    const camps = generateCamps(2026, count);
    for (const name of NAMES) {
      const drive = await driveWithin(name, camps);
      if (drive === null)
        console.log(`${name} with ${count} camps did not come to its end in ${PATIENCE_MS / 1000} s`);
      else drives.set(`${name} ${count}`, drive);
    }
  }
} finally {
  await browser.close();
  await server.close();
}
process.exitCode = report() ? 0 : 1;

/** Null when the map does not finish in time: a rival that never loads would block the others. */
async function driveWithin(name: MapName, camps: ReturnType<typeof generateCamps>): Promise<Drive | null> {
  const page = await open();
  const drive = page
    .evaluate(([map, list, frames]) => window.driveMap(map, list, frames), [name, camps, FRAMES] as const)
    // Closing the page stops its remaining work.
    .catch(() => null);
  const outcome = await Promise.race([drive, sleep(PATIENCE_MS, null, { ref: false })]);
  await page.context().close();
  return outcome;
}

async function open(): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 });
  const page = await context.newPage();
  await page.goto(server.resolvedUrls?.local[0] ?? "");
  return page;
}

/** Size of the map's own code in kilobytes: its components and rules, minified, without code the page has anyway. */
async function weighMap(): Promise<number> {
  const built = await build({
    ...config,
    plugins: [react()],
    build: {
      write: false,
      lib: { entry: join(config.root, "../../src/web/features/map/view/playa-map.tsx"), formats: ["es"] },
      rolldownOptions: { external: [/^react/, /^zod/, /^lucide-react/] },
      minify: true,
    },
  });
  const outputs = (Array.isArray(built) ? built : [built]) as Rollup.RollupOutput[]; // no watcher was requested
  const files = outputs.flatMap(({ output }) => output);
  const bytes = files.map((file) => (file.type === "chunk" ? file.code : file.source));
  return bytes.reduce((sum, source) => sum + gzipSync(source, { level: 9 }).byteLength, 0) / 1_000;
}

function report(): boolean {
  console.log(`${FRAMES} frames at 390 x 844, 2 pixels each\n`);
  console.log("map            camps   median ms   p95 ms   named buttons");
  for (const [key, { frames, namedButtons }] of drives) {
    const [name = "", count = ""] = key.split(" ");
    console.log(
      name.padEnd(10),
      count.padStart(9),
      at(frames, 0.5).toFixed(1).padStart(11),
      at(frames, 0.95).toFixed(1).padStart(8),
      String(namedButtons).padStart(15),
    );
  }
  console.log(`\nthe map's own code: ${code.toFixed(1)} kB gzip (gate: at most ${GATE_KB})`);
  const rivals = ["leaflet/dist/leaflet.js", "maplibre-gl/dist/maplibre-gl.mjs"].flatMap((file) => {
    try {
      const source = readFileSync(new URL(`rivals/node_modules/${file}`, import.meta.url));
      return [`${file.split("/")[0]} ${(gzipSync(source, { level: 9 }).byteLength / 1_000).toFixed(0)} kB`];
    } catch {
      return [];
    }
  });
  console.log(`beside it: ${rivals.join(", ")}`);
  const gates = COUNTS.map((count) => {
    const median = at(drives.get(`own ${count}`)?.frames ?? [], 0.5);
    const isMet = median <= GATE_MS;
    console.log(
      `${isMet ? "ok  " : "FAIL"} median frame, ${count} camps: ${median.toFixed(1)} ms (gate: ${GATE_MS})`,
    );
    return isMet;
  });
  console.log(`load average at the end: ${loadavg()[0]?.toFixed(1)} on ${availableParallelism()} cores`);
  return gates.every(Boolean) && code <= GATE_KB;
}

function at(frames: readonly number[], share: number): number {
  return frames.toSorted((a, b) => a - b)[Math.floor((frames.length - 1) * share)] ?? Number.NaN;
}
