import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import {
  changePassword,
  type Device,
  listDevices,
  signOutDevice,
  signOutOthers,
} from "#shared/features/account/devices-contract.ts";
import { pendingToasts, takeToasts } from "#web/ui/overlay/toast.ts";
import { FakeServer, Refusal } from "#web/testing/fake-server.ts";
import { freshDevice } from "#web/testing/fresh-device.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { MyDevices } from "./my-devices.tsx";

const at = "2026-08-30T06:00:00.000Z";
const laptop: Device = {
  id: "laptop",
  name: "Firefox on Linux",
  signedInAt: at,
  lastUsedAt: at,
  isThis: true,
};
const phone: Device = { ...laptop, id: "phone", name: "Chrome on Android", isThis: false };
const tablet: Device = { ...laptop, id: "tablet", name: "Safari on iPad", isThis: false };
let server: FakeServer;
let devices: Device[];

beforeEach(async () => {
  await freshDevice();
  takeToasts();
  devices = [laptop, phone, tablet];
  server = new FakeServer();
  server.on(listDevices, () => ({ devices }));
});

test("lists the devices and marks the current device", async () => {
  await openScreen(<MyDevices pseudonym="Ada" />);
  const items = await screen.findAllByRole("listitem");
  expect(items).toHaveLength(3);
  within(items[0] as HTMLElement).getByText("This device");
  within(items[1] as HTMLElement).getByText(/^Last used/);
  expect(screen.queryByRole("button", { name: "Sign out Firefox on Linux" })).toBeNull();
});

test("signs out one other device after asking", async () => {
  server.on(signOutDevice, ({ params }) => {
    devices = devices.filter(({ id }) => id !== params.deviceId);
    return { signedOut: true };
  });
  const { user } = await openScreen(<MyDevices pseudonym="Ada" />);
  await user.click(await screen.findByRole("button", { name: "Sign out Chrome on Android" }));
  const question = await screen.findByRole("alertdialog", { name: "Sign out Chrome on Android?" });
  within(question).getByText(/What waits there to be sent stays there/);
  expect(server.asked(signOutDevice)).toEqual([]);
  await user.click(within(question).getByRole("button", { name: "Sign out" }));
  await waitFor(() => expect(screen.queryByText("Chrome on Android")).toBeNull());
  screen.getByText("Safari on iPad");
  expect(pendingToasts.get()).toMatchObject([{ text: "Chrome on Android is signed out." }]);
});

test("leaves the device signed in when the user cancels", async () => {
  const { user } = await openScreen(<MyDevices pseudonym="Ada" />);
  await user.click(await screen.findByRole("button", { name: "Sign out Chrome on Android" }));
  await user.click(await screen.findByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  expect(server.asked(signOutDevice)).toEqual([]);
});

test("signs out all other devices", async () => {
  server.on(signOutOthers, () => {
    devices = [laptop];
    return { signedOut: 2 };
  });
  const { user } = await openScreen(<MyDevices pseudonym="Ada" />);
  await user.click(await screen.findByRole("button", { name: "Sign out all other devices" }));
  const question = await screen.findByRole("alertdialog", { name: "Sign out all other devices?" });
  await user.click(within(question).getByRole("button", { name: "Sign out" }));
  await screen.findByText("You are signed in nowhere else.");
  expect(screen.getAllByRole("listitem")).toHaveLength(1);
});

test("treats an already signed-out device as signed out", async () => {
  server.on(signOutDevice, () => {
    devices = [laptop, tablet];
    return new Refusal("not-found", "There is no such device.");
  });
  await signOutPhone();
  await waitFor(() => expect(screen.queryByText("Chrome on Android")).toBeNull());
  expect(screen.queryByText("There is no such device.")).toBeNull();
});

test("shows why signing out failed and leaves the device in the list", async () => {
  server.on(signOutDevice, () => new Refusal("unavailable", "Looby is starting up."));
  await signOutPhone();
  await screen.findByText("Looby is starting up.");
  expect(screen.getByText("Chrome on Android")).toBeDefined();
});

test("shows the wrong-password error at its field", async () => {
  const fields = [{ path: "currentPassword", message: "That is not your password." }];
  server.on(changePassword, () => new Refusal("invalid-input", "Please check it.", { fields }));
  await enterPasswords();
  const current = screen.getByLabelText("Current password");
  await waitFor(() => expect(document.activeElement).toBe(current));
  expect(descriptionOf(current)).toContain("That is not your password.");
});

test("changes the password and returns the focus to its button", async () => {
  server.on(changePassword, () => ({ signedOut: 2 }));
  await enterPasswords();
  const opener = await screen.findByRole("button", { name: "Change password" });
  expect(document.activeElement).toBe(opener);
  expect(server.asked(changePassword)).toMatchObject([
    { body: { currentPassword: "a tent with 3 poles", password: "a tent with 5 poles" } },
  ]);
  const text = "Your password is changed. All other devices are signed out.";
  expect(pendingToasts.get()).toMatchObject([{ text }]);
});

test("warns when offline that the password may or may not have changed", async () => {
  const { user } = await openPasswordForm();
  server.isReachable = false;
  await user.click(screen.getByRole("button", { name: "Save new password" }));
  expect(await screen.findByText(/your password may have changed or not/)).toBeDefined();
});

async function signOutPhone(): Promise<void> {
  const { user } = await openScreen(<MyDevices pseudonym="Ada" />);
  await user.click(await screen.findByRole("button", { name: "Sign out Chrome on Android" }));
  const question = await screen.findByRole("alertdialog");
  await user.click(within(question).getByRole("button", { name: "Sign out" }));
}

async function openPasswordForm() {
  const opened = await openScreen(<MyDevices pseudonym="Ada" />);
  await screen.findAllByRole("listitem");
  await opened.user.click(screen.getByRole("button", { name: "Change password" }));
  await opened.user.type(screen.getByLabelText("Current password"), "a tent with 3 poles");
  await opened.user.type(screen.getByLabelText("New password"), "a tent with 5 poles");
  return opened;
}

async function enterPasswords(): Promise<void> {
  const { user } = await openPasswordForm();
  await user.click(screen.getByRole("button", { name: "Save new password" }));
}

function descriptionOf(field: HTMLElement): string {
  const ids = field.getAttribute("aria-describedby")?.split(" ") ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent ?? "").join(" ");
}
