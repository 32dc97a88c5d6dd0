import { lazyRouteComponent } from "@tanstack/react-router";

/** Milliseconds after which a page whose user went on to another one is taken to stay: they stopped it, or it was a download. */
const GOES_WITHIN_MS = 30_000;

/** When the user last went on to another page, in milliseconds of `performance.now()`. */
let goneAt = -Infinity;
if ("addEventListener" in globalThis)
  addEventListener("beforeunload", () => {
    goneAt = performance.now();
  });

/**
 * A view that is loaded when it is first shown.
 *
 * Firefox lets running imports of a page fail as soon as the user goes on to another one, and the router reloads a page whose import has
 * failed: that would keep the user on this page. So a failure is reported only to a page that stays, or that Back shows again.
 */
export const lazyView: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(
    () =>
      load().catch(async (error: unknown) => {
        await staying();
        throw error;
      }),
    name,
  );

async function staying(): Promise<void> {
  const rest = goneAt + GOES_WITHIN_MS - performance.now();
  if (rest <= 0) return;
  await new Promise<unknown>((resolve) => {
    setTimeout(resolve, rest);
    addEventListener("pageshow", resolve, { once: true });
  });
}
