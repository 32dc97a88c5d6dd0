import type { Browser } from "@playwright/test";

/** A slow phone at the edge of a camp's Wi-Fi, throttled by the browser itself. */
export const link = { cpuSlowdown: 4, downMbps: 1.6, upMbps: 0.75, latencyMs: 150 };
const VIEWPORT = { width: 412, height: 915 };
/** Milliseconds without a new file after which the page counts as loaded: longer than whenIdle() waits. */
const QUIET_MS = 3_500;
/** The longest a visit may take to become quiet. */
const PATIENCE_MS = 60_000;

/** All times in milliseconds since the start of the navigation. */
export interface Visit {
  firstPaint: number;
  largestPaint: number;
  /** The element of the largest paint, such as "p: Ask me who can lend". */
  largestElement: string;
  /** Total time of long tasks beyond their first 50 ms, from the first paint until the last file. */
  blocking: number;
  /** The sum of all layout shifts, none of them after input, so never less than CLS: https://web.dev/articles/cls */
  shift: number;
  /** The time at which the page marked that the screen had what a visitor waits for; infinite without a mark. */
  waitedFor: number;
  /** The time at which the last file had arrived; infinite if files kept arriving for a minute. */
  quiet: number;
  /** In order of completion. */
  files: LoadedFile[];
}

export interface LoadedFile {
  path: string;
  start: number;
  end: number;
  /** Size on the wire, including headers. */
  bytes: number;
}

/**
 * A first visit: empty cache, no service worker.
 * @param headers sent with every call in addition to the browser's own, or in place of them
 */
export async function visit(
  browser: Browser,
  url: string,
  headers: Record<string, string> = {},
): Promise<Visit> {
  const context = await browser.newContext({
    viewport: VIEWPORT,
    serviceWorkers: "block",
    extraHTTPHeaders: headers,
  });
  try {
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send("Network.enable");
    await devtools.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: link.latencyMs,
      downloadThroughput: (link.downMbps * 1e6) / 8,
      uploadThroughput: (link.upMbps * 1e6) / 8,
    });
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: link.cpuSlowdown });
    await page.addInitScript(watchPage);
    await page.goto(url, { waitUntil: "load" });
    // Polls only every 500 ms, because polling is also work for a slow page.
    const calm = await page
      .waitForFunction(isQuiet, QUIET_MS, { polling: 500, timeout: PATIENCE_MS })
      .catch(() => null); // too late
    const seen = await page.evaluate(readVisit);
    return calm === null ? { ...seen, quiet: Infinity } : seen;
  } finally {
    await context.close();
  }
}

/** TypeScript's DOM library does not define it. */
interface LayoutShift extends PerformanceEntry {
  value: number;
}

declare global {
  interface Window {
    benchEntries: PerformanceEntry[];
  }
}

// The code below runs in the page and must not use anything from this file.

function watchPage(): void {
  window.benchEntries = [];
  const observer = new PerformanceObserver((list) => window.benchEntries.push(...list.getEntries()));
  for (const type of ["largest-contentful-paint", "longtask", "layout-shift"])
    observer.observe({ type, buffered: true });
  performance.setResourceTimingBufferSize(2_000); // by default 250 files
}

function isQuiet(quietMs: number): boolean {
  const ends = performance.getEntriesByType("resource").map((file) => file.startTime + file.duration);
  return performance.now() - Math.max(0, ...ends) > quietMs;
}

function readVisit(): Visit {
  const largest = window.benchEntries.findLast((entry) => entry.entryType === "largest-contentful-paint");
  const [firstPaint] = performance.getEntriesByName("first-contentful-paint");
  if (largest === undefined || firstPaint === undefined) throw new Error("nothing was painted");
  const { element } = largest as LargestContentfulPaint; // its type guarantees this
  const files = ["navigation", "resource"]
    .flatMap((type) => performance.getEntriesByType(type) as PerformanceResourceTiming[]) // a navigation entry is a resource entry as well
    .map(({ name, startTime, responseEnd, transferSize }) => ({
      path: new URL(name).pathname,
      start: startTime,
      end: responseEnd,
      bytes: transferSize,
    }))
    .toSorted((a, b) => a.end - b.end);
  const lastEnd = files.at(-1)?.end ?? 0;
  return {
    firstPaint: firstPaint.startTime,
    largestPaint: largest.startTime,
    largestElement: element === null ? "gone" : `${element.localName}: ${element.textContent.slice(0, 40)}`,
    shift: window.benchEntries
      .filter(({ entryType }) => entryType === "layout-shift")
      .reduce((sum, entry) => sum + (entry as LayoutShift).value, 0), // its type guarantees this
    waitedFor: performance.getEntriesByType("mark")[0]?.startTime ?? Infinity,
    quiet: lastEnd,
    blocking: window.benchEntries
      .filter(({ entryType, startTime }) => entryType === "longtask" && startTime <= lastEnd)
      .filter(({ startTime }) => startTime >= firstPaint.startTime)
      .reduce((sum, { duration }) => sum + duration - 50, 0),
    files,
  };
}
