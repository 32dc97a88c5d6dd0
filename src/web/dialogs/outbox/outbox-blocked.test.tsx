import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { uploadPhoto } from "#shared/features/photos/contract.ts";
import { openDatabase } from "#web/offline/database.ts";
import { append, findBody, listOperations } from "#web/offline/outbox/outbox.ts";
import { operation } from "#web/offline/outbox/queue.ts";
import { FakeServer } from "#web/testing/fake-server.ts";
import { freshDevice } from "#web/testing/fresh-device.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { takeToasts } from "#web/ui/overlay/toast.ts";
import { OutboxDialog } from "./outbox-dialog.tsx";

// A photo that something on the way to the server refuses again and again.

vi.mock("#web/features/photos/shrink-photo.ts", () => ({
  // jsdom cannot decode pictures.
  shrinkPhoto: async (file: File, share: number) => shrunk(`${share} of ${file.name}`),
}));
let shrunk: (name: string) => File;

const frame = { isOpen: true, onClose: () => undefined, onClosed: () => undefined };

beforeEach(async () => {
  await freshDevice();
  new FakeServer();
  shrunk = (name) => new File(["half"], name);
});

test.each(["blocked", "cut"] as const)(
  "names the size of a photo that is %s and offers every way on",
  async (code) => {
    await blockedPhoto(1_100_000, code);
    await openScreen(<OutboxDialog {...frame} />);
    const item = within(await screen.findByRole("listitem"));
    item.getByText("Blocked on the way");
    item.getByText(
      "A file of 1.1 MB does not get through this network. Send a smaller copy, or join another network and try again.",
    );
    for (const name of ["Send a smaller copy of", "Retry", "Save a copy of", "Discard"])
      expect(await item.findByRole("button", { name: `${name} Photo of Lamp`, hidden: true })).toBeDefined();
  },
);

test("queues a smaller copy of a blocked photo again", async () => {
  await blockedPhoto(1_100_000);
  const { user } = await openScreen(<OutboxDialog {...frame} />);
  await user.click(await screen.findByRole("button", { name: "Send a smaller copy of Photo of Lamp" }));
  await waitFor(async () =>
    expect(await listOperations()).toMatchObject([{ state: "queued", tries: 0, problem: null }]),
  );
  expect(await findBody("photo")).toMatchObject({ file: { name: "0.5 of lamp.jpg" }, purpose: "entry" });
  expect(screen.queryByRole("button", { name: /smaller/ })).toBeNull();
});

const unreadable = new File(["half"], "lamp.jpg");
unreadable.arrayBuffer = async () => await Promise.reject(new DOMException("gone", "NotReadableError"));
test.each([
  ["cannot open", new File([new Uint8Array(1_100_000)], "lamp.jpg")],
  ["cannot store", unreadable],
])("says that no smaller copy is sent of a photo that this device %s", async (_, copy) => {
  shrunk = () => copy;
  await blockedPhoto(1_100_000);
  const { user } = await openScreen(<OutboxDialog {...frame} />);
  await user.click(await screen.findByRole("button", { name: "Send a smaller copy of Photo of Lamp" }));
  await waitFor(() =>
    expect(takeToasts()).toMatchObject([{ kind: "problem", text: expect.stringContaining("smaller copy") }]),
  );
  expect(await listOperations()).toMatchObject([{ state: "failed", tries: 4 }]);
});

async function blockedPhoto(bytes: number, code: "blocked" | "cut" = "blocked"): Promise<void> {
  const file = new File([new Uint8Array(bytes)], "lamp.jpg", { type: "image/jpeg" });
  const input = { body: { file, purpose: "entry" as const } };
  const [row] = await append([
    operation(uploadPhoto, input, { id: "photo", entity: "photo:photo", label: "Photo of Lamp" }),
  ]);
  if (row === undefined) throw new Error("nothing was stored");
  const problem = { code, error: "It did not get through." };
  await (await openDatabase()).put("outbox", { ...row, state: "failed", tries: 4, problem });
}
