import { screen, waitFor, within } from "@testing-library/react";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import {
  type ArchivedMemory,
  cursorAfter,
  editMemory,
  listMemories,
  MEMORY_PAGE,
} from "#shared/features/memories/archive/archive-contract.ts";
import { listOnThisDay } from "#shared/features/memories/archive/on-this-day-contract.ts";
import { startSending } from "#web/offline/outbox/when-to-send.ts";
import { FakeServer, Refusal } from "#web/testing/fake-server.ts";
import { freshDevice } from "#web/testing/fresh-device.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { withLayout } from "#web/testing/with-layout.ts";
import { pendingToasts, takeToasts } from "#web/ui/overlay/toast.ts";
import { ArchiveView } from "./archive-view.tsx";

const generator = memory("memory-1", "We repaired the generator with Mo.");
const umbrella = memory("memory-2", "An orange umbrella stood at the gate.");
const onCreate = vi.fn<() => void>();
const nothing = () => undefined;
let server: FakeServer;

beforeAll(() => {
  withLayout();
  startSending();
});

beforeEach(async () => {
  takeToasts();
  onCreate.mockReset();
  await freshDevice();
  server = new FakeServer();
  server.on(listMemories, ({ query }) => (query.q === undefined ? [generator, umbrella] : [umbrella]));
  server.on(listOnThisDay, () => ({ day: "2026-08-30", timeZone: "UTC", memories: [] }));
});

test("shows that the memories are loading", async () => {
  await openArchive();
  await screen.findByText("Loading your memories");
  await screen.findByRole("list", { name: "Memories" });
  expect(screen.queryByText("Loading your memories")).toBeNull();
});

test("offers to write the first memory in an empty archive", async () => {
  server.on(listMemories, () => []);
  const { user } = await openArchive();
  await screen.findByRole("heading", { name: "No memories found" });
  await user.click(screen.getByRole("button", { name: "Create a Memory" }));
  expect(onCreate).toHaveBeenCalledOnce();
});

test("shows why the memories did not load and fetches them on Try Again", async () => {
  server.on(listMemories, () => new Refusal("internal", "Something broke on our side."));
  const { user } = await openArchive();
  const alert = within(await screen.findByRole("alert"));
  alert.getByText("Failed to load your memories. Please try again.");
  alert.getByText("API error: 500 - Something broke on our side.");
  server.on(listMemories, () => [generator]);
  await user.click(alert.getByRole("button", { name: "Try Again" }));
  expect(await screen.findByText("We repaired the generator with Mo.")).toBeDefined();
});

test("leaves the list in place when a reload fails and reports it once", async () => {
  const { user } = await openArchive();
  await screen.findByText("We repaired the generator with Mo.");
  server.on(listMemories, () => new Refusal("internal", "Something broke on our side."));
  await user.click(screen.getByRole("button", { name: "Refresh" }));
  await waitFor(() =>
    expect(pendingToasts.get()).toEqual([
      { kind: "info", text: "Error refreshing memories. Using cached data." },
    ]),
  );
  screen.getByText("We repaired the generator with Mo.");
});

test("shows search results without days", async () => {
  const { user } = await openArchive();
  await screen.findByText("We repaired the generator with Mo.");
  screen.getByRole("heading", { name: "August 30, 2026" });
  await user.type(screen.getByLabelText("Search your memories"), "parasol{Enter}");
  await waitFor(() => expect(screen.queryByText("We repaired the generator with Mo.")).toBeNull());
  screen.getByText("An orange umbrella stood at the gate.");
  expect(screen.queryByRole("heading", { name: "August 30, 2026" })).toBeNull();
});

test("shows that nothing matches and clears the search", async () => {
  server.on(listMemories, ({ query }) => (query.q === undefined ? [generator] : []));
  const { user } = await openArchive();
  const search = screen.getByLabelText("Search your memories");
  await user.type(search, "qqqzzz{Enter}");
  await screen.findByRole("heading", { name: "No memories match your search." });
  await user.click(screen.getByRole("button", { name: "Clear filters" }));
  await screen.findByText("We repaired the generator with Mo.");
  expect(search).toHaveProperty("value", "");
});

test("shows only memories of the chosen source", async () => {
  const fromOmi = { ...umbrella, source: "omi" as const };
  server.on(listMemories, ({ query }) => (query.source === "omi" ? [fromOmi] : [generator, fromOmi]));
  const { user } = await openArchive();
  await screen.findByText("We repaired the generator with Mo.");
  await user.click(screen.getByRole("button", { name: "Omi" }));
  await waitFor(() => expect(screen.queryByText("We repaired the generator with Mo.")).toBeNull());
  await screen.findByText("An orange umbrella stood at the gate.");
});

test("shows both versions after a conflict and saves the user's on request", async () => {
  const theirs = { ...generator, content: "We repaired the pump.", version: 2 };
  const mine = { ...generator, content: "We repaired the lamp.", version: 3 };
  server.on(editMemory, ({ body }) =>
    body.version === 1
      ? new Refusal("conflict", "It was changed elsewhere.", { current: theirs })
      : (server.on(listMemories, () => [mine]), mine),
  );
  server.on(listMemories, () => [generator]);
  const { user } = await openArchive();
  await user.click(await screen.findByRole("button", { name: "Edit this memory" }));
  const words = screen.getByRole("textbox", { name: "Your memory" });
  await user.clear(words);
  await user.type(words, "We repaired the lamp.");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText(/We repaired the pump\./);
  await user.click(screen.getByRole("button", { name: "Keep mine" }));
  await waitFor(() => expect(screen.queryByRole("textbox", { name: "Your version" })).toBeNull());
  await screen.findByText("We repaired the lamp.");
  expect(server.asked(editMemory).map(({ body }) => body.version)).toEqual([1, 2]);
});

test("searches the memories on the device when offline", async () => {
  const { user } = await openArchive();
  await screen.findByText("We repaired the generator with Mo.");
  server.isReachable = false;
  await user.type(screen.getByLabelText("Search your memories"), "umbrella{Enter}");
  await screen.findByText("No connection: searched the 2 memories on this device by their words.");
  screen.getByText("An orange umbrella stood at the gate.");
  expect(screen.getByText(/On this phone, last synced/)).toBeDefined();
});

test("renders only the memories in view of a long archive", async () => {
  const all = Array.from({ length: 215 }, (_, index) => ({
    ...memory(`memory-${index}`, `Umbrella ${index}`),
    createdAt: new Date(Date.UTC(2026, 7, 30) - index * 1_000).toISOString(),
  }));
  server.on(listMemories, ({ query }) => {
    const start = all.findIndex((one) => query.before === cursorAfter(one)) + 1;
    return all.slice(start, start + (query.limit ?? MEMORY_PAGE));
  });
  await openArchive();
  await screen.findByText("Umbrella 0");
  const rows = within(screen.getByRole("list", { name: "Memories" }));
  // Once the second page is loaded, too.
  await waitFor(() => expect(rows.getAllByRole("listitem")[0]?.getAttribute("aria-setsize")).toBe("215"));
  rows.getByText("Umbrella 0");
  expect(rows.getAllByRole("listitem").length).toBeLessThan(80);
});

async function openArchive() {
  return await openScreen(
    <ArchiveView
      userId="user-ada"
      productName="Looby"
      isDemo={false}
      tab="list"
      onTab={nothing}
      onClose={nothing}
      onCreate={onCreate}
      onConnectOmi={nothing}
    />,
  );
}

function memory(id: string, content: string): ArchivedMemory {
  const at = new Date("2026-08-30T12:00").toISOString();
  return {
    id,
    userId: "user-ada",
    type: "something-else",
    content,
    keywords: [],
    source: "looby",
    title: null,
    createdAt: at,
    updatedAt: at,
    pseudonym: "Ada",
    analysis: {
      mood: null,
      topics: [],
      actionItems: [],
      doneItems: [],
      sentiment: "neutral",
      title: null,
      overview: null,
    },
    metadata: {
      source: "looby",
      version: 1,
      hasEmbedding: true,
      formatVersion: "v2",
      hasSpeakers: false,
      isThought: false,
      originalData: { structured: { title: null, overview: null } },
    },
    version: 1,
  };
}
