import { useSyncExternalStore } from "react";

const WIDE = "(width >= 1100px)";

/** Whether the window has room for several views side by side. False in the HTML of the build. */
export function useIsWide(): boolean {
  return useSyncExternalStore(
    followWidth,
    () => matchMedia(WIDE).matches,
    () => false,
  );
}

function followWidth(onChange: () => void): () => void {
  const list = matchMedia(WIDE);
  list.addEventListener("change", onChange);
  return () => list.removeEventListener("change", onChange);
}
