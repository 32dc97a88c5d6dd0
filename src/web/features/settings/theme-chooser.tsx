import { useSyncExternalStore } from "react";
import { chooseTheme, currentThemeChoice, subscribeToTheme } from "#web/lib/device/theme.ts";
import { ThemeSelect } from "./theme-select.tsx";

/** Applies at once and is remembered on this device. */
export function ThemeChooser() {
  const choice = useSyncExternalStore(subscribeToTheme, currentThemeChoice);
  return <ThemeSelect value={choice} onChange={chooseTheme} />;
}
