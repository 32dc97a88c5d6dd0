const { promise, resolve } = Promise.withResolvers<void>();

/**
 * Resolves when the page has replaced the HTML of the build. Data must not arrive before: a view that is still being hydrated would
 * differ from its HTML and be painted twice.
 */
export const pageShown: Promise<void> = promise;

/** Notes that the first view, or its error, is rendered. */
export function notePageShown(): void {
  resolve();
}

/**
 * Ends the hold of the script in index.html: from here on React handles taps and messages.
 * @returns whether a message was sent during the hold
 */
export function endHold(): boolean {
  document.querySelector("[data-is-rendered]")?.removeAttribute("data-is-rendered");
  const page = document.documentElement.dataset;
  const isSent = "isAsked" in page;
  delete page["isAsked"];
  return isSent;
}
