/** What Chromium's browsers send when a page may be installed; TypeScript's DOM library has no such event. */
interface InstallEvent extends Event {
  prompt(): Promise<unknown>;
}

/**
 * `possible`: the browser asks when we tell it to. `by-hand`: on an iPhone or iPad only the person can. `unknown`: the browser has
 * said nothing.
 */
export type InstallState = "installed" | "possible" | "by-hand" | "unknown";

let offered: InstallEvent | null = null;
const listeners = new Set<() => void>();

/** The browser's own question would come at a moment of its choosing: it is kept for when there is a reason. */
export function catchInstallPrompt(): void {
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    offered = event as InstallEvent;
    for (const listener of listeners) listener();
  });
}

export function subscribeToInstall(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function installState(): InstallState {
  if (
    matchMedia("(display-mode: standalone)").matches ||
    ("standalone" in navigator && navigator.standalone === true)
  )
    return "installed";
  if (offered !== null) return "possible";
  return "standalone" in navigator ? "by-hand" : "unknown";
}

/** Has the browser ask; it does so once per event. */
export async function install(): Promise<void> {
  const event = offered;
  offered = null;
  await event?.prompt();
  for (const listener of listeners) listener();
}
