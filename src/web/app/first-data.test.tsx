import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createContext, runInContext } from "node:vm";
import { expect, test, vi } from "vitest";
import { getSession } from "#shared/features/account/contract.ts";
import { getCity, listCamps } from "#shared/features/map/contract.ts";
import { listResources } from "#shared/features/resources/contract.ts";
import { listingsQuery, noFilters, pageSizes } from "#web/features/resources/listings/listings-view.ts";

const [, firstScript = ""] =
  /<script>([\s\S]*?)<\/script>/.exec(readFileSync(join(import.meta.dirname, "../index.html"), "utf8")) ?? [];

test("asks for a view's first data as the view's own calls ask for it", async () => {
  const page = { filters: noFilters, near: null, pageSize: pageSizes[0], cursor: null };
  const query = new URLSearchParams(
    Object.entries(listingsQuery(page, null)).map(([key, value]) => [key, `${value}`]),
  );
  expect(await askedAt("/library")).toEqual([`${listResources.path}?${query.toString()}`]);
  expect(await askedAt("/explore")).toEqual([getCity.path, listCamps.path]);
  expect(await askedAt("/me", { "looby.has-session": "1" })).toEqual([getSession.path]);
  expect(await askedAt("/")).toEqual([]);
  expect(await askedAt("/constructor")).toEqual([]);
});

test("opens a first session in turn with the other tabs", async () => {
  expect(await askedAt("/me")).toEqual([`${getSession.path} in looby-first-session`]);
});

test("asks for nothing in a session that was ended offline", async () => {
  expect(await askedAt("/me", { "looby.has-session": "1", "looby.signs-out": "1" })).toEqual([]);
});

test("ends the early request together with the call that waits for its answer", async () => {
  const end = new AbortController();
  vi.stubGlobal("earlyAnswers", { [getSession.path]: { answer: new Promise(() => undefined), end } });
  vi.resetModules();
  const { askServer } = await import("#web/lib/server/ask-server.ts");
  const call = new AbortController();
  void askServer(getSession.path, { signal: call.signal });
  call.abort();
  expect(end.signal.aborted).toBe(true);
});

/** @returns the addresses that the script asks for at this path, with the lock that it holds meanwhile */
async function askedAt(pathname: string, notes: Record<string, string> = {}): Promise<string[]> {
  vi.useFakeTimers();
  const asked: string[] = [];
  const lock: string[] = [];
  const request = async (name: string, _options: LockOptions, run: () => Promise<unknown>) => {
    lock.push(name);
    const answer = await run();
    lock.pop();
    return answer;
  };
  const fetch = async (url: string) => asked.push([url, ...lock].join(" in "));
  const page = {
    AbortController,
    AbortSignal,
    URL,
    document,
    setTimeout,
    fetch,
    addEventListener: () => undefined,
    location: { pathname, search: "" },
    localStorage: { getItem: (name: string) => notes[name] ?? null },
    navigator: { cookieEnabled: true, locks: { request } },
  };
  runInContext(firstScript, createContext(page));
  const { length } = asked;
  await vi.advanceTimersByTimeAsync(499);
  expect(asked).toHaveLength(length);
  await vi.advanceTimersByTimeAsync(1);
  vi.useRealTimers();
  return asked;
}
