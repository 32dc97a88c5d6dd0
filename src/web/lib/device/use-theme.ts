import { useSyncExternalStore } from "react";
import { currentTheme, subscribeToTheme, type Theme } from "./theme.ts";

/** The theme that is painted, for what CSS variables cannot reach (a canvas, a picture). */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribeToTheme, currentTheme);
}
