import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { reportReachable } from "#web/lib/server/reachability.ts";
import { confirmPhotoLink } from "./confirm-photo-link.ts";

const LINK = "/api/photos/file/entries/ada/1753400000000-00.webp?expires=1753403600&signature=abc";

beforeEach(() => {
  reportReachable();
  vi.useFakeTimers({ toFake: ["performance"] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("rejects a captive portal's response as proof of an upload", async () => {
  vi.stubGlobal("fetch", async () => new Response("<h1>Welcome to our Wi-Fi</h1>"));
  expect(await confirmPhotoLink(LINK, async () => undefined)).toContain("Failed to upload image.");
});

test("checks a link that is not ready again after 1, 2 and 4 seconds", async () => {
  const server = answering([0, 404, 502, 200]);
  expect(await confirmPhotoLink(LINK, server.wait)).toBeNull();
  expect(server.waits).toEqual([1000, 2000, 4000]);
  expect(server.calls).toEqual(Array.from({ length: 4 }, () => `HEAD ${LINK}`));
});

test("reports a failed upload when the link never succeeds", async () => {
  const server = answering([404, 404, 404, 404]);
  expect(await confirmPhotoLink(LINK, server.wait)).toBe("Failed to upload image. Please try again.");
  expect(server.calls).toHaveLength(4);
});

test("accepts an expired link as proof of an upload", async () => {
  const server = answering([410]);
  expect(await confirmPhotoLink(LINK, server.wait)).toBeNull();
  expect(server.waits).toEqual([]);
});

/** A server that gives these statuses in turn; 0 is no answer. */
function answering(statuses: number[]) {
  const calls: string[] = [];
  const waits: number[] = [];
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    calls.push(`${init.method} ${url}`);
    const status = statuses[calls.length - 1] ?? 0;
    if (status === 0) throw new TypeError("no signal");
    return new Response(null, { status, headers: { "looby-version": "1.0.0" } });
  });
  const wait = async (milliseconds: number) => {
    waits.push(milliseconds);
    vi.advanceTimersByTime(milliseconds);
  };
  return { calls, waits, wait };
}
