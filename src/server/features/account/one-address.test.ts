import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  getSession,
  issueResetCode,
  passkeySignInOptions,
  requestResetCode,
  resetPassword,
  signIn,
  signOut,
  signUp,
} from "#shared/features/account/contract.ts";
import type { Endpoint } from "#shared/http/endpoint.ts";
import { WaitingRoom } from "#server/http/limits/waiting-room.ts";
import { operatorToken } from "#server/http/operator.ts";
import type { Mail } from "#server/platform/mail/mailer.ts";
import { stopClock } from "#server/testing/stopped-clock.ts";
import { startTestApp, TEST_PASSWORD, type TestApp } from "#server/testing/test-app.ts";

// Behind a camp's Wi-Fi all users have one network address: here, all clients. Every limit is a tenth of the product's.

const right = { body: { pseudonym: "Ada", password: TEST_PASSWORD } };
const wrong = { body: { pseudonym: "Ada", password: "wrong password" } };

let app: TestApp;
const mails: Mail[] = [];
/** Milliseconds of each delayed call. No call really waits. */
const waits: number[] = [];
beforeEach(async () => {
  mails.length = 0;
  waits.length = 0;
  const mailer = { send: async (mail: Mail) => void mails.push(mail) };
  const waitingRoom = new WaitingRoom(async (ms) => void waits.push(ms));
  app = await startTestApp({ env: { LIMIT_FACTOR: "0.1" }, deps: { mailer, waitingRoom } });
});
afterEach(async () => app[Symbol.asyncDispose]());

test("accepts a sign-up after many with a taken name", async () => {
  await app.signUp("Ada");
  // More than the 15 sign-ups of a network that are tried at once in an hour.
  for (let count = 0; count < 18; count += 1)
    expect((await app.as("a stranger").refusal(signUp, right)).code).toBe("already-taken");
  await app.signUp("Grace");
  expect((await app.as("Grace").call(getSession, {})).user.pseudonym).toBe("Grace");
  expect(waits).toEqual(Array.from({ length: 5 }, () => 1000));
});

test("blocks only the stranger's session after weak-password sign-ups", async () => {
  using _clock = stopClock();
  const weak = { body: { pseudonym: "Robot", password: "password" } };
  await app.as("a stranger").call(getSession, {});
  expect(await statusesOf("a stranger", signUp, weak, 4)).toEqual({ 400: 2, 429: 2 });
  await app.as("Grace").call(getSession, {});
  await app.signUp("Grace");
});

test("signs up the people of a camp one after the other without a delay", async () => {
  for (let count = 0; count < 10; count += 1) await app.signUp(`Person ${count}`);
  expect((await app.as("Person 9").call(getSession, {})).user.isAnonymous).toBe(false);
  expect(waits).toEqual([]);
});

test("mails a reset code despite many requests by a stranger", async () => {
  await app.signUp("Ada");
  await app.signUp("Grace", { email: "grace@example.org" });
  expect(await statusesOf("a stranger", requestResetCode, { body: { pseudonym: "Ada" } }, 9)).toEqual({
    200: 9,
  });
  await app.as("Grace's phone").call(requestResetCode, { body: { pseudonym: "Grace" } });
  await expect.poll(() => mails).toHaveLength(1);
});

test("protects a user's code and mailbox from a stranger's requests", async () => {
  await app.signUp("Ada", { email: "ada@example.org" });
  const ask = { body: { pseudonym: "Ada" } };
  await app.as("Ada's phone").call(requestResetCode, ask);
  await expect.poll(() => mails).toHaveLength(1);
  expect(await statusesOf("a stranger", requestResetCode, ask, 9)).toEqual({ 200: 9 });
  const code = /[0-9A-Z]{4}-[0-9A-Z]{4}/.exec(mails[0]?.text ?? "")?.[0] ?? "";
  const body = { pseudonym: "Ada", code, password: "a stove with 2 flames" };
  expect((await app.as("Ada's phone").call(resetPassword, { body })).user.pseudonym).toBe("Ada");
  expect(mails).toHaveLength(1);
});

test("accepts a user's code after a stranger's wrong codes", async () => {
  await app.signUp("Ada");
  const code = await issueCode();
  const body = { pseudonym: "Ada", password: "a stove with 2 flames" };
  await statusesOf("a stranger", resetPassword, { body: { ...body, code: "0000-0000" } }, 22);
  await app.as("Ada's new phone").call(getSession, {});
  await app.as("Ada's new phone").call(resetPassword, { body: { ...body, code } });
  expect((await app.as("Ada's new phone").call(getSession, {})).user.pseudonym).toBe("Ada");
});

test("opens every further session after a short wait when the hourly limit is reached", async () => {
  using _clock = stopClock();
  const arrive = async (count: number) => {
    const statuses: number[] = [];
    for (let index = 0; index < count; index += 1) {
      app.as("a stranger").cookies.clear();
      statuses.push((await app.as("a stranger").send(getSession, {})).status);
    }
    return statuses;
  };
  expect(new Set(await arrive(60))).toEqual(new Set([200]));
  vi.setSystemTime(Date.now() + 10 * 60_000);
  expect(new Set(await arrive(8))).toEqual(new Set([200]));
  expect(waits).toEqual(Array.from({ length: 8 }, () => 80));
});

test("never replaces an operator's code by a mailed code", async () => {
  await app.signUp("Ada", { email: "ada@example.org" });
  const code = await issueCode();
  await app.database.pool.query("update reset_codes set expires_at = expires_at - interval '20 minutes'");
  await app.as("a stranger").call(requestResetCode, { body: { pseudonym: "Ada" } });
  await app.signUp("Grace", { email: "grace@example.org" });
  await app.as("Grace").call(requestResetCode, { body: { pseudonym: "Grace" } });
  await expect.poll(() => mails).toMatchObject([{ to: "grace@example.org" }]);
  const body = { pseudonym: "Ada", code, password: "a stove with 2 flames" };
  expect((await app.as("Ada's phone").call(resetPassword, { body })).user.pseudonym).toBe("Ada");
});

test("lets the owner's new phone sign in after a stranger's wrong guesses", async () => {
  await app.signUp("Ada");
  expect(await statusesOf("a stranger", signIn, wrong, 22)).toEqual({ 401: 22 });
  await app.as("a new phone").call(signIn, right);
  await app.as("a phone elsewhere").call(signIn, right, { address: "198.51.100.7" });
  expect((await app.as("a new phone").call(getSession, {})).user.pseudonym).toBe("Ada");
});

test("accepts a correct sign-in after guesses at many names", async () => {
  await app.signUp("Ada");
  for (let count = 0; count < 22; count += 1)
    await app.as("a stranger").refusal(signIn, { body: { pseudonym: `Name ${count}`, password: "wrong" } });
  expect((await app.as("a new phone").call(signIn, right)).user.pseudonym).toBe("Ada");
});

test("blocks only the guessing session after its wrong guesses", async () => {
  using _clock = stopClock();
  await app.signUp("Ada");
  await app.as("a stranger").call(getSession, {});
  expect(await statusesOf("a stranger", signIn, wrong, 3)).toEqual({ 401: 1, 429: 2 });
  await app.as("a new phone").call(getSession, {});
  expect((await app.as("a new phone").call(signIn, right)).user.pseudonym).toBe("Ada");
});

test("serves passkey options despite many requests", async () => {
  expect(await statusesOf("a stranger", passkeySignInOptions, { body: {} }, 9)).toEqual({ 200: 9 });
});

test("accepts the operator's token after many wrong tokens", async () => {
  await app.signUp("Ada");
  expect(await statusesOf("a stranger", issueResetCode, { body: { pseudonym: "Ada" } }, 9)).toEqual({
    401: 9,
  });
  expect(await issueCode()).toMatch(/-/);
});

test("delays the writes of a camp after many in a minute but serves them", async () => {
  using _clock = stopClock();
  await app[Symbol.asyncDispose]();
  const waitingRoom = new WaitingRoom(async (ms) => void waits.push(ms));
  app = await startTestApp({ env: { LIMIT_FACTOR: "0.005" }, deps: { waitingRoom } }); // 1,200 writes: 6
  expect(await statusesOf("a stranger", signOut, { body: {} }, 8)).toEqual({ 200: 8 });
  expect(waits).toEqual([5000 / 1200, 5000 / 1200].map((ms) => expect.closeTo(ms)));
});

/** Number of responses by status. */
async function statusesOf(who: string, endpoint: Endpoint, input: unknown, times: number) {
  const seen: Record<number, number> = {};
  for (let count = 0; count < times; count += 1) {
    const { status } = await app.as(who).send(endpoint, input);
    seen[status] = (seen[status] ?? 0) + 1;
  }
  return seen;
}

async function issueCode(): Promise<string> {
  const authorization = `Bearer ${operatorToken(app.deps.secret)}`;
  const answer = await app.as("the operator").request(issueResetCode.path, {
    method: "POST",
    headers: { "content-type": "application/json", authorization },
    body: JSON.stringify({ pseudonym: "Ada" }),
  });
  return issueResetCode.response.parse(await answer.json()).code;
}
