import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { markCamp } from "#shared/features/explore/contract.ts";
import { listOperations } from "#web/offline/outbox/outbox.ts";
import { enqueue } from "#web/offline/outbox/queue.ts";
import { drain } from "#web/offline/outbox/sender.ts";
import { FakeServer, Refusal } from "#web/testing/fake-server.ts";
import { freshDevice } from "#web/testing/fresh-device.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { OutboxDialog } from "./outbox-dialog.tsx";

const frame = { isOpen: true, onClose: () => undefined, onClosed: () => undefined };
const campId = "camp-lantern";
let server: FakeServer;

beforeEach(async () => {
  await freshDevice();
  server = new FakeServer();
});

test("shows why a write was refused, and Retry sends it", async () => {
  server.on(markCamp, () => new Refusal("not-found", "There is no such camp."));
  await makeFavourite();
  await drain();
  const { user } = await openScreen(<OutboxDialog {...frame} />);
  const item = await screen.findByRole("listitem");
  within(item).getByText("Refused");
  within(item).getByText("There is no such camp.");
  server.on(markCamp, () => ({ campId, isFavourite: true, note: "", updatedAt: "2026-08-30T06:00:00.000Z" }));
  await user.click(within(item).getByRole("button", { name: "Retry Camp Lantern" }));
  await waitFor(async () => expect(await listOperations()).toMatchObject([{ state: "queued" }]));
  await drain();
  await screen.findByText("Nothing is waiting");
  expect(server.asked(markCamp)).toHaveLength(2);
});

test("asks before it discards a write", async () => {
  await makeFavourite();
  const { user } = await openScreen(<OutboxDialog {...frame} />);
  await user.click(await screen.findByRole("button", { name: "Discard Camp Lantern" }));
  const question = await screen.findByRole("alertdialog", { name: "Discard Camp Lantern?" });
  await user.click(within(question).getByRole("button", { name: "Discard" }));
  await screen.findByText("Nothing is waiting");
  expect(await listOperations()).toEqual([]);
  expect(server.asked(markCamp)).toEqual([]);
});

async function makeFavourite(): Promise<void> {
  const input = { params: { campId }, body: { isFavourite: true } };
  await enqueue(markCamp, input, { entity: `camp:${campId}`, label: "Camp Lantern" });
}
