import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { createMemory, type Memory } from "#shared/features/memories/contract.ts";
import { CALLS_VERSION } from "#shared/outbox/operation.ts";
import { saveFile } from "#web/lib/save-file.ts";
import { listOperations } from "#web/offline/outbox/outbox.ts";
import { drain } from "#web/offline/outbox/sender.ts";
import { expectAccessible } from "#web/testing/expect-accessible.ts";
import { FakeServer } from "#web/testing/fake-server.ts";
import { freshDevice } from "#web/testing/fresh-device.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { plantOperation } from "#web/testing/planted-operation.ts";
import { OutboxDialog } from "./outbox-dialog.tsx";

// Writes by other versions of the page, and writes that a restored server lacks.

vi.mock("#web/lib/save-file.ts", () => ({ saveFile: vi.fn<typeof saveFile>() }));

const frame = { isOpen: true, onClose: () => undefined, onClosed: () => undefined };
const at = "2026-08-30T06:00:00.000Z";
const content = "The Queen of Hearts has made some tarts.";
const stored: Memory = {
  id: "memory-tarts",
  userId: "user-ada",
  type: "something-else",
  content,
  keywords: [],
  source: "looby",
  title: null,
  createdAt: at,
  updatedAt: at,
};
let server: FakeServer;

beforeEach(async () => {
  await freshDevice();
  server = new FakeServer();
});

test("leaves a write of a newer version queued and sends the others", async () => {
  await plantOperation({ endpointId: "tarts.steal", label: "Tarts", version: CALLS_VERSION + 1 }, {});
  await plantOperation({ endpointId: createMemory.id, label: "Memory" }, { type: "something-else", content });
  server.on(createMemory, () => stored);
  await drain();
  await openScreen(<OutboxDialog {...frame} />);
  const item = await screen.findByRole("listitem");
  within(item).getByRole("heading", { name: "Tarts" });
  within(item).getByText("Waiting");
  within(item).getByText("This version of Looby cannot send it. Please reload.");
  expect(server.asked(createMemory)).toHaveLength(1);
});

test("shows the contents of a write of an older version", async () => {
  await plantOlder();
  const { user } = await openScreen(<OutboxDialog {...frame} />);
  const item = await screen.findByRole("listitem");
  within(item).getByText(/An older version of Looby made it/);
  await user.click(within(item).getByText("What’s in it"));
  expect(within(item).getByText("recipe.flour").parentElement?.textContent).toBe("recipe.flourTwo cups");
  await expectAccessible();
});

test("saves a copy of a write of an older version", async () => {
  await plantOlder();
  const { user } = await openScreen(<OutboxDialog {...frame} />);
  const item = await screen.findByRole("listitem");
  await user.click(within(item).getByText("What’s in it"));
  await user.click(within(item).getByRole("button", { name: "Save a copy of Baking" }));
  await waitFor(() => expect(saveFile).toHaveBeenCalledWith("Baking.html", expect.any(Blob)));
  const [, file] = vi.mocked(saveFile).mock.lastCall ?? [];
  expect(await file?.text()).toContain("<dt>note</dt>\n<dd>All on a summer's day</dd>");
});

test("counts the writes a restored server lacks and sends them again on request", async () => {
  await plantMissing();
  const { user } = await openScreen(<OutboxDialog {...frame} />);
  const missing = await screen.findByRole("region", { name: "Missing on the server" });
  within(missing).getByText(/The server was set back to Aug 30, 2026.* 1 thing of yours is missing there/);
  await expectAccessible();
  await user.click(within(missing).getByRole("button", { name: "Send again" }));
  await waitFor(async () => expect(await listOperations()).toMatchObject([{ state: "queued" }]));
  server.on(createMemory, () => stored);
  await drain();
  await screen.findByText("Nothing is waiting");
  expect(server.asked(createMemory)).toMatchObject([{ body: { content } }]);
});

test("asks before it discards the writes a restored server lacks", async () => {
  await plantMissing();
  const { user } = await openScreen(<OutboxDialog {...frame} />);
  await user.click(await screen.findByRole("button", { name: "Leave out" }));
  const question = await screen.findByRole("alertdialog", { name: "Leave out 1 thing?" });
  await user.click(within(question).getByRole("button", { name: "Leave out" }));
  await screen.findByText("Nothing is waiting");
  expect(await listOperations()).toEqual([]);
});

async function plantOlder(): Promise<void> {
  const words = { recipe: { flour: "Two cups" }, note: "All on a summer's day" };
  await plantOperation({ endpointId: "tarts.bake", label: "Baking" }, words);
  await drain();
}

async function plantMissing(): Promise<void> {
  const problem = {
    code: "set-back",
    error: "It was set back.",
    current: new Date("2026-08-30T14:00").toISOString(),
  } as const;
  const row = { endpointId: createMemory.id, label: "Treacle-well", state: "failed", problem } as const;
  await plantOperation(row, { type: "something-else", content });
}
