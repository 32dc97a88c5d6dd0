import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { uploadPhoto } from "#shared/features/photos/contract.ts";
import { editEntry, getResource } from "#shared/features/resources/contract.ts";
import { openQueuedListing } from "#web/features/resources/form/queued-listing.ts";
import { listOperations, listQueued } from "#web/offline/outbox/outbox.ts";
import { drain } from "#web/offline/outbox/sender.ts";
import { expectAccessible } from "#web/testing/expect-accessible.ts";
import { FakeServer, Refusal } from "#web/testing/fake-server.ts";
import { freshDevice } from "#web/testing/fresh-device.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { plantOperation } from "#web/testing/planted-operation.ts";
import { resourceWith } from "#web/testing/resources.ts";
import { EditEntryDialog } from "./edit-entry-dialog.tsx";

const onClose = vi.fn<() => void>();
const frame = { isOpen: true, onClose, onClosed: () => undefined };
const id = "entry-rattle";
const theirs = resourceWith({ id, title: "Rattle", description: "Theirs.", isMine: true, version: 7 });
let server: FakeServer;

beforeEach(async () => {
  onClose.mockClear();
  await freshDevice();
  server = new FakeServer();
  // The page's copy is older than both versions.
  server.on(getResource, () => ({ ...theirs, description: "As it was.", version: 1 }));
});

test("shows both versions of a conflict, with the photo only this device has", async () => {
  await plantConflict(true);
  await openScreen(<EditEntryDialog id={id} {...frame} />);
  await screen.findByText("Someone changed this too. Which version do you want to keep?");
  screen.getByText("Mine.");
  screen.getByText("Theirs.");
  await expectAccessible();
  expect(await screen.findByRole("img", { name: "Photo 1 of 1" })).toBeDefined();
});

test("sends the user's version, based on the server's current one, after Keep mine", async () => {
  await plantConflict(false);
  const { user } = await openScreen(<EditEntryDialog id={id} {...frame} />);
  server.on(editEntry, () => ({ ...theirs, description: "Mine.", version: 8 }));
  await user.click(await screen.findByRole("button", { name: "Keep mine" }));
  await waitFor(async () => expect(await listOperations()).toMatchObject([{ state: "queued" }]));
  await drain();
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(server.asked(editEntry)).toMatchObject([
    { params: { entryId: id }, body: { description: "Mine.", version: 7 } },
  ]);
});

test("uploads the photo of the user's version again after Keep mine", async () => {
  await plantConflict(true);
  const { user } = await openScreen(<EditEntryDialog id={id} {...frame} />);
  await user.click(await screen.findByRole("button", { name: "Keep mine" }));
  await waitFor(async () =>
    expect(await listOperations()).toMatchObject([
      { endpointId: uploadPhoto.id, state: "queued" },
      { endpointId: editEntry.id, state: "queued" },
    ]),
  );
  const [upload, write] = await listQueued();
  expect(upload?.body).toMatchObject({ file: { name: "rattle.png" } });
  expect(write?.dependsOn).toEqual([upload?.id]);
});

test("discards the user's version with its photo after Take this one", async () => {
  await plantConflict(true);
  const { user } = await openScreen(<EditEntryDialog id={id} {...frame} />);
  await user.click(await screen.findByRole("button", { name: "Take this one" }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(await listOperations()).toEqual([]);
});

test("leaves the user's version in the form when it is rejected after Keep mine", async () => {
  await plantConflict(false);
  server.on(editEntry, () => new Refusal("bad-request", "The title is not allowed."));
  const { user } = await openScreen(<EditEntryDialog id={id} {...frame} />);
  await user.click(await screen.findByRole("button", { name: "Keep mine" }));
  await waitFor(async () => expect(await listOperations()).toMatchObject([{ state: "queued" }]));
  await drain();
  await screen.findByText("Failed to update entry. The title is not allowed.");
  expect(screen.getByLabelText<HTMLTextAreaElement>("Description").value).toBe("Mine.");
});

test("closes without asking once the change is queued", async () => {
  const { user } = await openScreen(<EditEntryDialog id={id} {...frame} />);
  await user.type(await screen.findByLabelText("Title"), " two");
  server.isReachable = false;
  await user.click(screen.getByRole("button", { name: "Save Changes" }));
  await waitFor(async () => expect(await listOperations()).toHaveLength(1));
  await drain();
  await screen.findByText("Your changes are saved on this device. Looby sends them when there is a signal.");
  await user.keyboard("{Escape}");
  await waitFor(() => expect(onClose).toHaveBeenCalled());
});

test("does not continue a queued change that the form did not make", async () => {
  await plantOperation(
    { endpointId: editEntry.id, label: "Archive Rattle", params: { entryId: id } },
    { status: "archived" },
  );
  expect(await openQueuedListing({ entryId: id })).toBeNull();
});

test("names the photo that was not uploaded and the reason", async () => {
  const photoId = "photo-rattle";
  const file = new File(["pixels"], "rattle.png", { type: "image/png" });
  const problem = { code: "bad-request", error: "This photo cannot be read." } as const;
  await plantOperation(
    { id: photoId, endpointId: uploadPhoto.id, label: "Photo of Rattle", state: "failed", problem },
    { file, purpose: "entry" },
  );
  const photos = [{ $resultOf: photoId, field: "path" }];
  await plantOperation(
    { endpointId: editEntry.id, label: "Rattle", params: { entryId: id }, dependsOn: [photoId] },
    { title: "Rattle", description: "Mine.", status: "available", version: 1, photos },
  );
  await openScreen(<EditEntryDialog id={id} {...frame} />);
  await screen.findByText("Failed to upload rattle.png. This photo cannot be read.");
  expect(screen.getByText("Failed to upload photos. This photo cannot be read.")).toBeDefined();
});

async function plantConflict(hasPhoto: boolean): Promise<void> {
  const photoId = "photo-rattle";
  if (hasPhoto) {
    const file = new File(["pixels"], "rattle.png", { type: "image/png" });
    const row = { id: photoId, endpointId: uploadPhoto.id, label: "Photo of Rattle" };
    await plantOperation(row, { file, purpose: "entry" });
  }
  const problem = { code: "conflict", error: "Someone changed this too.", current: theirs } as const;
  await plantOperation(
    {
      endpointId: editEntry.id,
      label: "Rattle",
      params: { entryId: id },
      entity: `resource:${id}`,
      state: "conflict",
      problem,
      dependsOn: hasPhoto ? [photoId] : [],
    },
    {
      title: "Rattle",
      description: "Mine.",
      status: "available",
      version: 1,
      photos: hasPhoto ? [{ $resultOf: photoId, field: "path" }] : [],
    },
  );
}
