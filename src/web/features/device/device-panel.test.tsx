import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { markCamp } from "#shared/features/explore/contract.ts";
import { catchInstallPrompt } from "#web/lib/device/install-prompt.ts";
import { openDatabase } from "#web/offline/database.ts";
import type { StoredKind } from "#web/offline/device-use.ts";
import { enqueue } from "#web/offline/outbox/queue.ts";
import { setUser } from "#web/offline/user/set-user.ts";
import { freshDevice } from "#web/testing/fresh-device.ts";
import { openScreen, type OpenScreen } from "#web/testing/open-screen.tsx";
import { DevicePanel } from "./device-panel.tsx";

const onSendFirst = vi.fn<() => void>();
const onWiped = vi.fn<(kind: StoredKind) => void>();
const persist = vi.fn<() => Promise<boolean>>();

beforeEach(async () => {
  vi.clearAllMocks();
  // The storage estimate of this user's browser.
  const estimate = async () => ({ usage: 1_200_000, quota: 60_000_000 });
  Object.assign(navigator, { storage: { estimate, persist, persisted: async () => false } });
  vi.stubGlobal("caches", { keys: async () => [] });
  await freshDevice();
});

test("shows how much of each kind is stored and the age of the last response", async () => {
  await storeMemories();
  await makeFavourite();
  await openPanel();
  within(await kindRow("Memories")).getByText(/^\d+ bytes$/);
  within(await kindRow("Waiting to be sent")).getByText(/^1, \d+ bytes$/);
  within(await kindRow("Conversations")).getByText("none");
  expect(screen.getByText("Last heard from the server: Aug 30, 2026, 6:00 AM.")).toBeDefined();
});

test("offers to remove only existing data, and never the app itself", async () => {
  await storeMemories();
  await openPanel();
  await screen.findByRole("button", { name: "Remove: Memories" });
  expect(screen.getAllByRole("button", { name: /^Remove: / })).toHaveLength(1);
});

test("counts and removes the camps that the service worker has cached", async () => {
  const caches = new Map([["looby-camps", [new Response("a".repeat(2300))]]]);
  vi.stubGlobal("caches", {
    keys: async () => [...caches.keys()],
    open: async (name: string) => ({
      keys: async () => caches.get(name) ?? [],
      match: async (found: Response) => found.clone(),
    }),
    delete: async (name: string) => caches.delete(name),
  });
  const { user } = await openPanel();
  within(await kindRow("Camps and the map")).getByText("2.3 kB");
  await user.click(screen.getByRole("button", { name: "Remove: Camps and the map" }));
  await confirm("Remove from this device: Camps and the map?", user);
  await waitFor(async () => within(await kindRow("Camps and the map")).getByText("none"));
  expect([...caches.keys()]).toEqual([]);
});

test("removes only the chosen kind after explaining the consequences", async () => {
  await storeMemories();
  await makeFavourite();
  const { user } = await openPanel();
  await user.click(await screen.findByRole("button", { name: "Remove: Memories" }));
  const question = await screen.findByRole("alertdialog", { name: "Remove from this device: Memories?" });
  within(question).getByText("They stay on the server and need a signal again.");
  await user.click(within(question).getByRole("button", { name: "Remove" }));
  await waitFor(async () => within(await kindRow("Memories")).getByText("none"));
  expect(onWiped.mock.calls).toEqual([["memories"]]);
  expect(await counts()).toEqual({ queries: 0, outbox: 1 });
});

test("warns before removing unsent changes that they cannot be restored", async () => {
  await makeFavourite();
  const { user } = await openPanel();
  await user.click(await screen.findByRole("button", { name: "Remove: Waiting to be sent" }));
  const question = await screen.findByRole("alertdialog");
  within(question).getByText("These changes are on this device only. This deletes them for good.");
  await user.click(within(question).getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  expect(await counts()).toMatchObject({ outbox: 1 });
});

test("lists what would be lost before removing everything", async () => {
  await makeFavourite();
  await setUser("user-bob", "Bob");
  await makeFavourite();
  await makeFavourite();
  const { user } = await openPanel();
  await user.click(await screen.findByRole("button", { name: "Remove everything from this device" }));
  const question = await screen.findByRole("alertdialog", { name: "Remove everything from this device?" });
  within(question).getByText(
    /This deletes for good what only this device has: 2 unsent changes and 1 unsent thing someone else left here\./,
  );
  expect(await counts()).toMatchObject({ outbox: 3 });
});

test("confirms that nothing is lost when all data is on the server", async () => {
  await storeMemories();
  localStorage.setItem("looby.theme", "dark");
  const { user } = await openPanel();
  await user.click(await screen.findByRole("button", { name: "Remove everything from this device" }));
  const question = await screen.findByRole("alertdialog");
  within(question).getByText("Nothing is lost: what you made is on the server.");
  await user.click(within(question).getByRole("button", { name: "Remove" }));
  await waitFor(async () => expect(await counts()).toEqual({ queries: 0, outbox: 0 }));
  await waitFor(() => expect(localStorage.length).toBe(0));
});

test("offers to send queued changes first", async () => {
  await makeFavourite();
  const { user } = await openPanel();
  await user.click(await screen.findByRole("button", { name: "Send what waits first" }));
  expect(onSendFirst).toHaveBeenCalledOnce();
});

test("shows the used storage and asks the browser to make it persistent", async () => {
  persist.mockResolvedValue(false);
  const { user } = await openPanel();
  await screen.findByText("1.2 MB of 60 MB this browser allows.");
  screen.getByText(/your browser may delete it/);
  await user.click(screen.getByRole("button", { name: "Ask the browser to keep it" }));
  await screen.findByText(/Your browser said no for now/);
  expect(persist).toHaveBeenCalledOnce();
});

test("offers to install the app once the browser can", async () => {
  const prompt = vi.fn<() => void>();
  catchInstallPrompt();
  const { user } = await openPanel();
  await screen.findByText(/If this browser can do it/);
  act(() => void dispatchEvent(Object.assign(new Event("beforeinstallprompt"), { prompt })));
  await user.click(await screen.findByRole("button", { name: "Install Looby" }));
  expect(prompt).toHaveBeenCalledOnce();
  await waitFor(() => expect(screen.queryByRole("button", { name: "Install Looby" })).toBeNull());
});

async function openPanel(): Promise<OpenScreen> {
  return await openScreen(
    <DevicePanel productName="Looby" onSendFirst={onSendFirst} onWiped={onWiped}>
      {null}
    </DevicePanel>,
  );
}

async function kindRow(label: string): Promise<HTMLElement> {
  const rows = await screen.findAllByRole("listitem");
  return rows.find((row) => within(row).queryByText(label) !== null) ?? expect.fail(`no row: ${label}`);
}

async function confirm(title: string, user: OpenScreen["user"]): Promise<void> {
  const question = await screen.findByRole("alertdialog", { name: title });
  await user.click(within(question).getByRole("button", { name: "Remove" }));
}

async function makeFavourite(): Promise<void> {
  const input = { params: { campId: "camp-lantern" }, body: { isFavourite: true } };
  await enqueue(markCamp, input, { entity: "camp:camp-lantern", label: "Camp Lantern" });
}

async function storeMemories(): Promise<void> {
  const state = {
    data: ["There was quokkabread at the gate."],
    dataUpdatedAt: Date.parse("2026-08-30T06:00"),
  };
  const stored = { userId: "user-ada", query: { queryKey: ["memories", "archive"], state } };
  await (await openDatabase()).put("queries", stored, "memories");
}

async function counts(): Promise<{ queries: number; outbox: number }> {
  const database = await openDatabase();
  return { queries: await database.count("queries"), outbox: await database.count("outbox") };
}
