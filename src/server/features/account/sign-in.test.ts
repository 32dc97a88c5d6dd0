import { hostname } from "node:os";
import { expect, test } from "vitest";
import { getSession, signIn, signOut, signUp } from "#shared/features/account/contract.ts";
import { SESSION_S } from "./auth.ts";
import { startTestApp, TEST_PASSWORD, type TestApp } from "#server/testing/test-app.ts";
import { ORIGIN, type TestClient } from "#server/testing/test-client.ts";

const DAY_MS = 86_400_000;

test("returns the same response for a wrong pseudonym and a wrong password", async () => {
  await using app = await startTestApp();
  await app.signUp("Ada");
  const stranger = app.as("a stranger");
  const attempts = [
    { pseudonym: "Ada", password: "wrong password" },
    { pseudonym: "Nobody", password: "wrong password" },
    { pseudonym: "", password: "wrong password" },
    { pseudonym: "🔥", password: "" },
    { pseudonym: "' or 1=1 --", password: "' or 1=1 --" },
  ];
  const refusals = [];
  for (const body of attempts) refusals.push(await stranger.refusal(signIn, { body }));
  expect(refusals[0]).toMatchObject({ status: 401, code: "invalid-credentials" });
  expect(refusals[0]?.error).toContain("Forgot password");
  for (const refusal of refusals) expect(refusal).toEqual(refusals[0]);
  expect(stranger.cookies.size).toBe(0);
});

test("names the attempted account only in the log", async () => {
  await using app = await startTestApp();
  const { userId } = (await (await app.signUp("Ada")).call(getSession, {})).user;
  for (const pseudonym of ["ADA", "Nobody"]) {
    await app.as("a stranger").refusal(signIn, { body: { pseudonym, password: "wrong password" } });
  }
  const failed = await app.database.kysely
    .selectFrom("audit_log")
    .select(["actor_id", "object_id", "detail"])
    .where("event", "=", "account.sign-in-failed")
    .orderBy("id")
    .execute();
  expect(failed).toEqual([
    { actor_id: null, object_id: userId, detail: {} },
    { actor_id: null, object_id: null, detail: {} },
  ]);
});

test("ends only the current session at sign-out or when the user changes", async () => {
  await using app = await startTestApp();
  await app.signUp("Grace");
  const phone = await app.signUp("Ada");
  const laptop = app.as("Ada's laptop");
  await laptop.call(signIn, { body: { pseudonym: "Ada", password: TEST_PASSWORD } });
  const before = cookieHeader(phone.cookies);

  await phone.call(signIn, { body: { pseudonym: "Grace", password: TEST_PASSWORD } });
  expect(await whoIs(app, before)).toBeNull();
  const graces = cookieHeader(phone.cookies);
  await phone.call(signOut, { body: {} });
  expect(await whoIs(app, graces)).toBeNull();
  expect([...phone.cookies.keys()]).toEqual(["looby-device"]);
  expect((await laptop.call(getSession, {})).user.pseudonym).toBe("Ada");
});

test("ends a session half a year after its last use", async () => {
  await using app = await startTestApp();
  const ada = await app.signUp("Ada");
  const { kysely } = app.database;
  const expiry = async () =>
    (await kysely.selectFrom("sessions").select("expires_at").executeTakeFirstOrThrow()).expires_at;
  const first = await expiry();
  await ada.call(getSession, {});
  expect(await expiry()).toEqual(first);

  const aged = new Date(first.getTime() - 3 * DAY_MS);
  await kysely.updateTable("sessions").set({ expires_at: aged }).execute();
  const { user } = await ada.call(getSession, {});
  expect(user.pseudonym).toBe("Ada");
  expect((await expiry()).getTime()).toBeGreaterThanOrEqual(first.getTime());
  expect(first.getTime() - Date.now()).toBeLessThanOrEqual(SESSION_S * 1000);

  await kysely
    .updateTable("sessions")
    .set({ expires_at: new Date(Date.now() - 1000) })
    .execute();
  expect((await ada.call(getSession, {})).user.isAnonymous).toBe(true);
});

test("opens one session for concurrent requests of a page without one", async () => {
  await using app = await startTestApp();
  const { kysely } = app.database;
  const ada = await app.signUp("Ada");
  await kysely
    .updateTable("sessions")
    .set({ expires_at: new Date(Date.now() - 1000) })
    .execute();
  const cookie = cookieHeader(ada.cookies);
  const countSessions = async () => (await kysely.selectFrom("sessions").select("id").execute()).length;
  const before = await countSessions();
  const reads = app.routes.filter(
    ({ endpoint, policy }) =>
      endpoint.method === "GET" && endpoint.params === undefined && policy.who === "session",
  );
  expect(reads.length).toBeGreaterThan(8);
  const answers = await Promise.all(
    reads.map(async ({ endpoint }) => {
      const response = await app.as(endpoint.id).request(endpoint.path, { headers: { cookie } });
      await response.text();
      return { id: endpoint.id, cookies: response.headers.getSetCookie().length };
    }),
  );
  expect(answers.filter(({ cookies }) => cookies > 0)).toEqual([{ id: "account.session", cookies: 1 }]);
  expect(await countSessions()).toBe(before + 1);
});

test("rejects a cookie without our signature without a database query", async () => {
  await using app = await startTestApp();
  const ada = await app.signUp("Ada");
  const [name = "", value = ""] = [...ada.cookies][0] ?? [];
  expect((await whoIs(app, `other=1; ${name}=${value}; more=2`))?.pseudonym).toBe("Ada");
  const token = decodeURIComponent(value).split(".")[0] ?? "";
  const forged = [
    token,
    `${token}.`,
    `${token}.AAAA`,
    `${token}.${"A".repeat(43)}=`,
    `x${decodeURIComponent(value)}`,
    "%",
    ".",
    "",
    "a".repeat(8000),
  ];
  await app.database.kysely.schema.alterTable("sessions").renameTo("away").execute();
  for (const value of forged) expect(await whoIs(app, `${name}=${value}`), value).toBeNull();
  await expect(whoIs(app, `${name}=${value}`)).rejects.toThrow(/sessions/);
});

test("keeps the caller of a request in flight while the session changes", async () => {
  await using app = await startTestApp();
  const late = async (client: TestClient, before: string) => {
    // Sent with the earlier cookies, answered later: the browser stores the cookies of this response.
    const response = await app.fetch(
      new Request(new URL(getSession.path, ORIGIN), {
        headers: { cookie: before, host: new URL(ORIGIN).host },
      }),
    );
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      client.cookies.set(name, value);
    }
    return (await client.call(getSession, {})).user.pseudonym;
  };
  const page = app.as("the page");
  await page.call(getSession, {});
  let before = cookieHeader(page.cookies);
  await page.call(signUp, { body: { pseudonym: "Ada", password: TEST_PASSWORD } });
  expect(await late(page, before)).toBe("Ada");
  expect(await late(page, "")).toBe("Ada"); // a browser's first call, slower than all other calls

  before = cookieHeader(page.cookies);
  await page.call(signOut, { body: {} });
  expect(await late(page, before)).not.toBe("Ada");

  before = cookieHeader(page.cookies);
  await page.call(signIn, { body: { pseudonym: "Ada", password: TEST_PASSWORD } });
  expect(await late(page, before)).toBe("Ada");

  await app.signUp("Bea");
  before = cookieHeader(page.cookies);
  await page.call(signOut, { body: {} });
  await page.call(signIn, { body: { pseudonym: "Bea", password: TEST_PASSWORD } });
  expect(await late(page, before)).toBe("Bea");
});

test("sets HttpOnly cookies, bound to the host under https", async () => {
  await using plain = await startTestApp();
  const line = (await plain.as("the page").request(getSession.path)).headers.getSetCookie()[0] ?? "";
  expect(line).toMatch(/^looby-visitor=[^;]+; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Lax$/);

  await using behindTls = await startTestApp({ env: { PUBLIC_URL: "https://looby.example.org" } });
  const secure = (await behindTls.as("the page").request(getSession.path)).headers.getSetCookie()[0] ?? "";
  expect(secure).toMatch(
    /^__Host-looby-visitor=[^;]+; Max-Age=15552000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  );
});

test("rejects sign-ins and sign-outs from other sites", async () => {
  await using app = await startTestApp();
  const ada = await app.signUp("Ada");
  const signs = [
    { origin: "https://evil.example" },
    { origin: "null" },
    { origin: "" },
    // The browser's own header takes precedence.
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
    { "sec-fetch-site": "cross-site", origin: "https://evil.example" },
    { "sec-fetch-site": "none", origin: "https://evil.example" },
    // The same host by another scheme is another origin.
    { origin: "https://localhost:3000" },
  ];
  for (const sign of signs) {
    const headers = { "content-type": "application/json", ...sign };
    const answer = await ada.request(signOut.path, { method: "POST", body: "{}", headers });
    expect([sign, answer.status]).toEqual([sign, 403]);
  }
  expect((await ada.call(getSession, {})).user.pseudonym).toBe("Ada");
});

test("rejects foreign host names and an invalid Host header", async () => {
  await using app = await startTestApp({ env: { PUBLIC_URL: "http://looby.example:3000" } });
  const statusOf = async (host: string | null, path: string = getSession.path) => {
    const headers = new Headers(host === null ? {} : { host });
    return (await app.fetch(new Request(`http://localhost:3000${path}`, { headers }))).status;
  };
  const good = [
    "looby.example",
    "looby.example:80",
    "localhost:3000",
    "127.0.0.1",
    "[::1]:3000",
    "192.168.1.7:3000",
  ];
  for (const host of [...good, "box.localhost", hostname(), `${hostname()}.local:1`])
    expect([host, await statusOf(host)]).toEqual([host, 200]);
  const bad = [
    "evil.example",
    "looby.example.evil.example",
    "127.0.0.1.nip.example",
    "localhost.evil.example",
    "a b",
    "@",
    "",
  ];
  for (const host of [...bad, null]) expect([host, await statusOf(host)]).toEqual([host, 403]);
  expect(await statusOf("evil.example", "/api/openapi.json")).toBe(403);
});

function cookieHeader(cookies: ReadonlyMap<string, string>): string {
  return [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
}

async function whoIs(app: TestApp, cookie: string) {
  return await app.deps.sessions.find(new Headers({ cookie }));
}
