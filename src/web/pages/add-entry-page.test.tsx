import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { getSession, type SessionUser, signUp } from "#shared/features/account/contract.ts";
import { listCommunities } from "#shared/features/communities/contract.ts";
import { createCommunity } from "#shared/features/communities/create-contract.ts";
import { getCity } from "#shared/features/map/contract.ts";
import { DialogHost } from "#web/dialogs/dialogs.tsx";
import { FakeServer, Refusal } from "#web/testing/fake-server.ts";
import { freshDevice } from "#web/testing/fresh-device.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { AddEntryPage } from "./add-entry-page.tsx";

const wren: SessionUser = {
  userId: "user-wren",
  pseudonym: "Wren",
  isAnonymous: false,
  email: null,
  phone: null,
  createdAt: "2026-08-30T06:00:00.000Z",
};
const visitor = { ...wren, userId: "anon-1", pseudonym: "Anonymous", isAnonymous: true };
let server: FakeServer;

beforeEach(async () => {
  await freshDevice("user-wren", "Wren");
  server = new FakeServer(wren);
  server.on(listCommunities, () => ({ loobricates: [] }));
  server.on(getCity, () => new Refusal("unavailable", "Starting up."));
});

test("asks a guest who chooses a kind to sign up, then focuses the form's first field", async () => {
  await freshDevice("anon-1", null);
  let who = visitor;
  server.on(getSession, () => ({ user: who }));
  server.on(signUp, () => ({ user: (who = wren) }));
  const { user, address } = await openAdd("/add");
  await screen.findByText("Authentication Required");
  await user.click(screen.getByRole("button", { name: "Loobricate" }));
  await screen.findByRole("dialog", { name: "Sign up to create a Loobricate" });
  await user.type(await screen.findByLabelText("Pseudonym"), "Wren");
  await user.type(screen.getByLabelText("Password"), "a tent with 3 poles{Enter}");
  await waitFor(() => expect(address()).toBe("/add?type=loobricate"));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Loobricate name")));
});

test("does not ask a signed-in user to sign up", async () => {
  const { user, address } = await openAdd("/add");
  await user.click(await screen.findByRole("button", { name: "Loobricate" }));
  await screen.findByLabelText("Loobricate name");
  expect(address()).toBe("/add?type=loobricate");
});

test("suggests an admin username until the user types one", async () => {
  const { user } = await openAdd("/add?type=loobricate");
  const name = await screen.findByLabelText("Loobricate name");
  const username = screen.getByLabelText("Admin username");
  await user.type(name, "Café Dust");
  expect(username).toHaveProperty("value", "cafe-dust");
  await user.clear(username);
  expect(username).toHaveProperty("value", "");
  await user.type(username, "keeper");
  await user.type(name, " & Co");
  expect(username).toHaveProperty("value", "keeper");
});

test("shows a strong admin password that can be copied", async () => {
  const { user } = await openAdd("/add?type=loobricate");
  await user.type(await screen.findByLabelText("Loobricate name"), "Tea Tent");
  const password = screen.getByLabelText("Admin password");
  expect(password).toMatchObject({ type: "text", value: expect.stringMatching(/^(\w{4}-){2}\w{4}$/) });
  const copy = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  await user.click(screen.getByRole("button", { name: "Copy admin login" }));
  expect(copy).toHaveBeenCalledWith(`tea-tent\n${(password as HTMLInputElement).value}`);
});

test("asks for an admin username without a request when the name has no letters", async () => {
  const { user } = await openAdd("/add?type=loobricate");
  await user.type(await screen.findByLabelText("Loobricate name"), "🔥🔥");
  await user.click(screen.getByRole("button", { name: "Create Loobricate" }));
  const username = screen.getByRole("textbox", { name: "Admin username" });
  await waitFor(() => expect(username.getAttribute("aria-invalid")).toBe("true"));
  expect(screen.getAllByText("Description is required")).not.toEqual([]);
  expect(server.asked(createCommunity)).toEqual([]);
});

async function openAdd(path: string) {
  return await openScreen(
    <>
      <AddEntryPage />
      <DialogHost />
    </>,
    path,
  );
}
