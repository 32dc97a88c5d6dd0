import { useSyncExternalStore } from "react";
import { chooseTheme, currentThemeChoice, parseThemeChoice, subscribeToTheme } from "#web/lib/theme.ts";
import { Select } from "#web/ui/select.tsx";

const options = [
  { value: "night", label: "Night" },
  { value: "noon", label: "Noon, for the sun" },
  { value: "system", label: "As this device" },
] as const;

/** Applies at once and is remembered on this device. */
export function ThemeSelect() {
  const choice = useSyncExternalStore(subscribeToTheme, currentThemeChoice);
  return (
    <Select
      label="Theme"
      value={choice}
      options={options}
      onChange={(event) => chooseTheme(parseThemeChoice(event.currentTarget.value))}
    />
  );
}
