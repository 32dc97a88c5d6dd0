import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { uploadPhoto } from "#shared/features/photos/contract.ts";
import { editEntry } from "#shared/features/resources/contract.ts";
import { openDatabase } from "#web/offline/database.ts";
import { append, listOperations } from "#web/offline/outbox/outbox.ts";
import { operation } from "#web/offline/outbox/queue.ts";
import { drain } from "#web/offline/outbox/sender.ts";
import { expectAccessible } from "#web/testing/expect-accessible.ts";
import { FakeServer, Refusal } from "#web/testing/fake-server.ts";
import { freshDevice } from "#web/testing/fresh-device.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { plantOperation } from "#web/testing/planted-operation.ts";
import { resourceWith } from "#web/testing/resources.ts";
import { OutboxDialog } from "./outbox-dialog.tsx";

const frame = { isOpen: true, onClose: () => undefined, onClosed: () => undefined };
const entryId = "entry-rattle";
const theirs = resourceWith({
  id: entryId,
  title: "Rattle",
  description: "Theirs.",
  isMine: true,
  version: 7,
});
let server: FakeServer;

beforeEach(async () => {
  await freshDevice();
  server = new FakeServer();
});

test("shows both versions of a conflict without their equal fields", async () => {
  await changeInConflict();
  await openScreen(<OutboxDialog {...frame} />);
  const item = await screen.findByRole("listitem");
  within(item).getByText("Changed by someone else");
  const mine = await within(item).findByRole("region", { name: "Yours: Rattle" });
  expect(mine.textContent).toBe("YoursDescriptionMine.");
  const other = within(item).getByRole("region", { name: "On the server: Rattle" });
  expect(other.textContent).toBe("On the serverDescriptionTheirs.");
  await expectAccessible();
});

test("offers only the choice between the two versions of a conflict", async () => {
  await changeInConflict();
  await openScreen(<OutboxDialog {...frame} />);
  await screen.findByRole("button", { name: "Keep mine: Rattle" });
  expect(screen.queryByRole("button", { name: /^(Edit|Retry|Discard) Rattle/ })).toBeNull();
});

test("sends the user's version, based on the server's current one, after Keep mine", async () => {
  await changeInConflict();
  const { user } = await openScreen(<OutboxDialog {...frame} />);
  server.on(editEntry, () => ({ ...theirs, description: "Mine.", version: 8 }));
  await user.click(await screen.findByRole("button", { name: "Keep mine: Rattle" }));
  await waitFor(async () => expect(await listOperations()).toMatchObject([{ state: "queued" }]));
  await drain();
  await screen.findByText("Nothing is waiting");
  expect(server.asked(editEntry).at(-1)).toMatchObject({
    params: { entryId },
    body: { title: "Rattle", description: "Mine.", version: 7 },
  });
});

test("discards the user's version after Take theirs", async () => {
  await changeInConflict();
  const { user } = await openScreen(<OutboxDialog {...frame} />);
  await user.click(await screen.findByRole("button", { name: "Take theirs: Rattle" }));
  await screen.findByText("Nothing is waiting");
  expect(await listOperations()).toEqual([]);
  await drain();
  expect(server.asked(editEntry)).toHaveLength(1);
});

test("shows the photo of the user's version, which exists only on this device", async () => {
  await plantOperation(
    { id: "photo-rattle", endpointId: uploadPhoto.id, label: "Photo of Rattle", state: "queued" },
    { file: new File(["pixels"], "rattle.png", { type: "image/png" }), purpose: "entry" },
  );
  const problem = { code: "conflict", error: "Someone changed this too.", current: theirs } as const;
  await plantOperation(
    {
      endpointId: editEntry.id,
      label: "Rattle",
      params: { entryId },
      entity: `resource:${entryId}`,
      state: "conflict",
      problem,
      dependsOn: ["photo-rattle"],
    },
    { description: "Mine.", photos: [{ $resultOf: "photo-rattle", field: "path" }], version: 1 },
  );
  await openScreen(<OutboxDialog {...frame} />);
  const mine = await screen.findByRole("region", { name: "Yours: Rattle" });
  await within(mine).findByRole("img", { name: "Photo 1 of 1" });
  const other = screen.getByRole("region", { name: "On the server: Rattle" });
  expect(await within(other).findByText("None")).toBeDefined();
});

test("offers only to save or discard a change to a deleted entry", async () => {
  server.on(editEntry, () => new Refusal("gone", "This was deleted on another device."));
  await change();
  const { user } = await openScreen(<OutboxDialog {...frame} />);
  const item = await screen.findByRole("listitem");
  within(item).getByText("This was deleted on another device.");
  await user.click(within(item).getByText("What’s in it"));
  const buttons = within(item).getAllByRole("button");
  expect(buttons.map((button) => button.getAttribute("aria-label"))).toEqual([
    "Save a copy of Rattle",
    "Discard Rattle",
  ]);
  await expectAccessible();
});

test("offers to save a photo that was uploaded before its write was rejected", async () => {
  const file = new File(["pixels"], "rattle.png", { type: "image/png" });
  await (await openDatabase()).put("bodies", { file, purpose: "entry" }, "photo-rattle");
  const problem = { code: "gone", error: "This was deleted on another device." } as const;
  const row = { endpointId: editEntry.id, label: "Rattle", dependsOn: ["photo-rattle"] };
  await plantOperation({ ...row, state: "failed", problem }, { description: "Mine." });
  const { user } = await openScreen(<OutboxDialog {...frame} />);
  await user.click(await screen.findByText("What’s in it"));
  expect(await screen.findByRole("button", { name: "Save rattle.png, 1 kB" })).toBeDefined();
});

async function change(): Promise<void> {
  const body = { title: "Rattle", description: "Mine.", version: 1 };
  const of = { entity: `resource:${entryId}`, label: "Rattle" };
  await append([operation(editEntry, { params: { entryId }, body }, of)]);
  await drain();
}

async function changeInConflict(): Promise<void> {
  const details = { current: theirs };
  server.on(editEntry, () => new Refusal("conflict", "Someone changed this too.", details));
  await change();
}
