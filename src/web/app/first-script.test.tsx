import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createContext, runInContext } from "node:vm";
import { afterEach, expect, test } from "vitest";
import { parseThemeChoice, resolveTheme } from "#web/lib/device/theme.ts";

// The script in index.html runs before any module.

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

afterEach(() => document.body.replaceChildren());

// It repeats the rule of theme.ts.
test("paints the theme that theme.ts resolves", () => {
  for (const stored of ["night", "noon", "red", "system", "day", "", null])
    for (const prefersLight of [true, false])
      expect(paintedTheme(stored, prefersLight)).toBe(resolveTheme(parseThemeChoice(stored), prefersLight));
});

test("takes events that React would stop while it hydrates the page", () => {
  window.eval(script);
  document.body.innerHTML = `<div id="root" data-is-rendered>
    <form><textarea>where is ice?</textarea></form><button type="button">Settings</button></div>`;
  const root = document.getElementById("root");
  const reached: string[] = [];
  for (const type of ["keydown", "submit", "click"])
    root?.addEventListener(type, (event) => (event.stopPropagation(), reached.push(event.type)), true);
  const press = () => {
    const enter = new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true });
    document.querySelector("textarea")?.dispatchEvent(enter);
    document.querySelector("button")?.click();
  };
  press();
  expect(reached).toEqual([]);
  const { isAsked, tapped } = document.documentElement.dataset;
  expect([isAsked, tapped]).toEqual(["", "Settings"]);
  delete root?.dataset["isRendered"];
  press();
  expect(reached).toEqual(["keydown", "click"]);
});
