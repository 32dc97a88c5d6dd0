import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { markCamp } from "#shared/features/explore/contract.ts";
import { uploadPhoto } from "#shared/features/photos/contract.ts";

// A proxy or a filtering network answers some writes itself, while the server can be reached.

const OURS = { "looby-version": "1.0.0" };
const page = (status: number) => new Response("<!doctype html><h1>Sorry</h1>", { status });
const file = new File(["pixels"], "lamp.jpg", { type: "image/jpeg" });
/** Answers anything but the health check. */
let answer: () => Response = () => page(413);
let isHealthy = true;

beforeEach(() => {
  vi.resetModules();
  isHealthy = true;
  vi.stubGlobal("fetch", async (url: string) =>
    url !== "/api/health" ? answer() : isHealthy ? Response.json({}, { headers: OURS }) : answer(),
  );
});
afterEach(() => vi.unstubAllGlobals());

test.each([413, 403, 200, 511])(
  "reports an upload that gets another server's %i as blocked",
  async (status) => {
    answer = () => page(status);
    expect(await upload()).toEqual({ code: "blocked", statuses: [] });
  },
);

test.each([
  ["a 502", () => page(502)],
  ["a 503", () => page(503)],
  ["a 429", () => page(429)],
  ["a closed connection", cut],
])("reports an upload that gets %s as cut without taking the server for lost", async (_, other) => {
  answer = other;
  expect(await upload()).toEqual({ code: "cut", statuses: [] });
});

test("lets a small write that gets a proxy's 502 wait as without a signal", async () => {
  answer = () => page(502);
  expect(await mark()).toMatchObject({ code: "unreachable", status: 502 });
});

test.each([
  ["no response", cut, "silent"],
  ["a sign-in page", () => page(200), "portal"],
  ["a proxy's 502", () => page(502), "down"],
  ["a proxy's 403", () => page(403), "down"],
] as const)("reports the server as out of reach when every call gets %s", async (_, other, status) => {
  answer = other;
  isHealthy = false;
  expect(await upload()).toEqual({ code: "unreachable", statuses: [status] });
});

test("reports a small write that a filter refuses as blocked", async () => {
  answer = () => page(403);
  expect(await mark()).toMatchObject({ code: "blocked", status: 403 });
});

async function mark(): Promise<unknown> {
  const { call } = await import("./api-client.ts");
  const input = { params: { campId: "camp-lantern" }, body: { isFavourite: true } };
  return await call(markCamp, input).catch((error: unknown) => error);
}

/** The code of a failed upload, and the states of the connection that the page has shown since. */
async function upload() {
  const { call } = await import("./api-client.ts");
  const { reachability, serverStatus } = await import("./reachability.ts");
  const statuses = new Set<string>();
  reachability.subscribe(() => statuses.add(serverStatus()));
  const code = await call(uploadPhoto, { body: { file, purpose: "entry" } }).then(
    () => "sent",
    (error: unknown) => (error as { code: string }).code,
  );
  return { code, statuses: [...statuses] };
}

function cut(): Response {
  throw new TypeError("Failed to fetch");
}
