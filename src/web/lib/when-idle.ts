/** Milliseconds after which the work runs even on a busy page. */
const LATEST = 3000;

/** Runs low-priority work when the page is idle. */
export function whenIdle(work: () => void): void {
  // Safari has no idle callback.
  if ("requestIdleCallback" in window) window.requestIdleCallback(() => work(), { timeout: LATEST });
  else setTimeout(work, 200);
}
