import type { Browser } from "@playwright/test";

/** A slow phone on the edge of a camp's Wi-Fi, throttled by the browser itself. */
export const link = { cpuSlowdown: 4, downMbps: 1.6, upMbps: 0.75, latencyMs: 150 };
const VIEWPORT = { width: 412, height: 915 };
/** Milliseconds without a new file before the page counts as loaded: longer than whenIdle() waits. */
const QUIET_MS = 3_500;

/** All times in milliseconds since the navigation began. */
export interface Visit {
  firstPaint: number;
  largestPaint: number;
  /** What was painted then, "p: Ask me who can lend". */
  largestElement: string;
  /** Of long tasks what lies beyond their first 50 ms, from the first paint until the last file. */
  blocking: number;
  /** By the time they were complete. */
  files: LoadedFile[];
}

export interface LoadedFile {
  path: string;
  start: number;
  end: number;
  /** As they travelled, headers included. */
  bytes: number;
}

/**
 * A first visit: empty cache, no service worker.
 * @param headers sent with every call besides the browser's own, or instead of them
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
    // Not at every frame: asking is work for a slow page, too.
    await page.waitForFunction(isQuiet, QUIET_MS, { polling: 500 });
    return await page.evaluate(readVisit);
  } finally {
    await context.close();
  }
}

declare global {
  interface Window {
    benchEntries: PerformanceEntry[];
  }
}

// What follows runs in the page: it may use nothing from this file.

function watchPage(): void {
  window.benchEntries = [];
  const observer = new PerformanceObserver((list) => window.benchEntries.push(...list.getEntries()));
  for (const type of ["largest-contentful-paint", "longtask"]) observer.observe({ type, buffered: true });
}

function isQuiet(quietMs: number): boolean {
  const ends = performance.getEntriesByType("resource").map((file) => file.startTime + file.duration);
  return performance.now() - Math.max(...ends) > quietMs;
}

function readVisit(): Visit {
  const largest = window.benchEntries.findLast((entry) => entry.entryType === "largest-contentful-paint");
  const [firstPaint] = performance.getEntriesByName("first-contentful-paint");
  if (largest === undefined || firstPaint === undefined) throw new Error("nothing was painted");
  const { element } = largest as LargestContentfulPaint; // by its type
  const files = ["navigation", "resource"]
    .flatMap((type) => performance.getEntriesByType(type) as PerformanceResourceTiming[]) // a navigation is one, too
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
    blocking: window.benchEntries
      .filter(({ entryType, startTime }) => entryType === "longtask" && startTime <= lastEnd)
      .filter(({ startTime }) => startTime >= firstPaint.startTime)
      .reduce((sum, { duration }) => sum + duration - 50, 0),
    files,
  };
}
