import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { deleteThread, listThreads } from "#shared/features/chat/contract.ts";
import { reportUnreachable } from "#web/lib/server/reachability.ts";
import { discard, listOperations } from "#web/offline/outbox/outbox.ts";
import { drain } from "#web/offline/outbox/sender.ts";
import { outboxView } from "#web/offline/outbox/outbox-view.ts";
import { FakeServer, Refusal } from "#web/testing/fake-server.ts";
import { freshDevice } from "#web/testing/fresh-device.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { ThreadList } from "./thread-list.tsx";

const tea = { id: "thread-tea", title: "Tea", companion: "looby", updatedAt: "2026-08-30T14:20:00.000Z" };
const onDeleted = vi.fn<(id: string) => void>();
let server: FakeServer;

beforeEach(async () => {
  onDeleted.mockReset();
  await freshDevice();
  server = new FakeServer();
  server.on(listThreads, () => ({
    threads: [tea, { ...tea, id: "thread-ice", title: "Ice" }].map((thread) => ({
      ...thread,
      excerpt: null,
    })),
  }));
});

test("hides a conversation deleted without a signal, and shows it again after Undo", async () => {
  await openList();
  server.isReachable = false;
  reportUnreachable("silent");
  await deleteTea();
  await expect.poll(listOperations).toMatchObject([{ label: "Delete: Tea" }]);
  await waitFor(() => expect(screen.queryByText("Tea")).toBeNull());
  screen.getByText("Ice");
  await drain();
  await expect.poll(() => onDeleted.mock.calls).toEqual([["thread-tea"]]);
  const [deletion] = outboxView.get().operations;
  await discard(deletion?.id ?? "");
  await screen.findByText("Tea");
});

test("hides a conversation that was deleted on another device", async () => {
  await openList();
  server.on(deleteThread, () => new Refusal("not-found", "This is not there."));
  await deleteTea();
  await expect.poll(listOperations).toHaveLength(1);
  await drain();
  await expect.poll(() => onDeleted.mock.calls).toEqual([["thread-tea"]]);
  await expect.poll(listOperations).toEqual([]);
});

async function openList() {
  await openScreen(
    <ThreadList
      companion={{ id: "looby", name: "Looby" }}
      nameOf={() => "Looby"}
      openId={null}
      onOpen={() => undefined}
      onNew={() => undefined}
      onDeleted={onDeleted}
    />,
  );
  await screen.findByText("Tea");
}

async function deleteTea(): Promise<void> {
  (await screen.findByRole("button", { name: "Delete Tea" })).click();
  const question = await screen.findByRole("group", { name: "Delete Tea?" });
  within(question).getByRole("button", { name: "Delete" }).click();
}
