import { useSyncExternalStore } from "react";

/** False during the first render of a page that the build has rendered, which must not depend on the device or the full address. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(never, inBrowser, inBuild);
}

function never(): () => void {
  return () => undefined;
}

function inBrowser(): boolean {
  return true;
}

function inBuild(): boolean {
  return false;
}
