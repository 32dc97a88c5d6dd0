import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { getSession, signOut } from "#shared/features/account/contract.ts";
import {
  chooseNotifications,
  getNotificationChoices,
  listNotifications,
  readNotifications,
  subscribePush,
  unsubscribePush,
} from "#shared/features/notifications/contract.ts";
import { type NotificationChannel, pushChannel, startDelivery } from "./deliver-pending.ts";
import { notify } from "./notify.ts";
import { claimUndelivered } from "./repository.ts";
import { fakePushSender } from "#server/testing/doubles/fake-push-sender.ts";
import { startTestApp, type TestApp } from "#server/testing/test-app.ts";
import type { TestClient } from "#server/testing/test-client.ts";

let app: TestApp;
const pusher = fakePushSender();
beforeAll(async () => {
  app = await startTestApp({ deps: { pusher } });
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
});

test("lists and marks only the user's own notifications", async () => {
  const ada = await app.signUp("Ada");
  const bob = await app.signUp("Bob");
  const userId = await idOf(ada);
  for (let number = 1; number <= 60; number += 1) {
    await notifyUser(userId, `Number ${number}`);
    await delay(2); // pages are separated by milliseconds
  }
  const first = await ada.call(listNotifications, { query: {} });
  expect(first.unread).toBe(60);
  expect(first.notifications[0]).toMatchObject({
    text: "Number 60",
    link: "/borrowing",
    isRead: false,
    kind: "borrowing",
  });
  const second = await ada.call(listNotifications, { query: { before: first.nextBefore ?? "" } });
  expect(second.notifications.map(({ text }) => text)).toEqual(
    Array.from({ length: 10 }, (_, index) => `Number ${10 - index}`),
  );
  expect(second.nextBefore).toBeNull();

  const ids = first.notifications.slice(0, 2).map(({ id }) => id);
  expect((await bob.call(readNotifications, { body: { ids } })).unread).toBe(0);
  expect((await ada.call(readNotifications, { body: { ids } })).unread).toBe(58);
  const upTo = second.notifications[0]?.createdAt ?? "";
  expect((await ada.call(readNotifications, { body: { upTo } })).unread).toBe(48);
  expect((await bob.call(listNotifications, { query: {} })).notifications).toEqual([]);
});

test("stores no disabled kind, shortens long texts, and notifies only after commit", async () => {
  const cleo = await app.signUp("Cleo");
  const userId = await idOf(cleo);
  await cleo.call(chooseNotifications, { body: { muted: ["need", "need"] } });
  expect((await cleo.call(getNotificationChoices, {})).muted).toEqual(["need"]);
  await notify(app.database.kysely, [
    { userId, kind: "need", text: "Not this", link: null },
    { userId, kind: "library", text: `So ${"long ".repeat(400)}`, link: null },
  ]);
  await app.database.kysely
    .transaction()
    .execute(async (tx) => {
      await notify(tx, { userId, kind: "library", text: "Never", link: null });
      throw new Error("rolled back");
    })
    .catch(() => undefined);
  const { notifications } = await cleo.call(listNotifications, { query: {} });
  expect(notifications.map(({ kind, text }) => [kind, text.length])).toEqual([["library", 500]]);
});

test("notifies each device once, retries failures, and deletes unsubscribed devices", async () => {
  const dora = await app.signUp("Dora");
  const userId = await idOf(dora);
  const phone = "https://push.example/phone";
  const laptop = "https://push.example/laptop";
  for (const endpoint of [phone, laptop]) await subscribe(dora, endpoint);
  pusher.outcomes.set(laptop, "gone");
  const later: string[] = [];
  const chatBot: NotificationChannel = {
    name: "chat bot",
    async deliver({ id, userId: whose }) {
      if (whose !== userId) return true;
      later.push(id);
      if (later.length === 1) throw new Error("no signal");
      return true;
    },
  };
  const job = startDelivery(app.deps, [pushChannel({ ...app.deps, pusher }), chatBot]);
  await notifyUser(userId, "The tent is free");
  await expect.poll(() => pusher.sent.length).toBe(1);
  expect(JSON.parse(pusher.sent[0]?.payload ?? "")).toMatchObject({
    title: "Looby",
    text: "The tent is free",
    link: "/borrowing",
  });
  const endpoints = () =>
    app.database.kysely
      .selectFrom("push_subscriptions")
      .select("endpoint")
      .where("user_id", "=", userId)
      .execute();
  expect(await endpoints()).toEqual([{ endpoint: phone }]);
  await expect.poll(() => later.length).toBe(1);
  // The next try is due in a minute: the row's time is set back.
  await app.database.kysely
    .updateTable("notifications")
    .set({ deliver_after: new Date(0) })
    .where("user_id", "=", userId)
    .execute();
  await notifyUser(userId, "Wakes the job");
  await expect.poll(() => later.length).toBe(3);
  await job.stop();
  const due = await app.database.kysely
    .selectFrom("notifications")
    .select("text")
    .where("user_id", "=", userId)
    .where("deliver_after", "is not", null)
    .execute();
  expect(due).toEqual([]);

  await dora.call(signOut, { body: {} });
  expect(await endpoints()).toEqual([]);
});

test("delivers what was scheduled while the clock was ahead", async () => {
  const userId = await idOf(await app.signUp("Elif"));
  for (const [text, wait] of [
    ["A retry", "10 minutes"],
    ["Next year", "1 year"],
  ] as const) {
    await notifyUser(userId, text);
    await app.database.pool.query(
      "update notifications set deliver_after = now() + $1::interval where user_id = $2 and text = $3",
      [wait, userId, text],
    );
  }
  const claimOwn = async () =>
    (await claimUndelivered(app.database.kysely, 1000)).flatMap((one) =>
      one.userId === userId ? one.text : [],
    );
  expect(await claimOwn()).toEqual(["Next year"]);
  expect(await claimOwn()).toEqual([]);
});

test("moves a visitor's notifications to the new account", async () => {
  const page = app.as("the page");
  const { user: visitor } = await page.call(getSession, {});
  await notifyUser(visitor.userId, "Said to the visitor");
  await app.signUp("the page");
  const { notifications } = await page.call(listNotifications, { query: {} });
  expect(notifications.map(({ text }) => text)).toEqual(["Said to the visitor"]);
});

test("rejects unknown push services, invalid keys, unknown kinds and foreign cursors", async () => {
  const eve = await app.signUp("Eve");
  const keys = { p256dh: "a-key-of-a-browser", auth: "a-secret-of-a-browser" };
  for (const endpoint of ["http://169.254.169.254/", "https://push.example.evil/", "file:///etc", ""])
    expect((await eve.refusal(subscribePush, { body: { endpoint, keys } })).code).toBe("invalid-input");
  const short = { endpoint: "https://push.example/x", keys: { p256dh: "x", auth: "y" } };
  expect((await eve.refusal(subscribePush, { body: short })).code).toBe("invalid-input");
  expect((await eve.refusal(chooseNotifications, { body: { muted: ["everything"] } })).code).toBe(
    "invalid-input",
  );
  expect((await eve.refusal(listNotifications, { query: { before: "yesterday" } })).code).toBe(
    "invalid-input",
  );
  expect((await eve.refusal(readNotifications, { body: { upTo: "NaN" } })).code).toBe("invalid-input");

  const bob = app.as("Bob");
  await subscribe(eve, "https://push.example/eve");
  await bob.call(unsubscribePush, { body: { endpoint: "https://push.example/eve" } });
  const { length } = await app.database.kysely
    .selectFrom("push_subscriptions")
    .selectAll()
    .where("user_id", "=", await idOf(eve))
    .execute();
  expect(length).toBe(1);
});

async function notifyUser(userId: string, text: string): Promise<void> {
  await notify(app.database.kysely, { userId, kind: "borrowing", text, link: "/borrowing" });
}

async function subscribe(client: TestClient, endpoint: string): Promise<void> {
  const keys = { p256dh: "a-key-of-a-browser", auth: "a-secret-of-a-browser" };
  await client.call(subscribePush, { body: { endpoint, keys } });
}

async function idOf(client: TestClient): Promise<string> {
  return (await client.call(getSession, {})).user.userId;
}
