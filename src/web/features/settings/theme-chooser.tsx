import { useSelector } from "@tanstack/react-store";
import { chooseTheme, theme } from "#web/lib/device/theme.ts";
import { ThemeSelect } from "./theme-select.tsx";

/** Applies at once and is stored on this device. */
export function ThemeChooser() {
  const choice = useSelector(theme, (now) => now.choice);
  return <ThemeSelect value={choice} onChange={chooseTheme} />;
}
