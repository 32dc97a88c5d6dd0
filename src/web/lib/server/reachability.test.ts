import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { getSession } from "#shared/features/account/contract.ts";
import { getSettings } from "#shared/features/settings/contract.ts";

// A page on a fake network, with many independent callers, like a page with queries, a stream and an outbox.

const OURS = { "looby-version": "1.0.0" };
const SETTINGS = {
  productName: "Looby",
  communityNoun: "Loobricate",
  links: [],
  demoMode: false,
  model: null,
  vectors: "none",
  canMail: false,
  backupRetentionHours: null,
};
const SIGN_IN = "<!doctype html><h1>Welcome to our Wi-Fi</h1>";

type Network = (url: string, init?: RequestInit) => Response | Promise<Response>;
let network: Network = works;
let requests = 0;

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetModules();
  network = works;
  requests = 0;
  vi.stubGlobal("fetch", async (url: string, init?: RequestInit) => {
    requests += 1;
    await new Promise((resolve) => setTimeout(resolve, 20));
    return await network(url, init);
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const portals: [string, Network][] = [
  ["a page with 200", () => new Response(SIGN_IN, { headers: { "content-type": "text/html" } })],
  ["its own JSON with 200", () => Response.json(SETTINGS)],
  ["511", () => new Response(SIGN_IN, { status: 511 })],
  ["a way to another host", wayElsewhere],
];
test.each(portals)(
  "calls a network that wants a sign-in first (%s) only a few times a minute",
  async (_, portal) => {
    const page = await openPage();
    await vi.advanceTimersByTimeAsync(1500);
    expect(page.status()).toBe("reachable");
    expect(page.changes).toEqual([]);
    network = portal;
    requests = 0;
    await vi.advanceTimersByTimeAsync(67_000);
    // Four callers reached the portal before it was known; then retries after 0.25 s, doubled up to 15 s.
    expect(requests).toBeLessThanOrEqual(16);
    expect(page.changes).toEqual(["portal"]);
    network = works;
    await vi.advanceTimersByTimeAsync(16_000);
    expect(page.changes).toEqual(["portal", "reachable"]);
  },
);

test("distinguishes a portal that swallows calls from a lost connection", async () => {
  const page = await openPage();
  network = () => {
    if (requests % 2 === 0) throw new TypeError("Failed to fetch");
    return new Response(SIGN_IN);
  };
  await vi.advanceTimersByTimeAsync(67_000);
  expect(page.changes.at(-1)).toBe("portal");
  expect(page.changes.length).toBeLessThanOrEqual(2);
  network = () => {
    throw new TypeError("Failed to fetch");
  };
  await vi.advanceTimersByTimeAsync(67_000);
  expect(page.changes.at(-1)).toBe("silent");
});

test("distinguishes a proxy whose server is down from a portal and hides its message", async () => {
  const page = await openPage();
  network = () => Response.json({ code: "not-found", error: "No such upstream." }, { status: 404 });
  const asked = page.ask();
  await vi.advanceTimersByTimeAsync(30);
  await expect(asked).rejects.toMatchObject({ code: "unreachable" });
  expect(page.status()).toBe("down");
});

test("uses the service worker's cached responses without counting the server as reachable", async () => {
  const page = await openPage();
  network = () => {
    throw new TypeError("Failed to fetch");
  };
  await vi.advanceTimersByTimeAsync(2000);
  network = () => Response.json(SETTINGS, { headers: { "looby-kept": "1" } });
  const answer = page.ask({ isCachedByWorker: true });
  await vi.advanceTimersByTimeAsync(30);
  expect(await answer).toMatchObject({ productName: "Looby" });
  expect(page.changes).toEqual(["silent"]);
});

test("sends a user's action at once and ends the pause on a network change", async () => {
  const page = await openPage();
  network = portals[0]?.[1] ?? works;
  await vi.advanceTimersByTimeAsync(60_000);
  network = works;
  vi.stubGlobal("navigator", { userActivation: { isActive: true } });
  const answer = page.ask();
  await vi.advanceTimersByTimeAsync(30);
  expect(await answer).toMatchObject({ productName: "Looby" });
  expect(page.status()).toBe("reachable");
});

test("waits no longer when the clock is set back three days", async () => {
  const page = await openPage();
  network = () => {
    throw new TypeError("Failed to fetch");
  };
  await vi.advanceTimersByTimeAsync(60_000);
  expect(page.status()).toBe("silent");
  vi.setSystemTime(Date.now() - 3 * 86_400_000);
  network = works;
  await vi.advanceTimersByTimeAsync(16_000);
  expect(page.status()).toBe("reachable");
});

test("ignores another server's response for sessions and sign-outs", async () => {
  const storage = new Map([["looby.has-session", "1"]]);
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
    removeItem: (key: string) => storage.delete(key),
  });
  network = portals[0]?.[1] ?? works;
  const { signOutLater } = await import("./first-session.ts");
  signOutLater();
  const { call } = await import("./api-client.ts");
  const asked = call(getSession, {});
  asked.catch(() => undefined);
  // A module of the page is loaded first.
  await vi.waitFor(() => expect(requests).toBe(1));
  await vi.advanceTimersByTimeAsync(30);
  await expect(asked).rejects.toMatchObject({ code: "unreachable" });
  expect([...storage.keys()]).toEqual(["looby.has-session", "looby.signs-out"]);
});

test("opens the sign-in page by plain http, bypassing the service worker", async () => {
  const { portalAddress } = await import("./portal-address.ts");
  const at = (address: string) => portalAddress(new URL(address) as unknown as Location);
  expect(at("https://looby.example/me")).toBe("http://looby.example/?network-sign-in");
  expect(at("http://10.0.0.2:3000/me")).toBe("http://10.0.0.2:3000/?network-sign-in");
});

/** A page: four callers that ask every second, all of them at once when anything changes, and a stream that reconnects. */
async function openPage() {
  const { call, send } = await import("./api-client.ts");
  const { followStream } = await import("./event-stream.ts");
  const reachability = await import("./reachability.ts");
  vi.stubGlobal("window", new EventTarget());
  vi.stubGlobal("document", Object.assign(new EventTarget(), { visibilityState: "visible" }));
  const changes: string[] = [];
  const ask = (options = {}) => {
    const asked = call(getSettings, {}, options);
    asked.catch(() => undefined);
    return asked;
  };
  const askAll = () => {
    for (let caller = 0; caller < 4; caller += 1) void ask();
  };
  reachability.reachability.subscribe(() => {
    changes.push(reachability.serverStatus());
    askAll();
  });
  setInterval(askAll, 1000);
  const { signal } = new AbortController();
  const follow = () =>
    void followStream({
      signal,
      connect: (_after, lineSignal) => send(getSettings, {}, { signal: lineSignal }),
      onFrame: () => undefined,
    }).catch(() => setTimeout(follow, 100));
  follow();
  return { ask, changes, status: reachability.serverStatus };
}

function works(): Response {
  return Response.json(SETTINGS, { headers: OURS });
}

/** The browser's response to a request that does not follow redirects; following would go to another origin and fail. */
function wayElsewhere(_: string, init?: RequestInit): Response {
  if (init?.redirect !== "manual") throw new TypeError("Failed to fetch");
  return Object.defineProperties(new Response(null), {
    type: { value: "opaqueredirect" },
    status: { value: 0 },
    ok: { value: false },
  });
}
