import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { getSession } from "#shared/features/account/contract.ts";
import { listLoans } from "#shared/features/lending/contract.ts";

let asked: string[] = [];
let hasSignal = true;
const storage = new Map<string, string>();

beforeEach(() => {
  asked = [];
  hasSignal = true;
  storage.clear();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
    removeItem: (key: string) => storage.delete(key),
  });
  vi.resetModules();
});
afterEach(() => vi.unstubAllGlobals());

test("reports an offline sign-out to the server before any other call", async () => {
  storage.set("looby.has-session", "1");
  const page = await import("./first-session.ts");
  await list(page);
  page.signOutLater();
  hasSignal = false;
  await expect(list(page)).rejects.toThrow("Failed to fetch");
  expect(asked).toEqual(["GET /api/loans"]);

  // The page is reloaded and online.
  vi.resetModules();
  const reloaded = await import("./first-session.ts");
  hasSignal = true;
  await Promise.all([list(reloaded), list(reloaded)]);
  expect(asked).toEqual(["GET /api/loans", "POST /api/account/sign-out", "GET /api/loans", "GET /api/loans"]);
  expect([...storage.keys()]).toEqual([]);
});

test("retries a sign-out after a server error", async () => {
  const page = await import("./first-session.ts");
  page.signOutLater();
  const answers = [503, 200];
  const ask = asking((call) => {
    asked.push(call);
    return call.startsWith("POST") ? (answers.shift() ?? 200) : 200;
  });
  const request = { url: "/api/loans", init: {} };
  await expect(page.inSession(listLoans, request, ask)).rejects.toThrow(TypeError);
  expect((await page.inSession(listLoans, request, ask)).status).toBe(200);
  expect(asked).toEqual(["POST /api/account/sign-out", "POST /api/account/sign-out", "GET /api/loans"]);
});

test("opens the first session in one tab at a time", async () => {
  let turn: Promise<unknown> = Promise.resolve();
  const request = (_name: string, _options: object, work: () => Promise<unknown>) => (turn = turn.then(work));
  vi.stubGlobal("navigator", { locks: { request } });
  const answers = [Promise.withResolvers<Response>(), Promise.withResolvers<Response>()];
  const tabs = [];
  for (const _ of answers) {
    vi.resetModules();
    tabs.push(await import("./first-session.ts"));
  }
  const ask: typeof fetch = async () =>
    await (answers[asked.push("asked") - 1]?.promise as Promise<Response>);
  const session = { url: "/api/account/session", init: {} };
  const calls = tabs.map((tab) => tab.inSession(getSession, session, ask));
  await new Promise((resolve) => setTimeout(resolve));
  expect(asked).toHaveLength(1);
  answers[0]?.resolve(new Response("{}"));
  await calls[0];
  await vi.waitFor(() => expect(asked).toHaveLength(2));
  answers[1]?.resolve(new Response("{}"));
  expect((await calls[1])?.ok).toBe(true);
});

async function list(page: typeof import("./first-session.ts")): Promise<Response> {
  const ask = asking((call) => {
    if (!hasSignal) throw new TypeError("Failed to fetch");
    asked.push(call);
    return 200;
  });
  return await page.inSession(listLoans, { url: "/api/loans", init: {} }, ask);
}

/** A `fetch` whose responses have this status. */
function asking(statusOf: (call: string) => number): typeof fetch {
  return async (input, init) => {
    const url = typeof input === "string" ? input : new Request(input).url;
    return await Promise.resolve(new Response("{}", { status: statusOf(`${init?.method ?? "GET"} ${url}`) }));
  };
}
