import { createAtom, type ReadonlyAtom } from "@tanstack/store";
import { DeviceItem } from "./device-item.ts";

export const themeChoices = ["night", "noon", "red", "system"] as const;
/** The user's choice. `system` follows the device's setting. */
export type ThemeChoice = (typeof themeChoices)[number];
/** The painted theme: the value of `data-theme` on the root element. */
export type Theme = "night" | "day" | "red";

const item = new DeviceItem("looby.theme");
/** Equal to --bg in ui/base/tokens.css; the browser's bars take it from a meta tag, which cannot read variables. */
const BAR_COLOR: Record<Theme, string> = { night: "#0F0B16", day: "#FFFAF0", red: "#0A0202" };

const current = createAtom<{ choice: ThemeChoice; painted: Theme }>({ choice: "night", painted: "night" });
/** The chosen theme and the one painted now. */
export const theme: ReadonlyAtom<{ choice: ThemeChoice; painted: Theme }> = current;

/** Parses the stored choice. Night is the default: the city lives after dark, and a lit screen blinds others. */
export function parseThemeChoice(stored: string | null): ThemeChoice {
  return themeChoices.find((choice) => choice === stored) ?? "night";
}

export function resolveTheme(choice: ThemeChoice, prefersLight: boolean): Theme {
  if (choice === "system") return prefersLight ? "day" : "night";
  return choice === "noon" ? "day" : choice;
}

/**
 * Paints the stored choice, and follows the device while the choice is `system`. Synchronous, so that the first React paint already has the
 * right colors. Where storage is blocked, the choice lasts as long as the page.
 */
export function startTheme(): void {
  previewTheme(parseThemeChoice(item.read()));
  lightQuery().addEventListener("change", () => previewTheme(theme.get().choice));
  window.addEventListener("storage", (event) => {
    if (event.key === item.key) previewTheme(parseThemeChoice(event.newValue));
  });
}

export function chooseTheme(next: ThemeChoice): void {
  item.write(next);
  previewTheme(next);
}

/** Paints a choice without storing it. */
export function previewTheme(choice: ThemeChoice): void {
  const painted = resolveTheme(choice, lightQuery().matches);
  document.documentElement.dataset["theme"] = painted;
  document.querySelector('meta[name="theme-color"]')?.setAttribute("content", BAR_COLOR[painted]);
  current.set({ choice, painted });
}

function lightQuery(): MediaQueryList {
  return window.matchMedia("(prefers-color-scheme: light)");
}
