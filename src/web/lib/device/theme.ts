export const themeChoices = ["night", "noon", "red", "system"] as const;
/** What the person chose. `system` follows the device and changes with it. */
export type ThemeChoice = (typeof themeChoices)[number];
/** What is painted: the value of `data-theme` on the root element. */
export type Theme = "night" | "day" | "red";

const STORAGE_KEY = "looby.theme";
/** Equals --bg in ui/tokens.css; the browser's own bars take it from a meta tag, which cannot read variables. */
const BAR_COLOR: Record<Theme, string> = { night: "#0F0B16", day: "#FFFAF0", red: "#0A0202" };

/** Night is the default: the city lives after dark, and a lit screen there blinds the neighbour. */
export function parseThemeChoice(stored: string | null): ThemeChoice {
  return themeChoices.find((choice) => choice === stored) ?? "night";
}

export function resolveTheme(choice: ThemeChoice, prefersLight: boolean): Theme {
  if (choice === "system") return prefersLight ? "day" : "night";
  return choice === "noon" ? "day" : choice;
}

/**
 * Paints the stored choice and keeps following the device while the choice is `system`. Synchronous, so that the
 * first React paint already has the right colours. Storage may be blocked: then the choice lives as long as the page.
 */
export function startTheme(): void {
  choice = parseThemeChoice(readStored());
  paint();
  lightQuery().addEventListener("change", paint);
  window.addEventListener("storage", (event) => {
    if (event.key !== STORAGE_KEY) return;
    choice = parseThemeChoice(event.newValue);
    paint();
  });
}

export function chooseTheme(next: ThemeChoice): void {
  try {
    localStorage.setItem(STORAGE_KEY, next);
  } catch {
    // Storage is full or forbidden: the choice still holds until the page closes.
  }
  previewTheme(next);
}

/** Paints a choice without keeping it. */
export function previewTheme(next: ThemeChoice): void {
  choice = next;
  paint();
}

/** For `useSyncExternalStore`. */
export function subscribeToTheme(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function currentThemeChoice(): ThemeChoice {
  return choice;
}

/** What is painted now. */
export function currentTheme(): Theme {
  return theme;
}

let choice: ThemeChoice = "night";
let theme: Theme = "night";
const listeners = new Set<() => void>();

function paint(): void {
  theme = resolveTheme(choice, lightQuery().matches);
  document.documentElement.dataset["theme"] = theme;
  document.querySelector('meta[name="theme-color"]')?.setAttribute("content", BAR_COLOR[theme]);
  for (const listener of listeners) listener();
}

function lightQuery(): MediaQueryList {
  return window.matchMedia("(prefers-color-scheme: light)");
}

function readStored(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY);
  } catch {
    return null;
  }
}
