import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createContext, runInContext } from "node:vm";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { lowestBrowsersInWords } from "../../../scripts/lowest-browsers.ts";
import { parseThemeChoice, resolveTheme } from "#web/lib/device/theme.ts";

// The script in index.html runs before any module.

const [, script = ""] =
  /<script>([\s\S]*?)<\/script>/.exec(readFileSync(join(import.meta.dirname, "../index.html"), "utf8")) ?? [];

function paintedTheme(stored: string | null, prefersLight: boolean): string {
  const dataset: { theme?: string } = {};
  const page = {
    AbortSignal,
    URL,
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

/** Runs it in a browser without one function. */
function runWithout(missing: string | null): void {
  const page = createContext({
    AbortSignal: { any: true },
    URL: { canParse: true },
    document,
    localStorage,
    navigator: { cookieEnabled: true },
    addEventListener: () => undefined,
  });
  if (missing !== null) runInContext(`${missing} = undefined`, page);
  runInContext(script, page);
}

afterEach(() => document.body.replaceChildren());

// It repeats the rule of theme.ts.
test("paints the theme that theme.ts resolves", () => {
  for (const stored of ["night", "noon", "red", "system", "day", "", null])
    for (const prefersLight of [true, false])
      expect(paintedTheme(stored, prefersLight)).toBe(resolveTheme(parseThemeChoice(stored), prefersLight));
});

test("shows an old browser a request to update in place of the page", () => {
  for (const missing of [
    "Promise.withResolvers",
    "AbortSignal.any",
    "AbortSignal",
    "URL.canParse",
    "Intl.Segmenter",
  ]) {
    document.body.innerHTML = "<p>Looby</p>";
    runWithout(missing);
    document.dispatchEvent(new Event("readystatechange"));
    expect(document.querySelector("h1")?.textContent, missing).toBe("This browser is too old for Looby");
    expect(document.querySelectorAll("p")).toHaveLength(1);
    expect(document.querySelector("p")?.textContent).toContain(lowestBrowsersInWords);
  }
});

test("starts the page in a browser that has all it needs", () => {
  document.body.innerHTML = "<p>Looby</p>";
  runWithout(null);
  document.dispatchEvent(new Event("readystatechange"));
  expect(document.body.textContent).toBe("Looby");
});

test.each([
  ["Back, no script", "<div data-is-rendered></div>", "", true, 1],
  ["Back, its script ran", "<div></div>", "", true, 0],
  ["Back, its chat has not stored the words", "<div></div>", "where is ice?", true, 1],
  ["loading", "<div data-is-rendered></div>", "", false, 0],
])(
  "reloads only a page that Back shows without its script or store: %s",
  (_, body, draft, persisted, reloads) => {
    document.body.innerHTML = body;
    document.documentElement.dataset["draft"] = draft;
    let show: (event: object) => void = () => undefined;
    const reload = vi.fn<() => void>();
    const page = {
      AbortSignal,
      URL,
      document,
      localStorage,
      location: { reload },
      navigator: { cookieEnabled: true },
      addEventListener: (type: string, listener: typeof show) => {
        if (type === "pageshow") show = listener;
      },
    };
    runInContext(script, createContext(page));
    show({ persisted });
    expect(reload).toHaveBeenCalledTimes(reloads);
  },
);

describe("when a page is left before its words are stored", () => {
  /** Opens the next page of this browser, which shows the chat before its script is there. @returns its field, and a way to leave it */
  function openPage() {
    document.body.innerHTML = `<div data-is-rendered><textarea></textarea></div>`;
    const field = document.querySelector("textarea");
    if (field === null) throw new Error("no field");
    delete document.documentElement.dataset["draft"];
    const page = new EventTarget();
    const addEventListener = page.addEventListener.bind(page);
    const navigator = { cookieEnabled: true, serviceWorker: { controller: {} } };
    const around = { AbortSignal, Date, URL, document, localStorage, navigator, addEventListener };
    runInContext(script, createContext(around));
    page.dispatchEvent(new Event("DOMContentLoaded"));
    const type = (words: string) => {
      page.dispatchEvent(new Event("input"));
      field.value = words;
      document.querySelector("textarea")?.replaceWith(field);
    };
    return { field, type, leave: () => page.dispatchEvent(new Event("pagehide")) };
  }

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["Date"] });
    localStorage.clear();
    localStorage.setItem("looby.has-session", "1");
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test("fills the field of the next page", () => {
    const first = openPage();
    first.type("where is ice?");
    first.leave();
    expect(openPage().field.value).toBe("where is ice?");
    expect(openPage().field.value).toBe("");
  });

  test("stores the words once of a page that Back shows and that reloads", () => {
    const page = openPage();
    page.type("where is ice?");
    page.leave();
    vi.setSystemTime(1000);
    page.leave();
    expect(openPage().field.value).toBe("where is ice?");
  });

  test("shows the words of several pages in order", () => {
    const [first, second] = [openPage(), openPage()];
    second.type("and shade?");
    vi.setSystemTime(2000);
    second.leave();
    first.type("where is ice?");
    vi.setSystemTime(1000);
    first.leave();
    expect(openPage().field.value).toBe("where is ice?\nand shade?");
  });

  test("stores the draft of a chat whose store is not loaded", () => {
    const page = openPage();
    document.body.replaceChildren();
    document.documentElement.dataset["draft"] = "where is ice?";
    page.leave();
    expect(openPage().field.value).toBe("where is ice?");
  });

  test("deletes the words of a user who signs out before or after", () => {
    const [before, after] = [openPage(), openPage()];
    before.type("the zebrafish lamp");
    localStorage.clear(); // signs out in another tab
    localStorage.setItem("looby.has-session", "2");
    before.leave();
    expect(openPage().field.value).toBe("");
    after.type("the zebrafish lamp");
    after.leave();
    localStorage.clear();
    expect(openPage().field.value).toBe("");
  });
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
