import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import {
  getSession,
  requestResetCode,
  resetPassword,
  type SessionUser,
  signIn,
  signUp,
} from "#shared/features/account/contract.ts";
import { readInvite } from "#shared/features/communities/invite-contract.ts";
import { DialogHost } from "../dialogs.tsx";
import { FakeServer, Refusal } from "#web/testing/fake-server.ts";
import { freshDevice } from "#web/testing/fresh-device.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { pendingToasts, takeToasts } from "#web/ui/overlay/toast.ts";

const password = "a tent with 3 poles";
const visitor: Partial<SessionUser> = { userId: "anon-1", pseudonym: "Anonymous", isAnonymous: true };
const wren: SessionUser = {
  userId: "user-wren",
  pseudonym: "Wren",
  isAnonymous: false,
  email: null,
  phone: null,
  createdAt: "2026-08-30T06:00:00.000Z",
};
const invitation = {
  kind: "link" as const,
  loobricateId: "lantern",
  name: "Lantern Works",
  description: "",
  profilePhoto: null,
  memberCount: 3,
  invitedBy: null,
  isMember: false,
};
const noMatch = "Pseudonym and password do not match. Please check both, or choose “Forgot password”.";
let server: FakeServer;

beforeEach(async () => {
  takeToasts();
  await freshDevice("anon-1", null);
  server = new FakeServer(visitor);
});

test("rejects a weak password at its field without a request", async () => {
  const { user, field } = await openAccount("sign-up");
  await user.type(field("Pseudonym"), "Wren");
  await user.type(field("Password"), "password1!{Enter}");
  await waitFor(() => expect(noteOf(field("Password"))).toMatch(/first passwords an attacker tries/));
  expect(document.activeElement).toBe(field("Password"));
  expect(server.asked(signUp)).toEqual([]);
});

test("shows every field's error beside that field", async () => {
  const { user, field } = await openAccount("sign-up");
  await user.type(field("Pseudonym"), "?");
  await user.type(field("Password"), "short");
  await user.click(screen.getByText("E-mail and phone (optional)"));
  await user.type(field("E-mail (optional)"), "wren{Enter}");
  await waitFor(() => expect(noteOf(field("Pseudonym"))).toMatch(/^2 to 40 letters/));
  expect(noteOf(field("Password"))).toMatch(/at least 8 characters long/);
  expect(noteOf(field("E-mail (optional)"))).toMatch(/not an e-mail address/);
});

test("reports a taken pseudonym at its field without clearing the form", async () => {
  const fields = [{ path: "pseudonym", message: "This pseudonym is taken." }];
  server.on(signUp, () => new Refusal("already-taken", "This name is taken.", { fields }));
  const { user, field } = await openAccount("sign-up");
  await user.type(field("Pseudonym"), "Looby");
  await user.type(field("Password"), `${password}{Enter}`);
  await waitFor(() => expect(noteOf(field("Pseudonym"))).toMatch(/This pseudonym is taken/));
  expect(document.activeElement).toBe(field("Pseudonym"));
  expect(field("Pseudonym")).toHaveProperty("value", "Looby");
  expect(field("Password")).toHaveProperty("value", password);
});

test("shows the password on request", async () => {
  const { user, field } = await openAccount("sign-up");
  expect(field("Password")).toMatchObject({ type: "password", autocomplete: "new-password" });
  await user.click(screen.getByRole("button", { name: "Show password" }));
  expect(field("Password")).toHaveProperty("type", "text");
});

test("closes after the sign-up and shows the user's name", async () => {
  server.on(signUp, () => ({ user: wren }));
  const { user, field, address } = await openAccount("sign-up");
  await user.type(field("Pseudonym"), "Wren");
  await user.type(field("Password"), `${password}{Enter}`);
  await waitFor(() => expect(address()).toBe("/"));
  expect(server.asked(signUp)).toMatchObject([{ body: { pseudonym: "Wren", password } }]);
  expect(pendingToasts.get()).toMatchObject([{ text: "Signed in as Wren." }]);
});

test("reports wrong credentials in one sentence and allows another attempt", async () => {
  server.on(signIn, ({ body }) =>
    body.password === password ? { user: wren } : new Refusal("invalid-credentials", noMatch),
  );
  const { user, field, address } = await openAccount("sign-in");
  await user.type(field("Pseudonym"), "wren");
  await user.type(field("Password"), "something else{Enter}");
  expect((await screen.findByRole("alert")).textContent).toBe(noMatch);
  expect(field("Pseudonym")).toHaveProperty("value", "wren");
  await user.clear(field("Password"));
  await user.type(field("Password"), `${password}{Enter}`);
  await waitFor(() => expect(address()).toBe("/"));
});

test("does not clear the form without a signal", async () => {
  const { user, field } = await openAccount("sign-up");
  server.isReachable = false;
  await user.type(field("Pseudonym"), "Wren");
  await user.type(field("Password"), `${password}{Enter}`);
  expect((await screen.findByRole("alert")).textContent).toMatch(/^No signal/);
  expect(field("Pseudonym")).toHaveProperty("value", "Wren");
  expect(field("Password")).toHaveProperty("value", password);
});

test("names the reason for the sign-up and resumes it after the sign-in", async () => {
  server.on(signIn, () => ({ user: wren }));
  server.on(readInvite, () => invitation);
  const { user, address } = await openScreen(
    <DialogHost />,
    "/?dialog=account&mode=sign-up&to=join&id=invite~7",
  );
  await screen.findByRole("dialog", { name: "Sign up to join Lantern Works" });
  screen.getByText("You are in as soon as you have a name.");
  await user.click(await screen.findByRole("button", { name: "Have an account? Sign in" }));
  await screen.findByRole("dialog", { name: "Sign in to join Lantern Works" });
  expect(address()).toContain("to=join&id=invite%7E7");
  await user.type(screen.getByLabelText("Pseudonym"), "Wren");
  await user.type(screen.getByLabelText("Password"), `${password}{Enter}`);
  await waitFor(() => expect(address()).toBe("/"));
});

test("skips the form for a user who is already signed in", async () => {
  server.on(readInvite, () => invitation);
  const { promise, resolve } = Promise.withResolvers<{ user: SessionUser }>();
  server.onLater(getSession, promise);
  const { address } = await openScreen(<DialogHost />, "/?dialog=account&mode=sign-up&to=join&id=invite~7");
  await screen.findByRole("dialog", { name: "Sign up to join Lantern Works" });
  expect(screen.queryByLabelText("Password")).toBeNull();
  resolve({ user: wren });
  await waitFor(() => expect(address()).toBe("/"));
});

test("resets a forgotten password with a code and reports a wrong code at its field", async () => {
  const fields = [{ path: "code", message: "This code is not valid." }];
  server.on(requestResetCode, () => ({ delivery: "operator" as const }));
  server.on(resetPassword, ({ body }) =>
    body.code === "1234-5678" ? { user: wren } : new Refusal("invalid-input", "Not valid.", { fields }),
  );
  const { user, field, address } = await openAccount("reset", "New password");
  await user.type(field("Pseudonym"), "Wren{Enter}");
  await screen.findByText(/ask the people who run it for your one-time code/);
  expect(document.activeElement).toBe(field("One-time code"));
  await user.type(field("One-time code"), "0000-0000");
  await user.type(field("New password"), `${password}{Enter}`);
  await waitFor(() => expect(noteOf(field("One-time code"))).toMatch(/not valid/));
  expect(document.activeElement).toBe(field("One-time code"));
  await user.clear(field("One-time code"));
  await user.type(field("One-time code"), "1234-5678{Enter}");
  await waitFor(() => expect(address()).toBe("/"));
  expect(pendingToasts.get()).toMatchObject([{ text: "Signed in as Wren." }]);
});

async function openAccount(mode: string, name = "Your account") {
  const page = await openScreen(<DialogHost />, `/?dialog=account&mode=${mode}`);
  const dialog = await screen.findByRole("dialog", { name });
  return { ...page, field: (label: string) => within(dialog).getByLabelText(label) };
}

/** The field's accessible description, which a screen reader reads after its name. */
function noteOf(field: HTMLElement): string {
  const ids = (field.getAttribute("aria-describedby") ?? "").split(" ");
  return ids.map((id) => document.getElementById(id)?.textContent ?? "").join(" ");
}
