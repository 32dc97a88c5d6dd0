import { useSelector } from "@tanstack/react-store";
import { parseThemeChoice, type ThemeChoice, chooseTheme, theme } from "#web/lib/device/theme.ts";
import { Select } from "#web/ui/form/select.tsx";

const options = [
  { value: "night", label: "Night" },
  { value: "noon", label: "Noon, for the sun" },
  { value: "red", label: "Red night, for eyes used to the dark" },
  { value: "system", label: "As this device" },
] as const;

interface ThemeSelectProps {
  value: ThemeChoice;
  onChange: (choice: ThemeChoice) => void;
}

export function ThemeSelect({ value, onChange }: ThemeSelectProps) {
  return (
    <Select
      label="Theme"
      value={value}
      options={options}
      onChange={(event) => onChange(parseThemeChoice(event.currentTarget.value))}
    />
  );
}

/** Applies immediately and is stored on this device. */
export function ThemeChooser() {
  const choice = useSelector(theme, (now) => now.choice);
  return <ThemeSelect value={choice} onChange={chooseTheme} />;
}
