import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { markCamp } from "#shared/features/explore/contract.ts";
import { saveFile } from "#web/lib/save-file.ts";
import { openDatabase } from "#web/offline/database.ts";
import { enqueue } from "#web/offline/outbox/queue.ts";
import { drain } from "#web/offline/outbox/sender.ts";
import { setUser } from "#web/offline/user/set-user.ts";
import { expectAccessible } from "#web/testing/expect-accessible.ts";
import { FakeServer } from "#web/testing/fake-server.ts";
import { freshDevice } from "#web/testing/fresh-device.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { OutboxDialog } from "./outbox-dialog.tsx";

vi.mock("#web/lib/save-file.ts", () => ({ saveFile: vi.fn<typeof saveFile>() }));

const frame = { isOpen: true, onClose: () => undefined, onClosed: () => undefined };
let server: FakeServer;

beforeEach(async () => {
  await freshDevice("user-alice", "Alice");
  server = new FakeServer();
  await makeFavourite("camp-looking-glass", "Looking glass");
});

test("shows only the owner and the number of another user's writes", async () => {
  await makeFavourite("camp-red-king", "Red King");
  await setUser("user-ada", "Ada");
  await openScreen(<OutboxDialog {...frame} />);
  await screen.findByText("2 things of Alice wait here until Alice signs in.");
  screen.getByText("Nothing of yours is waiting");
  expect(document.body.textContent).not.toMatch(/Looking glass|Red King/);
  await expectAccessible();
});

test("sends another user's writes only once that user is signed in again", async () => {
  await setUser("user-ada", "Ada");
  await drain();
  expect(server.asked(markCamp)).toEqual([]);
  server.on(markCamp, ({ params }) => ({
    ...params,
    isFavourite: true,
    note: "",
    updatedAt: "2026-08-30T06:00:00Z",
  }));
  await setUser("user-alice", "Alice");
  await openScreen(<OutboxDialog {...frame} />);
  await screen.findByRole("heading", { name: "Looking glass" });
  await drain();
  await screen.findByText("Nothing is waiting");
  expect(server.asked(markCamp)).toMatchObject([{ params: { campId: "camp-looking-glass" } }]);
});

test("offers to sign in to the account whose writes wait", async () => {
  await setUser("user-ada", "Ada");
  const { user, address } = await openScreen(<OutboxDialog {...frame} />);
  await user.click(await screen.findByRole("button", { name: "Sign In" }));
  await waitFor(() => expect(address()).toBe("/?dialog=account&mode=sign-in"));
});

test("does not let an account save another user's writes", async () => {
  await setUser("user-ada", "Ada");
  await openScreen(<OutboxDialog {...frame} />);
  await screen.findByRole("button", { name: "Discard all" });
  expect(screen.queryByRole("button", { name: "Save as a file" })).toBeNull();
});

test("lets a visitor save the writes of an account whose session ended", async () => {
  await setUser("anon-visitor");
  const { user } = await openScreen(<OutboxDialog {...frame} />);
  await user.click(await screen.findByRole("button", { name: "Save as a file" }));
  await waitFor(() => expect(saveFile).toHaveBeenCalledWith("looby-not-sent.html", expect.any(Blob)));
  const [, page] = vi.mocked(saveFile).mock.lastCall ?? [];
  expect(await page?.text()).toContain("<h2>Looking glass</h2>");
});

test("does not let a visitor save the writes of a user who signed out", async () => {
  await setUser(null);
  await setUser("anon-visitor");
  await openScreen(<OutboxDialog {...frame} />);
  await screen.findByRole("button", { name: "Discard all" });
  expect(screen.queryByRole("button", { name: "Save as a file" })).toBeNull();
});

test("asks before it discards all of another user's writes", async () => {
  await setUser("user-ada", "Ada");
  await makeFavourite("camp-lantern", "Camp Lantern");
  const { user } = await openScreen(<OutboxDialog {...frame} />);
  await user.click(await screen.findByRole("button", { name: "Discard all" }));
  const question = await screen.findByRole("alertdialog", { name: "Discard everything Alice left here?" });
  expect(await labels()).toEqual(["Looking glass", "Camp Lantern"]);
  await user.click(within(question).getByRole("button", { name: "Discard" }));
  await waitFor(() => expect(screen.queryByText(/of Alice/)).toBeNull());
  expect(await labels()).toEqual(["Camp Lantern"]);
});

async function makeFavourite(campId: string, label: string): Promise<void> {
  const input = { params: { campId }, body: { isFavourite: true } };
  await enqueue(markCamp, input, { entity: `camp:${campId}`, label });
}

/** The labels of the queued writes of all users of the device. */
async function labels(): Promise<string[]> {
  return (await (await openDatabase()).getAll("outbox")).map(({ label }) => label);
}
