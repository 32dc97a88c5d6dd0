/** Milliseconds: what should be at hand soon is fetched by then even on a busy page. */
const LATEST = 3000;

/** Runs work the person is not waiting for once the page has nothing better to do. */
export function whenIdle(work: () => void): void {
  // Safari has no idle callback.
  if ("requestIdleCallback" in window) window.requestIdleCallback(() => work(), { timeout: LATEST });
  else setTimeout(work, 200);
}
