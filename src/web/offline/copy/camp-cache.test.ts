import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { isFromCache } from "#web/lib/server/ask-server.ts";
import { listCamps } from "#shared/features/map/contract.ts";
import { answerCamps, cacheCamps } from "./camp-cache.ts";

const OURS = { headers: { "looby-version": "1.0.0" } };
const asked = new Request(`http://looby.example${listCamps.path}`);
let answer: () => Promise<Response>;

beforeEach(() => {
  vi.useFakeTimers();
  let stored: Response | undefined;
  vi.stubGlobal("caches", {
    open: async () => ({
      match: async () => stored?.clone(),
      put: async (_: string, response: Response) => {
        stored = response;
      },
    }),
  });
  vi.stubGlobal("fetch", async () => await answer());
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("rejects a captive portal's page and returns the cached camps", async () => {
  answer = async () => Response.json(["ours"], OURS);
  await cacheCamps();
  answer = async () => new Response("<h1>Sign in</h1>");
  await cacheCamps();
  const shown = await answerCamps(asked);
  expect(await shown.json()).toEqual(["ours"]);
  expect(isFromCache(shown)).toBe(true);
});

test("returns cached camps, marked as cached, when the server is silent", async () => {
  answer = async () => Response.json(["ours"], OURS);
  expect(isFromCache(await answerCamps(asked))).toBe(false);
  answer = async () => Response.json(["newer"], OURS);
  const fresh = await answerCamps(asked);
  expect([await fresh.json(), isFromCache(fresh)]).toEqual([["newer"], false]);
  answer = async () => await Promise.reject(new TypeError("Failed to fetch"));
  expect(isFromCache(await answerCamps(asked))).toBe(true);
  answer = async () => await new Promise(() => undefined);
  const patient = answerCamps(asked);
  await vi.advanceTimersByTimeAsync(2500);
  expect(await (await patient).json()).toEqual(["newer"]);
});
