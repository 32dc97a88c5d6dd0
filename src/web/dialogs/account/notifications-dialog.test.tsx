import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import {
  listNotifications,
  type Notification,
  readNotifications,
} from "#shared/features/notifications/contract.ts";
import { listQueued } from "#web/offline/outbox/outbox.ts";
import { FakeServer, Refusal } from "#web/testing/fake-server.ts";
import { freshDevice } from "#web/testing/fresh-device.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { NotificationsDialog } from "./notifications-dialog.tsx";

const frame = { isOpen: true, onClose: () => undefined, onClosed: () => undefined };
const lent: Notification = {
  id: "told-2",
  kind: "borrowing",
  text: "Grace said yes to A drill.",
  link: "/borrowing",
  isRead: false,
  createdAt: "2026-08-30T08:00:00.000Z",
};
const read: Notification = { ...lent, id: "told-1", text: "Grace asked for a tent.", isRead: true };
/** The name as a screen reader announces it. */
const newlyLent = /^New: ?Grace said yes to A drill\.$/;
let server: FakeServer;

beforeEach(async () => {
  await freshDevice();
  server = new FakeServer();
  push([lent, read], 1);
});

test("shows which notifications are new", async () => {
  await openScreen(<NotificationsDialog {...frame} />);
  await screen.findByText("1 new");
  screen.getByRole("button", { name: newlyLent });
  expect(screen.getByRole("button", { name: "Grace asked for a tent." })).toBeDefined();
});

test("marks all as read at once and queues the change for the server", async () => {
  const { user } = await openScreen(<NotificationsDialog {...frame} />);
  await user.click(await screen.findByRole("button", { name: "Mark all as read" }));
  await screen.findByRole("button", { name: "Grace said yes to A drill." });
  expect(screen.queryByText("1 new")).toBeNull();
  await waitFor(async () =>
    expect(await listQueued()).toMatchObject([
      { endpointId: readNotifications.id, body: { upTo: lent.createdAt } },
    ]),
  );
});

test("opens the page of a notification and marks it as read", async () => {
  const { user, address } = await openScreen(<NotificationsDialog {...frame} />);
  await user.click(await screen.findByRole("button", { name: newlyLent }));
  await waitFor(() => expect(address()).toBe("/borrowing"));
  await waitFor(async () => expect(await listQueued()).toMatchObject([{ body: { ids: [lent.id] } }]));
});

test("shows older notifications on request", async () => {
  server.on(listNotifications, ({ query }) =>
    query.before === undefined
      ? { notifications: [lent], unread: 1, nextBefore: "page-2" }
      : { notifications: [read], unread: 1, nextBefore: null },
  );
  const { user } = await openScreen(<NotificationsDialog {...frame} />);
  await user.click(await screen.findByRole("button", { name: "Show older" }));
  await screen.findByRole("button", { name: "Grace asked for a tent." });
  expect(screen.queryByRole("button", { name: "Show older" })).toBeNull();
});

test("shows why older notifications did not load and lets the user retry", async () => {
  server.on(listNotifications, ({ query }) =>
    query.before === undefined
      ? { notifications: [lent], unread: 1, nextBefore: "page-2" }
      : new Refusal("unavailable", "Looby is starting up."),
  );
  const { user } = await openScreen(<NotificationsDialog {...frame} />);
  await user.click(await screen.findByRole("button", { name: "Show older" }));
  await screen.findByText("Looby is starting up.");
  expect(screen.getByRole("button", { name: "Show older" })).toBeDefined();
});

test("describes the list while it is empty", async () => {
  push([], 0);
  await openScreen(<NotificationsDialog {...frame} />);
  expect(await screen.findByText("Nothing yet")).toBeDefined();
});

test("links to the notification settings", async () => {
  const { user, address } = await openScreen(<NotificationsDialog {...frame} />);
  await user.click(await screen.findByRole("button", { name: "Choose your notifications" }));
  await waitFor(() => expect(address()).toBe("/?dialog=settings&settings-tab=notifications"));
});

function push(notifications: Notification[], unread: number): void {
  server.on(listNotifications, () => ({ notifications, unread, nextBefore: null }));
}
