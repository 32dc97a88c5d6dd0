const { promise, resolve } = Promise.withResolvers<void>();

/**
 * Resolves when the page has taken over from the HTML of the build. Data must not arrive before: a view that is still being hydrated would
 * differ from its HTML and be painted twice.
 */
export const pageShown: Promise<void> = promise;

/** Says that the first view is rendered, or its error. */
export function notePageShown(): void {
  resolve();
}

/**
 * Ends the hold of the script in index.html: from here on React handles taps and messages.
 * @returns whether a message was sent meanwhile
 */
export function endHold(): boolean {
  document.querySelector("[data-is-rendered]")?.removeAttribute("data-is-rendered");
  const page = document.documentElement.dataset;
  const isSent = "isAsked" in page;
  delete page["isAsked"];
  return isSent;
}
