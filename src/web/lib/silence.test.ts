import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { sendMessage } from "#shared/features/chat/contract.ts";
import { getSettings } from "#shared/features/settings/contract.ts";

// A line that takes every call and answers none, and a server that is only slow.

const OURS = { "looby-version": "1.0.0" };
let asked: string[] = [];
/** Milliseconds until the answer to a path; null: never. */
let answersAfter: (path: string) => number | null = () => null;

beforeEach(() => {
  vi.useFakeTimers();
  answersAfter = () => null;
  vi.resetModules();
  vi.stubGlobal("AbortSignal", Object.assign(AbortSignal, { timeout: fakeTimeout }));
  asked = [];
  vi.stubGlobal("fetch", async (path: string, { signal }: RequestInit = {}) => {
    asked.push(path);
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

test("under accept-and-hang a read fails within 4 s, and whoever asks next hears it at once", async () => {
  const { call } = await import("./api-client.ts");
  const { serverStanding } = await import("./reachability.ts");
  expect(await timeOf(call(getSettings, {}))).toEqual({ code: "unreachable", after: 3800 });
  expect(serverStanding()).toBe("silent");
  await vi.advanceTimersByTimeAsync(10);
  expect(await timeOf(call(getSettings, {}))).toEqual({ code: "unreachable", after: 0 });
});

test("what a person asks for after that is tried, for no longer", async () => {
  const { call } = await import("./api-client.ts");
  await timeOf(call(getSettings, {}));
  vi.stubGlobal("navigator", { userActivation: { isActive: true } });
  expect(await timeOf(call(getSettings, {}))).toEqual({ code: "unreachable", after: 3800 });
});

test("a server that is slow but alive is not given up, and no sign of it is a state of its own", async () => {
  answersAfter = (path) => (path === "/api/health" ? 300 : 20_000);
  const { call } = await import("./api-client.ts");
  const { isServerReachable } = await import("./reachability.ts");
  // An answer that breaks the contract is one.
  expect(await timeOf(call(getSettings, {}))).toEqual({ code: "garbled", after: 20_000 });
  expect(isServerReachable()).toBe(true);
});

test("a message ends in silence, because it is kept; another write goes on, and the page knows of the silence", async () => {
  const { call, send } = await import("./api-client.ts");
  const { serverStanding } = await import("./reachability.ts");
  const body = { text: "hello" };
  const write = timeOf(call(sendMessage, { body }), 60_000);
  expect(await timeOf(send(sendMessage, { body }, { endsInSilence: true }))).toEqual({
    code: "unreachable",
    after: 3800,
  });
  expect(serverStanding()).toBe("silent");
  expect(await write).toEqual({ code: "waits", after: 60_000 });
});

test("many calls that wait ask once whether the server is there", async () => {
  const { call } = await import("./api-client.ts");
  await Promise.all(Array.from({ length: 20 }, () => timeOf(call(getSettings, {}))));
  expect(asked.filter((path) => path === "/api/health")).toHaveLength(1);
});

/** How a call ends, in simulated milliseconds. */
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

/** The real one does not know made-up time. */
function fakeTimeout(ms: number): AbortSignal {
  const limit = new AbortController();
  setTimeout(() => limit.abort(new DOMException("too late", "TimeoutError")), ms);
  return limit.signal;
}
