import { expect, test } from "vitest";
import { getSession, resetPassword, signIn, signOut } from "#shared/features/account/contract.ts";
import {
  changePassword,
  listDevices,
  signOutDevice,
  signOutOthers,
} from "#shared/features/account/devices-contract.ts";
import { listNotifications } from "#shared/features/notifications/contract.ts";
import { notificationRoutes } from "#server/features/notifications/routes.ts";
import { issueCode } from "../passwords/recovery.ts";
import { stopClock } from "#server/testing/stopped-clock.ts";
import { startTestApp, TEST_PASSWORD, type TestApp } from "#server/testing/test-app.ts";
import type { TestClient } from "#server/testing/test-client.ts";

const ANDROID =
  "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/137.0.0.0 Mobile Safari/537.36";
const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1";
const NEW_PASSWORD = "a tent with 5 poles";
const open = () => startTestApp({ routes: notificationRoutes });

test("lists the user's devices: the current one first, then by last use", async () => {
  await using app = await open();
  const laptop = await app.signUp("Ada");
  const phone = await signInOn(app, "phone", ANDROID);
  await app.database.kysely
    .updateTable("sessions")
    .set({ updated_at: hoursAgo(30) })
    .execute();
  const tablet = await signInOn(app, "tablet", IPHONE);

  const { devices } = await phone.call(listDevices, {});
  expect(devices.map(({ name, isThis }) => [name, isThis])).toEqual([
    ["Chrome on Android", true],
    ["Safari on iPhone", false],
    ["Unknown device", false],
  ]);
  expect(Date.parse(devices[1]?.lastUsedAt ?? "")).toBeGreaterThan(Date.parse(devices[2]?.lastUsedAt ?? ""));
  expect((await tablet.call(listDevices, {})).devices[0]?.name).toBe("Safari on iPhone");
  expect((await laptop.call(listDevices, {})).devices).toHaveLength(3);
});

test("returns neither tokens nor user-agent strings in the list", async () => {
  await using app = await open();
  await app.signUp("Ada");
  const phone = await signInOn(app, "phone", `${ANDROID} <script>`);
  const rows = await app.database.kysely.selectFrom("sessions").select(["token", "user_agent"]).execute();
  const answer = JSON.stringify(await phone.call(listDevices, {}));
  for (const { token } of rows) expect(answer).not.toContain(token);
  expect(rows.map(({ user_agent }) => user_agent)).toContain("Chrome on Android");
  expect(JSON.stringify(rows)).not.toMatch(/script|Mozilla/);
});

test("records opening the page as a use, at most every 15 minutes", async () => {
  await using app = await open();
  const ada = await app.signUp("Ada");
  const lastUse = async () => (await ada.call(listDevices, {})).devices[0]?.lastUsedAt;
  const setLastUse = async (at: Date) =>
    await app.database.kysely.updateTable("sessions").set({ updated_at: at }).execute();
  const recently = minutesAgo(10);
  await setLastUse(recently);
  await ada.call(getSession, {});
  expect(await lastUse()).toBe(recently.toISOString());
  const earlier = minutesAgo(20);
  await setLastUse(earlier);
  await ada.call(getSession, {});
  expect(Date.parse((await lastUse()) ?? "")).toBeGreaterThan(recently.getTime());
});

test("signs out another device, which continues as a visitor", async () => {
  await using app = await open();
  const ada = await app.signUp("Ada");
  const phone = await signInOn(app, "phone", ANDROID);
  const lost = (await ada.call(listDevices, {})).devices.find(({ isThis }) => !isThis);
  await ada.call(signOutDevice, { params: { deviceId: lost?.id ?? "" } });
  expect((await phone.refusal(listDevices, {})).code).toBe("unauthenticated");
  expect((await phone.call(getSession, {})).user.isAnonymous).toBe(true);
  expect((await ada.call(listDevices, {})).devices).toHaveLength(1);
  expect((await ada.refusal(signOutDevice, { params: { deviceId: lost?.id ?? "" } })).code).toBe("not-found");
});

test("refuses to sign out another user's device or the current one", async () => {
  await using app = await open();
  const ada = await app.signUp("Ada");
  const grace = await app.signUp("Grace");
  const [device] = (await ada.call(listDevices, {})).devices;
  const params = { deviceId: device?.id ?? "" };
  expect((await grace.refusal(signOutDevice, { params })).code).toBe("not-found");
  const refusal = await ada.refusal(signOutDevice, { params });
  expect(refusal).toMatchObject({ code: "conflict", error: expect.stringContaining("Sign Out") });
  await ada.call(listDevices, {});
});

test("signs out all other devices in one call", async () => {
  await using app = await open();
  const ada = await app.signUp("Ada");
  const grace = await app.signUp("Grace");
  const phones = [await signInOn(app, "phone", ANDROID), await signInOn(app, "tablet", IPHONE)];
  expect(await ada.call(signOutOthers, {})).toEqual({ signedOut: 2 });
  for (const phone of phones) expect((await phone.refusal(listDevices, {})).code).toBe("unauthenticated");
  expect((await ada.call(listDevices, {})).devices).toHaveLength(1);
  await grace.call(listDevices, {});
});

test("ends other sessions and reset codes when the password changes", async () => {
  await using app = await open();
  const ada = await app.signUp("Ada");
  const phone = await signInOn(app, "phone", ANDROID);
  const issued = await issueCode(app.database.kysely, app.deps.secret, "Ada");
  const wrong = { currentPassword: "something else", password: NEW_PASSWORD };
  const refusal = await ada.refusal(changePassword, { body: wrong });
  expect(refusal).toMatchObject({ status: 401, code: "invalid-credentials" });
  expect(refusal.fields).toMatchObject([{ path: "currentPassword" }]);
  await phone.call(listDevices, {});

  const body = { currentPassword: TEST_PASSWORD, password: NEW_PASSWORD };
  expect(await ada.call(changePassword, { body })).toEqual({ signedOut: 1 });
  await ada.call(listDevices, {});
  expect((await phone.refusal(listDevices, {})).code).toBe("unauthenticated");
  const old = { pseudonym: "Ada", password: TEST_PASSWORD };
  expect((await phone.refusal(signIn, { body: old })).code).toBe("invalid-credentials");
  const reset = { pseudonym: "Ada", code: issued?.code ?? "", password: "a tent with 7 poles" };
  expect((await phone.refusal(resetPassword, { body: reset })).code).toBe("invalid-credentials");
  await phone.call(signIn, { body: { pseudonym: "Ada", password: NEW_PASSWORD } });
});

test("rejects a weak new password, and the second of two concurrent changes", async () => {
  await using app = await open();
  const ada = await app.signUp("Ada");
  const weak = { currentPassword: TEST_PASSWORD, password: "password1!" };
  expect((await ada.refusal(changePassword, { body: weak })).fields).toMatchObject([{ path: "password" }]);
  const bodies = [NEW_PASSWORD, "a tent with 7 poles"].map((password) => ({
    currentPassword: TEST_PASSWORD,
    password,
  }));
  const answers = await Promise.all(bodies.map((body) => ada.send(changePassword, { body })));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401]);
});

test("blocks only the guessing device after ten wrong old passwords", async () => {
  using _clock = stopClock();
  await using app = await startTestApp({ routes: notificationRoutes, env: { LIMIT_FACTOR: "1" } });
  const ada = await app.signUp("Ada");
  const phone = await signInOn(app, "phone", ANDROID);
  const wrong = { currentPassword: "something else", password: NEW_PASSWORD };
  for (let count = 0; count < 10; count += 1)
    expect((await phone.refusal(changePassword, { body: wrong })).status).toBe(401);
  expect((await phone.refusal(changePassword, { body: wrong })).status).toBe(429);
  await ada.call(changePassword, { body: { currentPassword: TEST_PASSWORD, password: NEW_PASSWORD } });
});

test("rejects a malformed call with a sentence", async () => {
  await using app = await open();
  const ada = await app.signUp("Ada");
  for (const body of [{}, { currentPassword: TEST_PASSWORD }, { password: NEW_PASSWORD }, [], "words"])
    expect((await ada.refusal(changePassword, { body })).code).toBe("invalid-input");
  const short = { currentPassword: TEST_PASSWORD, password: "short" };
  expect((await ada.refusal(changePassword, { body: short })).error).toContain("8 characters");
  expect((await ada.refusal(signOutOthers, { body: { all: true } })).code).toBe("invalid-input");
  for (const deviceId of ["%00", "x".repeat(400), "' or 1=1 --"])
    expect([400, 404]).toContain((await ada.refusal(signOutDevice, { params: { deviceId } })).status);
});

test("notifies the user only of sign-ins on unknown devices", async () => {
  await using app = await open();
  const ada = await app.signUp("Ada");
  expect(await notificationsOf(ada)).toEqual([]);
  const phone = await signInOn(app, "phone", ANDROID);
  expect(await notificationsOf(ada)).toEqual([
    "New sign-in: Chrome on Android. If this was not you, sign it out and change your password.",
  ]);
  await phone.call(signOut, {});
  await signInOn(app, "phone", ANDROID);
  expect(await notificationsOf(ada)).toHaveLength(1);
  const { notifications } = await ada.call(listNotifications, { query: {} });
  expect(notifications[0]).toMatchObject({ kind: "account", link: "/me?dialog=account&mode=devices" });
});

test("notifies the user of a reset on a new device, not of wrong passwords", async () => {
  await using app = await open();
  const ada = await app.signUp("Ada");
  const robot = app.as("a robot");
  await robot.refusal(signIn, { body: { pseudonym: "Ada", password: "something else" } });
  expect(await notificationsOf(ada)).toEqual([]);
  const issued = await issueCode(app.database.kysely, app.deps.secret, "Ada");
  const body = { pseudonym: "Ada", code: issued?.code ?? "", password: NEW_PASSWORD };
  await robot.call(resetPassword, { body });
  expect(await notificationsOf(robot)).toHaveLength(1);
});

async function signInOn(app: TestApp, name: string, userAgent: string): Promise<TestClient> {
  const client = app.as(name);
  const body = JSON.stringify({ pseudonym: "Ada", password: TEST_PASSWORD });
  const headers = { "user-agent": userAgent, "content-type": "application/json" };
  const response = await client.request(signIn.path, { method: "POST", headers, body });
  expect(response.status).toBe(200);
  await response.body?.cancel();
  return client;
}

async function notificationsOf(client: TestClient): Promise<string[]> {
  return (await client.call(listNotifications, { query: {} })).notifications.map(({ text }) => text);
}

function minutesAgo(minutes: number): Date {
  return new Date(Date.now() - minutes * 60_000);
}

function hoursAgo(hours: number): Date {
  return minutesAgo(hours * 60);
}
