import { screen, waitFor, within } from "@testing-library/react";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { SessionUser } from "#shared/features/account/contract.ts";
import {
  chooseCompanion,
  type Companion,
  discoverCompanions,
  listCompanions,
} from "#shared/features/companions/contract.ts";
import { tabStorage } from "#web/features/companions/tab-storage.ts";
import { listOperations, wake } from "#web/offline/outbox/outbox.ts";
import { enqueue } from "#web/offline/outbox/queue.ts";
import { startSending } from "#web/offline/outbox/when-to-send.ts";
import { FakeServer, Refusal } from "#web/testing/fake-server.ts";
import { freshDevice } from "#web/testing/fresh-device.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { pendingToasts, takeToasts } from "#web/ui/overlay/toast.ts";
import { patient } from "../../../../scripts/patience.ts";
import { CompanionsDialog } from "./companions-dialog.tsx";

const visitor: Partial<SessionUser> = { userId: "anon-1", pseudonym: "Anonymous", isAnonymous: true };
const state = {
  userId: "user-ada",
  activeCompanion: "base-looby",
  hasChosenCompanion: false,
  discoveredCompanions: ["ash"],
};
const looby = companion({ id: "base-looby", name: "Looby", isBaseCompanion: true, icon: "/looby.svg" });
const ash = companion({ id: "ash", name: "Ash", level: 2, traits: ["Seasoned"] });
const logis = companion({
  id: "logis",
  name: "Logis",
  isLocked: true,
  hint: "Find Logis first: come within 100 m of 5:30 & J.",
});
const failed = "Failed to update companion. Please try again later.";
const onClose = vi.fn<() => void>();
let server: FakeServer;

beforeAll(startSending);

beforeEach(async () => {
  onClose.mockReset();
  takeToasts();
  await freshDevice();
  tabStorage.reread();
  server = new FakeServer();
  server.on(listCompanions, () => ({ companions: [looby, ash, logis], state }));
});

test("shows the active companion with its description", async () => {
  const { dialog } = await openChooser();
  await dialog.findByRole("radio", { name: "Looby", description: /Active/ });
  dialog.getByRole("radio", { name: "Ash", description: /Level 2.*Seasoned/ });
  expect(dialog.queryByRole("radio", { name: "Ash", description: /Active/ })).toBeNull();
});

test("shows how to reach a locked companion instead of offering it", async () => {
  const { dialog } = await openChooser();
  await dialog.findByText("Find Logis first: come within 100 m of 5:30 & J.");
  expect(dialog.queryByRole("radio", { name: "Logis" })).toBeNull();
});

test("leads a visitor to sign in for the locked companions", async () => {
  await freshDevice("anon-1", null);
  server = new FakeServer(visitor);
  const locked = { ...ash, isLocked: true, hint: "Sign in to talk to Ash." };
  server.on(listCompanions, () => ({ companions: [looby, locked], state: { ...state, userId: "anon-1" } }));
  const { user, dialog, address } = await openChooser();
  await dialog.findByText("Sign in to talk to Ash.");
  expect(dialog.getAllByRole("radio")).toHaveLength(1);
  await user.click(dialog.getByRole("button", { name: "Sign In" }));
  await waitFor(() => expect(address()).toContain("dialog=account&mode=sign-in"));
});

test("summons no companion before the user selects one", async () => {
  const { dialog } = await openChooser();
  const summon = await dialog.findByRole("button", { name: "Summon Companion" });
  dialog.getByText("Selected: None");
  expect(summon).toHaveProperty("disabled", true);
});

test("summons the companion that the keyboard selects", async () => {
  server.on(chooseCompanion, () => ({ ...state, activeCompanion: "ash", hasChosenCompanion: true }));
  const { user, dialog } = await openChooser();
  await user.click(await dialog.findByRole("radio", { name: "Looby" }));
  await user.keyboard("{ArrowDown}");
  dialog.getByText("Selected: Ash");
  await user.keyboard("{Enter}");
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(server.asked(chooseCompanion)).toMatchObject([
    { params: { userId: "user-ada" }, body: { activeCompanion: "ash", hasChosenCompanion: true } },
  ]);
  expect(storedState()).toMatchObject({ activeCompanion: "ash" });
});

test("saves a choice on this device when the server fails three times", async () => {
  server.on(chooseCompanion, () => new Refusal("unavailable", "Not now."));
  await summonAsh();
  // It waits 1 s and then 2 s between the attempts.
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce(), { timeout: patient(15_000) });
  expect(server.asked(chooseCompanion)).toHaveLength(3);
  expect(pendingToasts.get()).toEqual([{ kind: "problem", text: failed }]);
  expect(storedState()).toEqual({
    userId: "user-ada",
    activeCompanion: "ash",
    hasChosenCompanion: true,
    discoveredCompanions: ["ash"],
  });
  expect(await listOperations()).toMatchObject([{ label: "Companion: Ash", state: "queued" }]);
});

test("sends a queued choice later", async () => {
  server.on(chooseCompanion, () => new Refusal("unavailable", "Not now."));
  const { dialog } = await summonAsh();
  await waitFor(async () => {
    await wake();
    expect(onClose).toHaveBeenCalledOnce();
  });
  await dialog.findByRole("radio", { name: "Ash", description: /Active/ });
  server.on(chooseCompanion, () => ({ ...state, activeCompanion: "ash", hasChosenCompanion: true }));
  await wake();
  await waitFor(async () => expect(await listOperations()).toEqual([]));
  expect(server.asked(chooseCompanion).at(-1)).toMatchObject({ body: { activeCompanion: "ash" } });
  expect(storedState()).toMatchObject({ activeCompanion: "ash" });
});

test("does not overwrite a queued choice with the server's older one", async () => {
  await openAs("user-beetle", async (params) => {
    const body = { activeCompanion: "ash" };
    const notBefore = Date.now() + 3_600_000;
    await enqueue(chooseCompanion, { params, body }, { entity: "choice", label: "Ash", notBefore });
  });
  expect(await screen.findByRole("radio", { name: "Ash", description: /Active/ })).toBeDefined();
});

test("adopts the choice the user made on another device", async () => {
  await openAs("user-wasp");
  expect(await screen.findByRole("radio", { name: "Looby", description: /Active/ })).toBeDefined();
});

test("shows why the server rejected a choice and stays open", async () => {
  server.on(chooseCompanion, () => new Refusal("forbidden", "You have not met Ash yet."));
  const { dialog } = await summonAsh();
  await dialog.findByText("You have not met Ash yet.");
  expect(onClose).not.toHaveBeenCalled();
  expect(storedState()).toMatchObject({ activeCompanion: "base-looby" });
});

test("retries companions that did not load", async () => {
  server.on(listCompanions, () => new Refusal("bad-request", "Not like this."));
  const { user, dialog } = await openChooser();
  const alert = within(await dialog.findByRole("alert"));
  alert.getByText("The companions did not load");
  server.on(listCompanions, () => ({ companions: [looby], state }));
  await user.click(alert.getByRole("button", { name: "Try Again" }));
  expect(await dialog.findByRole("radio", { name: "Looby" })).toBeDefined();
});

test("explains what to do when the page may not use the position", async () => {
  const getCurrentPosition = (_found: unknown, deny: (error: object) => void) => deny({ code: 1 });
  Object.assign(navigator, { geolocation: { getCurrentPosition } });
  const { user, dialog } = await openChooser();
  await user.click(await dialog.findByRole("button", { name: "Look around here" }));
  await dialog.findByText(/This page may not know where you are/);
  expect(server.asked(discoverCompanions)).toEqual([]);
});

test("unlocks a companion met at its place", async () => {
  standAt({ latitude: 40.79, longitude: -119.2, accuracy: 10 });
  server.on(discoverCompanions, () => ({ discovered: ["logis"], known: [] }));
  const { user, dialog } = await openChooser();
  const look = await dialog.findByRole("button", { name: "Look around here" });
  server.on(listCompanions, () => ({ companions: [looby, ash, { ...logis, isLocked: false }], state }));
  await user.click(look);
  await dialog.findByText("You have met Logis!");
  expect(dialog.getByRole("radio", { name: "Logis" })).toBeDefined();
});

test("shows the distance to the nearest companion", async () => {
  standAt({ latitude: 40.799, longitude: -119.2, accuracy: 10 });
  server.on(discoverCompanions, () => ({ discovered: [], known: [] }));
  const { user, dialog } = await openChooser();
  await user.click(await dialog.findByRole("button", { name: "Look around here" }));
  expect(
    await dialog.findByText("No one new is here. The nearest, Logis, is about 1.0 km away."),
  ).toBeDefined();
});

test("reports a position that is too inaccurate", async () => {
  standAt({ latitude: 40.79, longitude: -119.2, accuracy: 700 });
  server.on(discoverCompanions, () => ({ discovered: [], known: [] }));
  const { user, dialog } = await openChooser();
  await user.click(await dialog.findByRole("button", { name: "Look around here" }));
  expect(await dialog.findByText(/knows its place only to about 700 m/)).toBeDefined();
});

async function openChooser() {
  const page = await openScreen(<CompanionsDialog isOpen onClose={onClose} onClosed={() => undefined} />);
  return { ...page, dialog: within(await screen.findByRole("dialog", { name: "Companions" })) };
}

/** Opens the chooser for a user who chose Ash on this device, while the server has no choice yet. */
async function openAs(userId: string, before = async (_params: { userId: string }) => {}) {
  await freshDevice(userId, "Beetle");
  const chosen = { activeCompanion: "ash", hasChosenCompanion: true, discoveredCompanions: ["ash"] };
  localStorage.setItem("userState", JSON.stringify({ userId, ...chosen }));
  tabStorage.reread();
  await before({ userId });
  server = new FakeServer({ userId, pseudonym: "Beetle" });
  server.on(listCompanions, () => ({ companions: [looby, ash], state: { ...state, userId } }));
  return await openChooser();
}

async function summonAsh() {
  const chooser = await openChooser();
  await chooser.user.click(await chooser.dialog.findByRole("radio", { name: "Ash" }));
  await chooser.user.click(chooser.dialog.getByRole("button", { name: "Summon Companion" }));
  return chooser;
}

function storedState(): unknown {
  return JSON.parse(localStorage.getItem("userState") ?? "null");
}

function standAt(coords: { latitude: number; longitude: number; accuracy: number }): void {
  const getCurrentPosition = (found: (position: object) => void) => found({ coords });
  Object.assign(navigator, { geolocation: { getCurrentPosition } });
}

function companion(changes: Partial<Companion>): Companion {
  return {
    id: "",
    name: "",
    description: "",
    icon: "*",
    traits: [],
    prompts: [],
    isBaseCompanion: false,
    discoveryLocation: { lat: 40.79, lng: -119.2, radius: 100 },
    level: null,
    isLocked: false,
    hint: null,
    ...changes,
  };
}
