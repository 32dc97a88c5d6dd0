const { promise, resolve } = Promise.withResolvers<void>();

/**
 * Resolves when the page has taken over from the HTML of the build. Data must not arrive before: a view that is still being hydrated would
 * differ from its HTML and be painted twice.
 */
export const pageShown: Promise<void> = promise;

/** Says that the first view is rendered. */
export function notePageShown(): void {
  resolve();
}

/** From here on React handles what the script in index.html has held back. */
export function endWaiting(): void {
  document.querySelector("[data-is-rendered]")?.removeAttribute("data-is-rendered");
}
