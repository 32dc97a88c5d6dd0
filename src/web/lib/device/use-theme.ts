import { useSelector } from "@tanstack/react-store";
import { theme, type Theme } from "./theme.ts";

/** The painted theme, for places CSS variables cannot reach (a canvas, an image). */
export function useTheme(): Theme {
  return useSelector(theme, ({ painted }) => painted);
}
