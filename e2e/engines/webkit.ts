import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../../scripts/free-port.ts";
import { onPath } from "../../scripts/on-path.ts";
import { patient } from "../../scripts/patience.ts";
import { clickAt, type Driver, type Engine, pressesOf } from "./engine.ts";

// WebKitGTK by WebDriver, in a virtual display.

const START_MS = patient(30_000);
const BROWSERS = ["x86_64", "aarch64"].map(
  (machine) => `/usr/lib/${machine}-linux-gnu/webkit2gtk-4.1/MiniBrowser`,
);
/** The name under which WebDriver returns an element. Source: W3C WebDriver, "web element identifier". */
const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";

export const webkit: Engine = {
  name: "WebKit",
  packages: "webkit2gtk-driver xvfb",
  isInstalled: () =>
    BROWSERS.some((path) => existsSync(path)) &&
    onPath("WebKitWebDriver") !== null &&
    onPath("Xvfb") !== null,
  start,
};

async function start(): Promise<Driver> {
  await using stack = new AsyncDisposableStack();
  // Xvfb chooses a free display and writes its number.
  const display = spawn("Xvfb", ["-displayfd", "1", "-screen", "0", "1100x900x24"], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  stack.defer(() => end(display));
  const [number] = (await once(display.stdout, "data")) as [Buffer];
  const port = await freePort();
  const program = spawn("WebKitWebDriver", [`--port=${port}`], {
    env: { ...process.env, DISPLAY: `:${String(number).trim()}`, LIBGL_ALWAYS_SOFTWARE: "1" },
    stdio: ["ignore", "pipe", "ignore"],
  });
  stack.defer(() => end(program));
  const complaints: string[] = [];
  createInterface({ input: program.stdout }).on("line", (line) => {
    if (line.startsWith("CONSOLE") && line.includes(" ERROR ")) complaints.push(line);
  });
  const send = async (method: string, path: string, body?: object): Promise<unknown> => {
    const text = body === undefined ? null : JSON.stringify(body);
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method, body: text });
    const { value } = (await answer.json()) as { value: unknown };
    if (!answer.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`);
    return value;
  };
  await ready(send);
  const browserOptions = {
    binary: BROWSERS.find((path) => existsSync(path)),
    args: ["--automation", "--enable-write-console-messages-to-stdout=true"],
  };
  const { sessionId } = (await send("POST", "/session", {
    capabilities: {
      alwaysMatch: { browserName: "MiniBrowser", "webkitgtk:browserOptions": browserOptions },
    },
  })) as { sessionId: string };
  const at = `/session/${sessionId}`;
  stack.defer(async () => void (await send("DELETE", at)));
  await send("POST", `${at}/timeouts`, { pageLoad: START_MS, script: START_MS });
  await send("POST", `${at}/window/rect`, { width: 1_024, height: 800 });
  const owned = stack.move();
  const perform = async (actions: object) =>
    void (await send("POST", `${at}/actions`, { actions: [actions] }));
  return {
    complaints,
    open: async (url) => void (await send("POST", `${at}/url`, { url })),
    back: async () => void (await send("POST", `${at}/back`, {})),
    reload: async () => void (await send("POST", `${at}/refresh`, {})),
    async reopen() {
      const { handle } = (await send("POST", `${at}/window/new`, { type: "tab" })) as { handle: string };
      await send("DELETE", `${at}/window`);
      await send("POST", `${at}/window`, { handle });
    },
    run: async (body, args) =>
      await send("POST", `${at}/execute/async`, {
        script: `const done = arguments[1]; (async (args) => {${body}})(arguments[0]).then((value) => done({ value }), (error) => done({ error: String(error) }))`,
        args: [args],
      }).then(valueOf),
    keys: async (text) => await perform(pressesOf(text)),
    click: async (x, y) => await perform(clickAt(x, y)),
    async choose(path) {
      const css = { using: "css selector", value: "input[type=file]" };
      const input = (await send("POST", `${at}/element`, css)) as { [ELEMENT]: string };
      await send("POST", `${at}/element/${input[ELEMENT]}/value`, { text: path });
    },
    screenshot: async () => Buffer.from(String(await send("GET", `${at}/screenshot`)), "base64"),
    close: () => owned.disposeAsync(),
  };
}

/** @throws the error of the script in the page */
function valueOf(answer: unknown): unknown {
  const { value, error } = answer as { value?: unknown; error?: string };
  if (error !== undefined) throw new Error(error);
  return value;
}

async function ready(send: (method: string, path: string) => Promise<unknown>): Promise<void> {
  const until = Date.now() + START_MS;
  for (;;) {
    try {
      await send("GET", "/status");
      return;
    } catch (error) {
      if (Date.now() > until) throw error;
      await sleep(50);
    }
  }
}

async function end(program: ChildProcess): Promise<void> {
  if (program.exitCode !== null || program.signalCode !== null) return;
  const ended = once(program, "exit");
  program.kill();
  await ended;
}
