import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createContext, runInContext } from "node:vm";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { lowestBrowsersInWords } from "../../../scripts/lowest-browsers.ts";
import { MAX_MESSAGE } from "#shared/features/chat/limits.ts";
import { endHold } from "#web/lib/page-shown.ts";
import { parseThemeChoice, resolveTheme } from "#web/lib/device/theme.ts";

// The script in index.html runs before any module.

const [, firstScript = ""] =
  /<script>([\s\S]*?)<\/script>/.exec(readFileSync(join(import.meta.dirname, "../index.html"), "utf8")) ?? [];

/** Around every run of the script. */
const atChat = { location: { pathname: "/", search: "" } };

function paintedTheme(stored: string | null, prefersLight: boolean): string {
  const dataset: { theme?: string } = {};
  const page = {
    ...atChat,
    AbortSignal,
    URL,
    document: { documentElement: { dataset } },
    localStorage: { getItem: () => stored },
    matchMedia: () => ({ matches: prefersLight }),
    navigator: { cookieEnabled: true },
    sessionStorage: {},
    addEventListener: () => undefined,
  };
  runInContext(firstScript, createContext(page));
  return dataset.theme ?? "night";
}

/** Runs it in a browser without one function. */
function runWithout(missing: string | null): void {
  const page = createContext({
    ...atChat,
    AbortSignal: { any: true },
    URL: { canParse: true },
    document,
    localStorage,
    navigator: { cookieEnabled: true },
    addEventListener: () => undefined,
  });
  if (missing !== null) runInContext(`${missing} = undefined`, page);
  runInContext(firstScript, page);
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
    delete document.documentElement.dataset["asked"];
    const reload = vi.fn<() => void>();
    const page = {
      AbortSignal,
      URL,
      document,
      localStorage,
      location: { ...atChat.location, reload },
      navigator: { cookieEnabled: true },
      addEventListener: (type: string, listener: typeof show) => {
        if (type === "pageshow") show = listener;
      },
    };
    runInContext(firstScript, createContext(page));
    show({ persisted });
    expect(reload).toHaveBeenCalledTimes(reloads);
  },
);

test("says after ten seconds that the page's script has not answered", () => {
  vi.useFakeTimers();
  document.body.innerHTML = `<div data-is-rendered></div>`;
  const script = document.createElement("script");
  script.id = "script";
  document.head.append(script);
  const page = new EventTarget();
  const navigator = { cookieEnabled: true, serviceWorker: { controller: {} } };
  const addEventListener = page.addEventListener.bind(page);
  const around = {
    ...atChat,
    AbortSignal,
    URL,
    document,
    localStorage,
    navigator,
    addEventListener,
    setTimeout,
  };
  runInContext(firstScript, createContext(around));
  page.dispatchEvent(new Event("DOMContentLoaded"));
  vi.advanceTimersByTime(9_900);
  expect(document.querySelector("[role=status]")).toBeNull();
  vi.advanceTimersByTime(200);
  expect(document.querySelector("[role=status]")?.textContent).toContain("Looby is still loading");
  expect(document.querySelector("[role=status] button")?.textContent).toBe("Reload");
  endHold();
  expect(document.querySelector("[role=status]")).toBeNull();
  script.remove();
  vi.useRealTimers();
});

describe("when a page is left before its words are stored", () => {
  /** Opens the next page of this browser, which shows the chat before its script is there. @returns its field, and a way to leave it */
  function openPage() {
    document.body.innerHTML = `<div data-is-rendered><form><textarea></textarea></form></div>`;
    const field = document.querySelector("textarea");
    if (field === null) throw new Error("no field");
    for (const name of ["draft", "asked"]) delete document.documentElement.dataset[name];
    const page = new EventTarget();
    const addEventListener = page.addEventListener.bind(page);
    const navigator = { cookieEnabled: true, serviceWorker: { controller: {} } };
    const around = { ...atChat, AbortSignal, Date, URL, document, localStorage, navigator, addEventListener };
    runInContext(firstScript, createContext(around));
    page.dispatchEvent(new Event("DOMContentLoaded"));
    const type = (words: string) => {
      page.dispatchEvent(new Event("input"));
      field.value = words;
      document.querySelector("textarea")?.replaceWith(field);
    };
    const send = (words: string) => {
      type(words);
      page.dispatchEvent(new Event("submit", { cancelable: true }));
    };
    const tellOtherTabs = () => page.dispatchEvent(new Event("storage"));
    return { field, type, send, tellOtherTabs, leave: () => page.dispatchEvent(new Event("pagehide")) };
  }

  const asked = () =>
    (JSON.parse(document.documentElement.dataset["asked"] ?? "[]") as { text: string }[]).map(
      ({ text }) => text,
    );

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

  test("takes each message when it is sent, and shows that it waits", () => {
    const page = openPage();
    page.send("where is ice?");
    page.send(" ");
    page.send("and shade?");
    expect([page.field.value, asked()]).toEqual(["", ["where is ice?", "and shade?"]]);
    const notes = document.querySelectorAll("[role=status]");
    expect(notes).toHaveLength(1);
    expect(notes[0]?.textContent).toContain("Waiting for the signal ...");
    expect(notes[0]?.textContent).toContain("“where is ice?”, “and shade?”");
  });

  test("sends from the next page what was sent, and leaves the rest in the field", () => {
    const page = openPage();
    page.send("where is ice?");
    page.type("and sha");
    page.leave();
    const next = openPage();
    expect([next.field.value, asked()]).toEqual(["and sha", ["where is ice?"]]);
    openPage();
    expect(asked()).toEqual([]);
  });

  test("leaves a message that is too long in the field", () => {
    const page = openPage();
    page.send("x".repeat(MAX_MESSAGE + 1));
    expect([page.field.value.length, asked()]).toEqual([MAX_MESSAGE + 1, []]);
    page.send("x".repeat(MAX_MESSAGE));
    expect(asked()).toHaveLength(1);
  });

  test("removes the words of a user whom another tab signs out", () => {
    const page = openPage();
    page.send("where is ice?");
    page.type("the zebrafish lamp");
    page.tellOtherTabs();
    expect([page.field.value, asked()]).toEqual(["the zebrafish lamp", ["where is ice?"]]);
    localStorage.setItem("looby.has-session", "2");
    page.tellOtherTabs();
    expect([page.field.value, asked()]).toEqual(["", []]);
    expect(document.body.textContent).not.toContain("ice");
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

test("clicks a link or button that React has replaced under the finger", () => {
  window.eval(firstScript);
  const header = `<a href="#library">Library</a><button type="button" aria-label="Settings"></button>`;
  const clicked: string[] = [];
  for (const selector of ["a", "button"]) {
    document.body.innerHTML = `<div id="root" data-is-rendered>${header}</div>`;
    const point = (type: string) =>
      document.querySelector(selector)?.dispatchEvent(new Event(type, { bubbles: true }));
    point("pointerdown");
    document.body.innerHTML = `<div id="root">${header}</div>`;
    document.querySelector(selector)?.addEventListener("click", () => clicked.push(selector));
    point("pointerup");
    point("pointerup");
  }
  expect(clicked).toEqual(["a", "button"]);
  // A control that stays is clicked by the browser.
  document.body.innerHTML = `<div id="root" data-is-rendered>${header}</div>`;
  const link = document.querySelector("a");
  link?.addEventListener("click", () => clicked.push("again"));
  for (const type of ["pointerdown", "pointerup"]) link?.dispatchEvent(new Event(type, { bubbles: true }));
  expect(clicked).toHaveLength(2);
});

test("takes events that React would stop while it hydrates the page", () => {
  delete document.documentElement.dataset["asked"];
  window.eval(firstScript);
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
  const { asked, tapped } = document.documentElement.dataset;
  expect([asked, tapped]).toEqual([JSON.stringify([{ id: "", text: "where is ice?" }]), "Settings"]);
  expect(document.querySelector("textarea")?.value).toBe("");
  delete root?.dataset["isRendered"];
  press();
  expect(reached).toEqual(["keydown", "click"]);
});
