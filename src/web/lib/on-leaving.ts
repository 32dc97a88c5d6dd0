/**
 * Calls back when the page is left or moves to the background, where a phone may end it without a further event. Only synchronous work is
 * sure to complete.
 * @returns a function that ends it
 */
export function onLeaving(work: () => void): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  addEventListener("pagehide", work, { signal });
  const look = () => (document.visibilityState === "hidden" ? work() : undefined);
  document.addEventListener("visibilitychange", look, { signal });
  return () => ending.abort();
}
