import { isNoted, SESSION_NOTE } from "./server/session-note.ts";
import { whenIdle } from "./when-idle.ts";

/** Megabits per second below which a line is slow. */
const SLOW_MBPS = 1.5;
/** A smaller script arrives too soon to measure the speed; one from the cache has no bytes. */
const TELLING_BYTES = 20_000;
/**
 * Milliseconds after which a visitor on a slow line is considered to stay, with or without a touch. On a metered line only a touch counts.
 */
const STAYS_MS = 8000;
const TOUCHES = ["pointerdown", "keydown", "focusin", "wheel"] as const;

/** The connection data that Chromium reports. */
interface Device {
  connection?: { saveData?: boolean };
}
type LineCost = "none" | "time" | "money";

/**
 * Runs later work when the page is idle. On the first visit over a slow or metered line, it waits until the visitor touches the page or
 * stays: a visitor who only looks pays only for the content they see.
 */
export function whenSettled(work: () => void): void {
  const cost = isNoted(SESSION_NOTE) ? "none" : lineCost(navigator as Device, scriptsOfThisPage());
  if (cost === "none") {
    whenIdle(work);
    return;
  }
  const touched = new AbortController();
  const start = (): void => {
    touched.abort();
    whenIdle(work);
  };
  for (const touch of TOUCHES)
    addEventListener(touch, start, { signal: touched.signal, capture: true, passive: true });
  if (cost === "money") return;
  const timer = setTimeout(start, STAYS_MS);
  touched.signal.addEventListener("abort", () => clearTimeout(timer));
}

/**
 * Returns the cost of loading more. The browser's own estimate (`connection.downlink`, Chromium only) is the same for an unknown line as
 * for a slow one, so the speed is measured with the page's largest script.
 * @param device contains whether the user wants to save data: https://wicg.github.io/netinfo/
 * @param scripts those already loaded; an empty or cached list gives no information
 */
export function lineCost(
  device: Device,
  scripts: readonly Pick<PerformanceResourceTiming, "transferSize" | "duration">[],
): LineCost {
  if (device.connection?.saveData === true) return "money";
  const [largest] = scripts.toSorted((a, b) => b.transferSize - a.transferSize);
  if (largest === undefined || largest.transferSize < TELLING_BYTES) return "none";
  return (largest.transferSize * 8) / (largest.duration * 1000) < SLOW_MBPS ? "time" : "none";
}

function scriptsOfThisPage(): PerformanceResourceTiming[] {
  const files = performance.getEntriesByType("resource") as PerformanceResourceTiming[]; // always this type
  return files.filter(({ name }) => name.endsWith(".js"));
}
