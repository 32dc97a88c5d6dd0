import { createAtom, type ReadonlyAtom } from "@tanstack/store";

/** Event of Chromium browsers when a page can be installed. TypeScript's DOM library does not have it. */
interface InstallEvent extends Event {
  prompt(): Promise<unknown>;
}

/**
 * `possible`: the browser prompts when called. `by-hand`: on an iPhone or iPad only the user can install. `unknown`: the browser has
 * fired no event.
 */
export type InstallState = "installed" | "possible" | "by-hand" | "unknown";

const offer = createAtom<InstallEvent | null>(null);
/** The browser's install prompt, until it is used. */
export const installOffer: ReadonlyAtom<InstallEvent | null> = offer;

/** Stores the browser's install prompt for later; otherwise the browser would show it at an arbitrary moment. */
export function catchInstallPrompt(): void {
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    offer.set(event as InstallEvent);
  });
}

/** The current install state. @param offered the browser's install prompt */
export function installState(offered = offer.get()): InstallState {
  if (
    matchMedia("(display-mode: standalone)").matches ||
    ("standalone" in navigator && navigator.standalone === true)
  )
    return "installed";
  if (offered !== null) return "possible";
  return "standalone" in navigator ? "by-hand" : "unknown";
}

/** Shows the browser's prompt. It works once per event, so a second tap does nothing. */
export async function install(): Promise<void> {
  const offered = offer.get();
  offer.set(null);
  await offered?.prompt();
}
