import { cleanup, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { listCommunities } from "#shared/features/communities/contract.ts";
import { LOST_PHOTO } from "#web/features/photos/picked-photos.ts";
import { openDatabase } from "#web/offline/database.ts";
import { saveFormDraft } from "#web/offline/drafts/form-drafts.ts";
import { formDrafts } from "#web/offline/user/phone-user.ts";
import { communityWith } from "#web/testing/communities.ts";
import { FakeServer } from "#web/testing/fake-server.ts";
import { freshDevice } from "#web/testing/fresh-device.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { AddResourceDialog } from "./add-resource-dialog.tsx";

// A page that was reloaded after the user had chosen photos.

const frame = { isOpen: true, onClose: () => undefined, onClosed: () => undefined };
const photo = new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe0])], "lamp.jpg", { type: "image/jpeg" });
const draftRows = async () => (await openDatabase()).getAll("facts", formDrafts());

beforeEach(async () => {
  await freshDevice();
  new FakeServer().on(listCommunities, () => ({ loobricates: [communityWith({ role: "member" })] }));
  // jsdom cannot decode pictures.
  vi.stubGlobal("createImageBitmap", async () => Promise.reject(new Error("no picture")));
});

test("restores a chosen photo after a reload, and deletes it on Start over", async () => {
  const { user } = await openScreen(<AddResourceDialog {...frame} />);
  await user.upload(await screen.findByLabelText("Add photos"), photo);
  await waitFor(async () => expect(await draftRows()).toHaveLength(2)); // the words and the photo
  cleanup();
  const next = await openScreen(<AddResourceDialog {...frame} />);
  await screen.findByRole("img", { name: "lamp.jpg" });
  await next.user.click(screen.getByRole("button", { name: "Start over" }));
  await waitFor(() => expect(screen.queryByRole("img", { name: "lamp.jpg" })).toBeNull());
  await waitFor(async () => expect(await draftRows()).toEqual([]));
});

test("asks to choose a photo again that this device could not store", async () => {
  const words = { title: "Lamp", photos: "not-stored" };
  await saveFormDraft({ name: "resource", seen: [], words }, "user-ada");
  await openScreen(<AddResourceDialog {...frame} />);
  expect((await screen.findByText(LOST_PHOTO)).closest("[role=alert]")).not.toBeNull();
  expect(screen.queryByRole("img")).toBeNull();
});
