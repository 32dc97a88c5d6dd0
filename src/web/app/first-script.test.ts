import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createContext, runInContext } from "node:vm";
import { expect, test } from "vitest";
import { parseThemeChoice, resolveTheme } from "#web/lib/device/theme.ts";

// The script in index.html runs before any module, so it repeats the rule of theme.ts.

const [, script = ""] =
  /<script>([\s\S]*?)<\/script>/.exec(readFileSync(join(import.meta.dirname, "../index.html"), "utf8")) ?? [];

function paintedTheme(stored: string | null, prefersLight: boolean): string {
  const dataset: { theme?: string } = {};
  const page = {
    document: { documentElement: { dataset } },
    localStorage: { getItem: () => stored },
    matchMedia: () => ({ matches: prefersLight }),
    navigator: { cookieEnabled: true },
    sessionStorage: {},
    addEventListener: () => undefined,
  };
  runInContext(script, createContext(page));
  return dataset.theme ?? "night";
}

test("paints the theme that theme.ts resolves", () => {
  for (const stored of ["night", "noon", "red", "system", "day", "", null])
    for (const prefersLight of [true, false])
      expect(paintedTheme(stored, prefersLight)).toBe(resolveTheme(parseThemeChoice(stored), prefersLight));
});
