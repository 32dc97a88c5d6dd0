import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { sendMessage } from "#shared/features/chat/contract.ts";
import { getSettings } from "#shared/features/settings/contract.ts";

// A connection that accepts every call but answers none, and a server that is only slow.

const OURS = { "looby-version": "1.0.0" };
let asked: string[] = [];
/** Whether there is no connection at all. */
let refuses = false;
/** Milliseconds until the answer to a path; null: never. */
let answersAfter: (path: string) => number | null = () => null;

beforeEach(() => {
  vi.useFakeTimers();
  refuses = false;
  answersAfter = () => null;
  vi.resetModules();
  vi.stubGlobal("AbortSignal", Object.assign(AbortSignal, { timeout: fakeTimeout }));
  asked = [];
  vi.stubGlobal("fetch", async (path: string, { signal }: RequestInit = {}) => {
    asked.push(path);
    if (refuses) throw new TypeError("Failed to fetch");
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    signal?.addEventListener("abort", () => reject(signal.reason as Error));
    const after = answersAfter(path);
    if (after !== null) setTimeout(() => resolve(Response.json({}, { headers: OURS })), after);
    return await promise;
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("fails a read within 4 s on a hanging connection and the next one at once", async () => {
  const { call } = await import("./api-client.ts");
  const { serverStatus } = await import("./reachability.ts");
  expect(await timeOf(call(getSettings, {}))).toEqual({ code: "unreachable", after: 3000 });
  expect(serverStatus()).toBe("silent");
  await vi.advanceTimersByTimeAsync(60_000);
  const before = asked.length;
  expect(await timeOf(call(getSettings, {}))).toEqual({ code: "unreachable", after: 0 });
  expect(asked).toHaveLength(before);
  vi.stubGlobal("navigator", { userActivation: { isActive: true } });
  expect(await timeOf(call(getSettings, {}))).toEqual({ code: "unreachable", after: 0 });
  // In the background, a user's call checks whether the server is back.
  expect(asked.slice(before)).toEqual(["/api/health"]);
});

test("finds a server that answers again by its own probes or a user's call", async () => {
  vi.stubGlobal("document", Object.assign(new EventTarget(), { visibilityState: "visible" }));
  vi.stubGlobal("addEventListener", () => undefined);
  const { call } = await import("./api-client.ts");
  const { isServerReachable, reportUnreachable } = await import("./reachability.ts");
  const { startProbing } = await import("#web/offline/outbox/when-to-send.ts");
  startProbing();
  await timeOf(call(getSettings, {}));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(isServerReachable()).toBe(false);
  answersAfter = () => 300;
  await vi.advanceTimersByTimeAsync(20_000);
  expect(isServerReachable()).toBe(true);
  reportUnreachable("silent", true);
  vi.stubGlobal("navigator", { userActivation: { isActive: true } });
  call(getSettings, {}).catch(() => undefined);
  await vi.advanceTimersByTimeAsync(310);
  expect(isServerReachable()).toBe(true);
});

test("finds a server that was silent before the probes started", async () => {
  vi.stubGlobal("document", Object.assign(new EventTarget(), { visibilityState: "visible" }));
  vi.stubGlobal("addEventListener", () => undefined);
  const { call } = await import("./api-client.ts");
  const { isServerReachable } = await import("./reachability.ts");
  const { startProbing } = await import("#web/offline/outbox/when-to-send.ts");
  refuses = true;
  await timeOf(call(getSettings, {}));
  expect(isServerReachable()).toBe(false);
  refuses = false;
  answersAfter = () => 300;
  startProbing();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(isServerReachable()).toBe(true);
});

test("fails calls at once offline but still tries a user's actions", async () => {
  refuses = true;
  const { call } = await import("./api-client.ts");
  const { isLineHanging, serverStatus } = await import("./reachability.ts");
  vi.stubGlobal("navigator", { userActivation: { isActive: true } });
  for (const path of [1, 2, 3]) {
    expect(await timeOf(call(getSettings, {}))).toEqual({ code: "unreachable", after: 0 });
    expect(asked).toHaveLength(path);
  }
  expect(serverStatus()).toBe("silent");
  expect(isLineHanging()).toBe(false);
});

test("waits for a slow server that is alive", async () => {
  answersAfter = (path) => (path === "/api/health" ? 300 : 20_000);
  const { call } = await import("./api-client.ts");
  const { isServerReachable } = await import("./reachability.ts");
  // An answer that breaks the contract is still an answer.
  expect(await timeOf(call(getSettings, {}))).toEqual({ code: "garbled", after: 20_000 });
  expect(isServerReachable()).toBe(true);
});

test("ignores one unanswered health check among answered calls", async () => {
  answersAfter = (path) => (path === "/api/health" ? null : 7000);
  const { call } = await import("./api-client.ts");
  const { isServerReachable } = await import("./reachability.ts");
  const slow = timeOf(call(getSettings, {}), 10_000);
  answersAfter = (path) => (path === "/api/health" ? null : 500);
  for (let second = 0; second < 7; second += 1) {
    call(getSettings, {}).catch(() => undefined);
    await vi.advanceTimersByTimeAsync(1000);
  }
  expect((await slow).code).toBe("garbled");
  expect(isServerReachable()).toBe(true);
});

test("fails a message early on a silent connection, but not other writes", async () => {
  const { call, send } = await import("./api-client.ts");
  const { isLineHanging } = await import("./reachability.ts");
  const body = { text: "hello" };
  const write = timeOf(call(sendMessage, { body }), 60_000);
  expect(await timeOf(send(sendMessage, { body }, { endsInSilence: true }))).toEqual({
    code: "unreachable",
    after: 3000,
  });
  expect(isLineHanging()).toBe(true);
  expect(await timeOf(send(sendMessage, { body }, { endsInSilence: true }))).toEqual({
    code: "unreachable",
    after: 0,
  });
  expect(await write).toEqual({ code: "waits", after: 60_000 });
});

test("shares one health check among many waiting calls", async () => {
  const { call } = await import("./api-client.ts");
  await Promise.all(Array.from({ length: 20 }, () => timeOf(call(getSettings, {}))));
  expect(asked.filter((path) => path === "/api/health")).toHaveLength(1);
});

/** The outcome of a call, in simulated milliseconds. */
async function timeOf(work: Promise<unknown>, patience = 30_000): Promise<{ code: string; after: number }> {
  const from = Date.now();
  const ended = work.then(
    () => "answered",
    (error: unknown) => (error as { code: string }).code,
  );
  let end: { code: string; after: number } | null = null;
  void ended.then((code) => {
    end = { code, after: Date.now() - from };
  });
  while (end === null && Date.now() - from < patience) await vi.advanceTimersByTimeAsync(100);
  return end ?? { code: "waits", after: patience };
}

/** The real `AbortSignal.timeout` does not use fake timers. */
function fakeTimeout(ms: number): AbortSignal {
  const limit = new AbortController();
  setTimeout(() => limit.abort(new DOMException("too late", "TimeoutError")), ms);
  return limit.signal;
}
