import { expect, test } from "vitest";
import {
  addPasskey,
  getSession,
  listPasskeys,
  passkeyRegistrationOptions,
  passkeySignIn,
  passkeySignInOptions,
  removePasskey,
  signOut,
} from "#shared/features/account/contract.ts";
import { createSoftwareAuthenticator } from "#server/testing/doubles/software-authenticator.ts";
import { startTestApp } from "#server/testing/test-app.ts";
import type { TestClient } from "#server/testing/test-client.ts";

const ORIGIN = "http://localhost:3000"; // of the test client

test("adds a passkey, signs in with it without a name, then removes it", async () => {
  await using app = await startTestApp();
  const ada = await app.signUp("Ada");
  const { user } = await ada.call(getSession, {});
  const authenticator = createSoftwareAuthenticator(ORIGIN);

  const options = await ada.call(passkeyRegistrationOptions, { body: {} });
  expect(options).toMatchObject({
    rp: { id: "localhost", name: "Looby" },
    user: { name: "Ada", displayName: "Ada" },
    authenticatorSelection: { residentKey: "required" },
  });
  expect(JSON.stringify(options)).not.toContain(".invalid");
  const credential = authenticator.create(options);
  const added = await ada.call(addPasskey, { body: { name: " My phone ", credential } });
  expect(added).toEqual({ id: expect.any(String), name: "My phone" });
  expect((await ada.call(listPasskeys, {})).passkeys).toEqual([{ ...added, createdAt: expect.any(String) }]);

  await ada.call(signOut, { body: {} });
  const phone = app.as("Ada's phone");
  await phone.call(getSession, {});
  expect((await signInBy(phone, authenticator)).user).toEqual(user);
  expect((await phone.call(getSession, {})).user).toEqual(user);
  await phone.call(signOut, { body: {} });
  await signInBy(phone, authenticator);
  const notifications = await app.database.kysely.selectFrom("notifications").select("text").execute();
  expect(notifications).toEqual([{ text: expect.stringContaining("New sign-in") }]);

  const { id } = added;
  expect(await phone.call(removePasskey, { params: { passkeyId: id } })).toEqual({ removed: true });
  expect((await phone.call(listPasskeys, {})).passkeys).toEqual([]);
  await phone.call(signOut, { body: {} });
  await expect(signInBy(phone, authenticator)).rejects.toThrow("invalid-credentials");

  const log = await app.database.kysely.selectFrom("audit_log").select("event").orderBy("id").execute();
  expect(log.map((row) => row.event)).toEqual([
    "account.sign-up",
    "account.passkey-added",
    "account.sign-out",
    "account.passkey-sign-in",
    "account.sign-out",
    "account.passkey-sign-in",
    "account.passkey-removed",
    "account.sign-out",
    "account.passkey-sign-in-failed",
  ]);
});

test("accepts a signed response once, only from the requesting browser on our page", async () => {
  await using app = await startTestApp();
  const ada = await app.signUp("Ada");
  const authenticator = createSoftwareAuthenticator(ORIGIN);
  await add(ada, authenticator);
  const phone = app.as("Ada's phone");
  const thief = app.as("a thief");

  const options = await phone.call(passkeySignInOptions, { body: {} });
  const credential = authenticator.get(options);
  await thief.call(passkeySignInOptions, { body: {} });
  expect((await thief.refusal(passkeySignIn, { body: { credential } })).code).toBe("invalid-credentials");
  await phone.call(passkeySignIn, { body: { credential } });
  expect((await phone.refusal(passkeySignIn, { body: { credential } })).code).toBe("invalid-credentials");

  const elsewhere = createSoftwareAuthenticator("https://looby.evil.example");
  await expect(signInBy(thief, elsewhere)).rejects.toThrow("invalid-credentials");
});

test("hides and protects another user's passkey", async () => {
  await using app = await startTestApp();
  const authenticator = createSoftwareAuthenticator(ORIGIN);
  const { id } = await add(await app.signUp("Ada"), authenticator);
  const grace = await app.signUp("Grace");

  expect((await grace.call(listPasskeys, {})).passkeys).toEqual([]);
  const foreign = await grace.refusal(removePasskey, { params: { passkeyId: id } });
  const missing = await grace.refusal(removePasskey, { params: { passkeyId: "no-such-passkey" } });
  expect(foreign).toMatchObject({ status: 404, code: "not-found" });
  expect(missing).toEqual(foreign);
  await expect(add(grace, authenticator)).rejects.toThrow("conflict");
  expect((await app.as("Ada").call(listPasskeys, {})).passkeys).toHaveLength(1);
});

test("lets only users who signed in recently add a passkey", async () => {
  await using app = await startTestApp();
  const visitor = app.as("a visitor");
  await visitor.call(getSession, {});
  for (const endpoint of [passkeyRegistrationOptions, addPasskey]) {
    const body = endpoint === addPasskey ? { credential: {} } : {};
    expect((await visitor.refusal(endpoint, { body })).code).toBe("unauthenticated");
  }
  const ada = await app.signUp("Ada");
  const twoDaysAgo = new Date(Date.now() - 2 * 86_400_000);
  await app.database.kysely.updateTable("sessions").set({ created_at: twoDaysAgo }).execute();
  expect(await ada.refusal(passkeyRegistrationOptions, { body: {} })).toMatchObject({
    status: 403,
    error: expect.stringContaining("sign out and in again"),
  });
});

test("rejects invalid credentials of any form", async () => {
  await using app = await startTestApp();
  const ada = await app.signUp("Ada");
  const genuine = createSoftwareAuthenticator(ORIGIN);
  await add(ada, genuine);
  const hostile: unknown[] = [
    {},
    { id: 7 },
    { id: ["a"] },
    { id: { $ne: null } },
    { id: "x", rawId: "x", type: "public-key", response: null },
    { id: "x", rawId: "x", type: "public-key", response: { clientDataJSON: "!!!" } },
    { ...genuine.get({ challenge: "AAAA", rpId: "localhost" }) },
    { ...genuine.get({ challenge: "AAAA", rpId: "localhost" }), id: "' or 1=1 --" },
    { id: "a".repeat(100_000) },
  ];
  const thief = app.as("a thief");
  for (const credential of hostile) {
    const label = JSON.stringify(credential).slice(0, 80);
    await thief.call(passkeySignInOptions, { body: {} });
    expect((await thief.refusal(passkeySignIn, { body: { credential } })).status, label).toBe(401);
    await ada.call(passkeyRegistrationOptions, { body: {} });
    expect((await ada.refusal(addPasskey, { body: { credential } })).status, label).toBe(400);
  }
  for (const credential of [null, 7, "x", [], undefined]) {
    expect((await thief.refusal(passkeySignIn, { body: { credential } })).code).toBe("invalid-input");
  }
  expect((await ada.call(listPasskeys, {})).passkeys).toHaveLength(1);
});

test("registers passkeys for the host name of the public address", async () => {
  await using app = await startTestApp({ env: { PUBLIC_URL: "https://looby.example.org" } });
  const ada = await app.signUp("Ada");
  const options = await ada.call(passkeyRegistrationOptions, { body: {} });
  expect(options).toMatchObject({ rp: { id: "looby.example.org" } });
  const wrongPage = createSoftwareAuthenticator(ORIGIN).create(options);
  expect((await ada.refusal(addPasskey, { body: { credential: wrongPage } })).code).toBe("bad-request");
  await add(ada, createSoftwareAuthenticator("https://looby.example.org"));
});

type Authenticator = ReturnType<typeof createSoftwareAuthenticator>;

async function add(client: TestClient, authenticator: Authenticator) {
  const options = await client.call(passkeyRegistrationOptions, { body: {} });
  return await client.call(addPasskey, { body: { credential: authenticator.create(options) } });
}

async function signInBy(client: TestClient, authenticator: Authenticator) {
  const options = await client.call(passkeySignInOptions, { body: {} });
  return await client.call(passkeySignIn, { body: { credential: authenticator.get(options) } });
}
