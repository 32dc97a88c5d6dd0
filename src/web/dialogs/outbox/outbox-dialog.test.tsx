import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { markCamp } from "#shared/features/explore/contract.ts";
import { uploadPhoto } from "#shared/features/photos/contract.ts";
import { addResource, deleteEntry, editEntry } from "#shared/features/resources/contract.ts";
import { openDatabase } from "#web/offline/database.ts";
import { append, listOperations } from "#web/offline/outbox/outbox.ts";
import { enqueue, operation } from "#web/offline/outbox/queue.ts";
import { drain } from "#web/offline/outbox/sender.ts";
import { FakeServer, Refusal } from "#web/testing/fake-server.ts";
import { freshDevice } from "#web/testing/fresh-device.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { OutboxDialog } from "./outbox-dialog.tsx";

const frame = { isOpen: true, onClose: () => undefined, onClosed: () => undefined };
const campId = "camp-lantern";
const marked = { campId, isFavourite: true, note: "", updatedAt: "2026-08-30T06:00:00.000Z" };
let server: FakeServer;

beforeEach(async () => {
  await freshDevice();
  server = new FakeServer();
});

test("shows why a write was rejected and sends it again on Retry", async () => {
  server.on(markCamp, () => new Refusal("not-found", "There is no such camp."));
  await makeFavourite();
  await drain();
  const { user } = await openScreen(<OutboxDialog {...frame} />);
  const item = await screen.findByRole("listitem");
  within(item).getByText("Refused");
  within(item).getByText("There is no such camp.");
  server.on(markCamp, () => marked);
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

test("leaves a write queued when the user cancels discarding it", async () => {
  await makeFavourite();
  const { user } = await openScreen(<OutboxDialog {...frame} />);
  await user.click(await screen.findByRole("button", { name: "Discard Camp Lantern" }));
  await user.click(await screen.findByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  expect(await listOperations()).toMatchObject([{ label: "Camp Lantern" }]);
});

test("undoes the deletion of a thing without a question", async () => {
  const input = { params: { entryId: "gear-drill" } };
  await enqueue(deleteEntry, input, { entity: "resource:gear-drill", label: "Delete: A drill" });
  const { user } = await openScreen(<OutboxDialog {...frame} />);
  expect(await screen.findByRole("heading", { name: "Delete: A drill" })).toBeDefined();
  await user.click(screen.getByRole("button", { name: "Undo Delete: A drill" }));
  await screen.findByText("Nothing is waiting");
  expect(await listOperations()).toEqual([]);
});

test("discards the photo together with its write", async () => {
  await addWithPhoto();
  const { user } = await openScreen(<OutboxDialog {...frame} />);
  await user.click(await screen.findByRole("button", { name: "Discard Mock turtle" }));
  const question = await screen.findByRole("alertdialog", { name: "Discard Mock turtle?" });
  within(question).getByText(/It and its photo are on this device only/);
  await user.click(within(question).getByRole("button", { name: "Discard" }));
  await screen.findByText("Nothing is waiting");
  expect(await listOperations()).toEqual([]);
  expect(await (await openDatabase()).getAllKeys("bodies")).toEqual([]);
  await drain();
  expect(server.asked(uploadPhoto)).toEqual([]);
});

test("opens the form of a rejected resource on Edit", async () => {
  server.on(addResource, () => new Refusal("invalid-input", "A tag is too long."));
  await append([newResource("add-mill", "Pepper mill")]);
  await drain();
  const { user, address } = await openScreen(<OutboxDialog {...frame} />);
  await user.click(await screen.findByRole("button", { name: "Edit Pepper mill" }));
  await waitFor(() => expect(address()).toBe("/?dialog=add-resource&id=add-mill"));
});

test("opens the entry's own form for a rejected change on Edit", async () => {
  server.on(editEntry, () => new Refusal("invalid-input", "The title is too long."));
  const input = { params: { entryId: "entry-rattle" }, body: { title: "Rattle" } };
  await enqueue(editEntry, input, { entity: "resource:entry-rattle", label: "Rattle" });
  await drain();
  const { user, address } = await openScreen(<OutboxDialog {...frame} />);
  await user.click(await screen.findByRole("button", { name: "Edit Rattle" }));
  await waitFor(() => expect(address()).toBe("/?dialog=edit-entry&id=entry-rattle"));
});

test("offers no Edit for a rejected write without a form", async () => {
  server.on(markCamp, () => new Refusal("not-found", "There is no such camp."));
  await makeFavourite();
  await drain();
  await openScreen(<OutboxDialog {...frame} />);
  await screen.findByRole("button", { name: "Retry Camp Lantern" });
  expect(screen.queryByRole("button", { name: /^Edit/ })).toBeNull();
});

test("sends a waiting write at once on Try now", async () => {
  server.on(markCamp, () => new Refusal("unavailable", "Starting up."));
  await makeFavourite();
  await drain();
  const { user } = await openScreen(<OutboxDialog {...frame} />);
  const item = await screen.findByRole("listitem");
  within(item).getByText("Waiting");
  within(item).getByText("Starting up.");
  expect((await listOperations())[0]?.notBefore).toBeGreaterThan(0);
  server.on(markCamp, () => marked);
  await user.click(screen.getByRole("button", { name: "Try now" }));
  await waitFor(async () => expect(await listOperations()).toMatchObject([{ notBefore: 0 }]));
  await drain();
  await screen.findByText("Nothing is waiting");
});

test("offers to sign in after the session ended, then sends the write", async () => {
  server.on(markCamp, () => new Refusal("unauthenticated", "Please sign in."));
  await makeFavourite();
  await drain();
  const { user, address } = await openScreen(<OutboxDialog {...frame} />);
  within(await screen.findByRole("listitem")).getByText("Please sign in.");
  await user.click(screen.getByRole("button", { name: "Sign In" }));
  await waitFor(() => expect(address()).toBe("/?dialog=account&mode=sign-in"));
  server.on(markCamp, () => marked);
  await user.click(screen.getByRole("button", { name: "Try now" }));
  await waitFor(async () => expect(await listOperations()).toMatchObject([{ notBefore: 0 }]));
  await drain();
  await screen.findByText("Nothing is waiting");
});

test("reports a file that the device has lost without sending the rest", async () => {
  await addWithPhoto();
  await (await openDatabase()).delete("bodies", "photo-turtle");
  await drain();
  await openScreen(<OutboxDialog {...frame} />);
  const item = await screen.findByRole("listitem");
  within(item).getByText("This device has lost a file that belongs to it. Please add it again.");
  within(item).getByRole("button", { name: "Edit Mock turtle" });
  expect(server.asked(addResource)).toEqual([]);
});

async function makeFavourite(): Promise<void> {
  const input = { params: { campId }, body: { isFavourite: true } };
  await enqueue(markCamp, input, { entity: `camp:${campId}`, label: "Camp Lantern" });
}

function newResource(id: string, title: string) {
  const body = {
    loobricateId: "tinker-row",
    title,
    description: "To borrow.",
    offeringType: "gear",
  } as const;
  return operation(addResource, { body }, { id, entity: `resource:${id}`, label: title });
}

async function addWithPhoto(): Promise<void> {
  const file = new File(["pixels"], "turtle.png", { type: "image/png" });
  const photo = operation(
    uploadPhoto,
    { body: { file, purpose: "entry" } },
    { id: "photo-turtle", entity: "photo:turtle", label: "Photo of Mock turtle" },
  );
  await append([photo, { ...newResource("add-turtle", "Mock turtle"), dependsOn: ["photo-turtle"] }]);
}
