import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { onPath } from "../../scripts/on-path.ts";
import { patient } from "../../scripts/patience.ts";
import { clickAt, type Driver, type Engine, pressesOf } from "./engine.ts";

// Firefox by WebDriver BiDi, which it speaks on a WebSocket without another program.

const START_MS = patient(60_000);
const program = () => onPath("firefox-esr") ?? onPath("firefox");
/** No first pages, no questions, and no calls of Firefox's own. */
const PREFERENCES = {
  "browser.shell.checkDefaultBrowser": false,
  "browser.startup.page": 0,
  "browser.tabs.warnOnClose": false,
  "datareporting.policy.dataSubmissionEnabled": false,
  "app.normandy.enabled": false,
  "app.update.disabledForTesting": true,
  "extensions.systemAddon.update.enabled": false,
  "network.captive-portal-service.enabled": false,
  "network.connectivity-service.enabled": false,
  "browser.safebrowsing.update.enabled": false,
  "toolkit.telemetry.server": "",
};

export const firefox: Engine = {
  name: "Firefox",
  packages: "firefox-esr",
  isInstalled: () => program() !== null,
  start,
};

async function start(): Promise<Driver> {
  await using stack = new AsyncDisposableStack();
  const profile = await mkdtemp(join(tmpdir(), "looby-firefox-"));
  stack.defer(() => rm(profile, { recursive: true, force: true, maxRetries: 5 }));
  const preferences = Object.entries(PREFERENCES).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`,
  );
  await writeFile(join(profile, "user.js"), preferences.join(""));
  const browser = spawn(
    program() ?? "firefox",
    [
      "--headless",
      "--no-remote",
      "--profile",
      profile,
      "--remote-debugging-port=0",
      "--width=1024",
      "--height=800",
    ],
    { stdio: ["ignore", "ignore", "pipe"], env: { ...process.env, MOZ_CRASHREPORTER_DISABLE: "1" } },
  );
  const ended = once(browser, "exit");
  stack.defer(async () => {
    browser.kill("SIGKILL");
    await ended;
  });
  const bidi = await connect(await addressIn(browser.stderr));
  stack.defer(() => bidi.socket.close());
  await bidi.send("session.new", { capabilities: {} });
  const complaints: string[] = [];
  bidi.socket.addEventListener("message", ({ data }) => {
    const { method, params } = JSON.parse(String(data)) as {
      method?: string;
      params: { level: string; text: string };
    };
    if (method === "log.entryAdded" && params.level === "error") complaints.push(params.text);
  });
  await bidi.send("session.subscribe", { events: ["log.entryAdded"] });
  const { contexts } = (await bidi.send("browsingContext.getTree", {})) as {
    contexts: { context: string }[];
  };
  let context = contexts[0]?.context ?? "";
  await bidi.send("browsingContext.setViewport", { context, viewport: { width: 1_024, height: 720 } });
  const perform = async (actions: object) =>
    void (await bidi.send("input.performActions", { context, actions: [actions] }));
  const owned = stack.move();
  async function run(body: string, args: readonly unknown[]): Promise<unknown> {
    const answer = (await bidi.send("script.callFunction", {
      target: { context },
      functionDeclaration: `async (text) => JSON.stringify({ value: await (async (args) => {${body}})(JSON.parse(text)) })`,
      arguments: [{ type: "string", value: JSON.stringify(args) }],
      awaitPromise: true,
      userActivation: false,
    })) as { type: string; result: { value: string }; exceptionDetails?: { text: string } };
    if (answer.type === "exception") throw new Error(answer.exceptionDetails?.text);
    return (JSON.parse(answer.result.value) as { value: unknown }).value;
  }

  return {
    complaints,
    async open(url) {
      const before = await run("return performance.timeOrigin", []);
      await bidi.send("browsingContext.navigate", { context, url, wait: "complete" });
      // Firefox also ends the command when the page before has loaded.
      const isOpen = `return performance.timeOrigin !== ${String(before)} && document.readyState === "complete"`;
      while ((await run(isOpen, []).catch(() => false)) !== true) await sleep(50);
    },
    back: async () => void (await bidi.send("browsingContext.traverseHistory", { context, delta: -1 })),
    reload: async () => void (await bidi.send("browsingContext.reload", { context, wait: "complete" })),
    async reopen() {
      const next = (await bidi.send("browsingContext.create", { type: "tab" })) as { context: string };
      await bidi.send("browsingContext.close", { context });
      ({ context } = next);
      await bidi.send("browsingContext.setViewport", { context, viewport: { width: 1_024, height: 720 } });
    },
    run,
    keys: async (text) => await perform(pressesOf(text)),
    click: async (x, y) => await perform(clickAt(x, y)),
    async choose(path) {
      const { nodes } = (await bidi.send("browsingContext.locateNodes", {
        context,
        locator: { type: "css", value: "input[type=file]" },
        maxNodeCount: 1,
      })) as { nodes: { sharedId: string }[] };
      await bidi.send("input.setFiles", {
        context,
        element: { sharedId: nodes[0]?.sharedId },
        files: [path],
      });
    },
    async screenshot() {
      const { data } = (await bidi.send("browsingContext.captureScreenshot", { context })) as {
        data: string;
      };
      return Buffer.from(data, "base64");
    },
    close: () => owned.disposeAsync(),
  };
}

async function addressIn(output: NodeJS.ReadableStream): Promise<string> {
  const lines = createInterface({ input: output, signal: AbortSignal.timeout(START_MS) });
  for await (const line of lines) {
    const address = /WebDriver BiDi listening on (ws:\S+)/.exec(line)?.[1];
    if (address !== undefined) return address;
  }
  throw new Error(`no Firefox within ${START_MS} ms`);
}

interface Bidi {
  readonly socket: WebSocket;
  send(method: string, params: object): Promise<unknown>;
}

/** Source: W3C WebDriver BiDi, "protocol". */
async function connect(address: string): Promise<Bidi> {
  const socket = new WebSocket(`${address}/session`);
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener("open", () => resolve());
    socket.addEventListener("error", () => reject(new Error(`no connection to ${address}`)));
  });
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let last = 0;
  socket.addEventListener("message", ({ data }) => {
    const message = JSON.parse(String(data)) as {
      id?: number;
      result?: unknown;
      error?: string;
      message?: string;
    };
    const call = message.id === undefined ? undefined : waiting.get(message.id);
    if (call === undefined || message.id === undefined) return;
    waiting.delete(message.id);
    if (message.error === undefined) call.resolve(message.result);
    else call.reject(new Error(`${message.error}: ${message.message}`));
  });
  socket.addEventListener("close", () => {
    for (const { reject } of waiting.values()) reject(new Error("Firefox has ended"));
  });
  return {
    socket,
    send(method, params) {
      last += 1;
      const call = Promise.withResolvers<unknown>();
      waiting.set(last, call);
      socket.send(JSON.stringify({ id: last, method, params }));
      return call.promise;
    },
  };
}
