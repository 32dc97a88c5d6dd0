import { act, cleanup, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { LOST_PHOTO } from "#web/features/photos/picked-photos.ts";
import { openDatabase } from "#web/offline/database.ts";
import { saveFormDraft } from "#web/offline/drafts/form-drafts.ts";
import { formDrafts } from "#web/offline/user/phone-user.ts";
import { FakeServer } from "#web/testing/fake-server.ts";
import { freshDevice } from "#web/testing/fresh-device.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { CommunityForm } from "./community-form.tsx";

const maker = {
  userId: "user-ada",
  pseudonym: "Ada",
  isAnonymous: false,
  email: null,
  phone: null,
  createdAt: "2026-08-30T06:00:00.000Z",
};
const form = <CommunityForm maker={maker} communityNoun="Loobricate" onDone={() => undefined} />;
const photo = new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe0])], "us.jpg", { type: "image/jpeg" });
const draftRows = async () => (await openDatabase()).getAll("facts", formDrafts());

const silence = vi.hoisted(() => ({ isOn: false }));
vi.mock("#web/offline/drafts/draft-photos.ts", async (original) => {
  const actual = await original<typeof import("#web/offline/drafts/draft-photos.ts")>();
  const never = new Promise<null>(() => undefined);
  return {
    ...actual,
    readDraftPhoto: async (id: string) => await (silence.isOn ? never : actual.readDraftPhoto(id)),
  };
});

beforeEach(async () => {
  silence.isOn = false;
  await freshDevice();
  new FakeServer();
  vi.stubGlobal("createImageBitmap", async () => ({ width: 1, height: 1, close: () => undefined }));
});

test("restores the chosen profile photo after a reload, until it is removed", async () => {
  const { user } = await openScreen(form);
  await user.upload(screen.getByLabelText("Choose a profile photo"), photo);
  await waitFor(async () => expect(await draftRows()).toHaveLength(2)); // the words and the photo
  cleanup();
  const next = await openScreen(form);
  await screen.findByRole("img", { name: "Profile preview" });
  await next.user.click(screen.getByRole("button", { name: "Remove the profile photo" }));
  await waitFor(async () => expect(await draftRows()).toEqual([]));
});

test("shows that it waits for its photo, until the database has not answered for ten seconds", async () => {
  silence.isOn = true;
  onTestFinished(() => void vi.useRealTimers());
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
  const words = { name: "Lantern Works", photos: "photo-1" };
  await saveFormDraft({ name: "community", seen: [], words }, "user-ada");
  await openScreen(form);
  const create = screen.getByRole("button", { name: "Create Loobricate" });
  await waitFor(() => expect(create.getAttribute("aria-busy")).toBe("true"));
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  expect(await screen.findByText(LOST_PHOTO)).toBeDefined();
  expect(create.getAttribute("aria-busy")).toBeNull();
});
