import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { getSession } from "#shared/features/account/contract.ts";
import { listThreads } from "#shared/features/chat/contract.ts";
import { listCompanions } from "#shared/features/companions/contract.ts";
import { listCommunities } from "#shared/features/communities/contract.ts";
import { specCity } from "#shared/features/map/city/city.ts";
import { getCity, listCamps } from "#shared/features/map/contract.ts";
import { listNeeds } from "#shared/features/needs/contract.ts";
import { listResources } from "#shared/features/resources/contract.ts";
import { FakeServer } from "#web/testing/fake-server.ts";
import { freshDevice } from "#web/testing/fresh-device.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { resourceWith } from "#web/testing/resources.ts";
import { withLayout } from "#web/testing/with-layout.ts";
import { PaletteDialog } from "./palette-dialog.tsx";
import { watchKeys } from "./watch-keys.ts";

const at = "2026-08-30T14:20:00Z";
const state = {
  userId: "user-ada",
  activeCompanion: "base-looby",
  hasChosenCompanion: false,
  discoveredCompanions: [],
};
const lamp = { lat: 40.78, lon: -119.2, address: "7:30 & Enchant" };

beforeAll(withLayout);

beforeEach(async () => {
  await freshDevice();
  const server = new FakeServer();
  server.on(getSession, () => ({
    user: {
      userId: "user-ada",
      pseudonym: "Ada",
      isAnonymous: false,
      email: null,
      phone: null,
      createdAt: at,
    },
  }));
  server.on(getCity, () => ({ year: null, city: specCity, locationsFrom: null }));
  server.on(listCamps, () => []);
  server.on(listCommunities, () => ({ loobricates: [] }));
  server.on(listResources, () => ({
    listings: [resourceWith({ id: "lamp", title: "Hurricane lamp", location: lamp })],
    nextCursor: null,
  }));
  server.on(listNeeds, () => ({ needs: [] }));
  server.on(listCompanions, () => ({ companions: [], state }));
  server.on(listThreads, () => ({
    threads: [
      { id: "thread-1", companion: "base-looby", title: "Tea at dawn", excerpt: null, updatedAt: at },
    ],
  }));
});

test("lists every action before the user types", async () => {
  await openPalette();
  for (const name of ["Library", "Get help now", "Share something", "Settings"])
    expect(await screen.findByRole("option", { name })).toBeDefined();
});

test("opens a thing on the map by its name", async () => {
  const { user, address } = await openPalette();
  await user.keyboard("hurricane");
  await screen.findByRole("option", { name: /^Hurricane lamp/ });
  await user.keyboard("{Enter}");
  await waitFor(() => expect(address()).toBe("/explore?show=lamp"));
});

test("finds an action by another word for it", async () => {
  const { user, address } = await openPalette();
  await user.keyboard("theme");
  await screen.findByRole("option", { name: "Settings" });
  await user.keyboard("{Enter}");
  await waitFor(() => expect(address()).toContain("dialog=settings"));
});

test("finds a conversation by its title", async () => {
  const { user } = await openPalette();
  await user.keyboard("tea");
  await screen.findByRole("option", { name: "Tea at dawn" });
  expect(screen.queryByRole("option", { name: "Library" })).toBeNull();
});

test("suggests what to try when nothing is found", async () => {
  const { user } = await openPalette();
  await user.keyboard("qqqqqq <script>");
  expect(
    await screen.findByText("Nothing found. Try another word, or an address like 7:30 & E."),
  ).toBeDefined();
});

test("opens on its own shortcuts only", () => {
  const open = vi.fn<(dialog: { dialog: "palette" | "keys" }) => void>();
  const stop = watchKeys(open);
  const field = document.body.appendChild(document.createElement("input"));
  fireEvent.keyDown(field, { key: "k", ctrlKey: true });
  fireEvent.keyDown(document.body, { key: "K", metaKey: true });
  fireEvent.keyDown(document.body, { key: "?" });
  expect(open.mock.calls.map(([{ dialog }]) => dialog)).toEqual(["palette", "palette", "keys"]);
  open.mockClear();
  fireEvent.keyDown(field, { key: "?" });
  fireEvent.keyDown(document.body, { key: "k" });
  fireEvent.keyDown(document.body, { key: "k", ctrlKey: true, shiftKey: true });
  const dialog = document.body.appendChild(document.createElement("div"));
  dialog.role = "dialog";
  fireEvent.keyDown(document.body, { key: "k", ctrlKey: true });
  dialog.remove();
  stop();
  fireEvent.keyDown(document.body, { key: "k", ctrlKey: true });
  expect(open).not.toHaveBeenCalled();
});

async function openPalette() {
  const frame = { isOpen: true, onClose: () => undefined, onClosed: () => undefined };
  const shown = await openScreen(<PaletteDialog {...frame} />, "/explore");
  await waitFor(() => expect(document.activeElement?.role).toBe("combobox"));
  return shown;
}
