import { screen, waitFor, within } from "@testing-library/react";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { deleteEntry, editEntry, getResource } from "#shared/features/resources/contract.ts";
import { listOperations } from "#web/offline/outbox/outbox.ts";
import { startSending } from "#web/offline/outbox/when-to-send.ts";
import { FakeServer } from "#web/testing/fake-server.ts";
import { freshDevice } from "#web/testing/fresh-device.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { resourceWith } from "#web/testing/resources.ts";
import { ResourceDialog } from "./resource-dialog.tsx";

beforeAll(() => startSending());
beforeEach(async () => freshDevice());

test("shows the buttons of the new state before the thing is fetched again", async () => {
  const archived = resourceWith({ isMine: true, status: "archived" });
  const server = new FakeServer();
  server.on(getResource, () => archived);
  server.on(editEntry, () => resourceWith({ isMine: true }));
  const frame = { isOpen: true, onClose: () => undefined, onClosed: () => undefined };
  const { user } = await openScreen(<ResourceDialog id={archived.id} {...frame} />);
  const putBack = await screen.findByRole("button", { name: "Put back" });
  server.onLater(getResource, new Promise(() => undefined));
  await user.click(putBack);
  expect(await screen.findByRole("button", { name: "Archive" })).toBeDefined();
  expect(screen.queryByRole("button", { name: "Put back" })).toBeNull();
});

test("replaces a thing deleted without a signal by the way to undo the deletion", async () => {
  const server = new FakeServer();
  server.on(getResource, () => resourceWith({ isMine: true }));
  const frame = { isOpen: true, onClose: () => undefined, onClosed: () => undefined };
  const { user, address } = await openScreen(<ResourceDialog id="gear-drill" {...frame} />);
  const button = await screen.findByRole("button", { name: "Delete" });
  server.isReachable = false;
  await user.click(button);
  const question = await screen.findByRole("alertdialog", { name: "Delete A drill?" });
  await user.click(within(question).getByRole("button", { name: "Delete" }));
  await screen.findByRole("heading", { name: "This is no longer in the library" });
  expect(screen.queryByRole("button", { name: "Edit" })).toBeNull();
  expect(await listOperations()).toMatchObject([{ endpointId: deleteEntry.id, label: "Delete: A drill" }]);
  await user.click(screen.getByRole("button", { name: "Show what waits" }));
  await waitFor(() => expect(address()).toBe("/?dialog=outbox"));
});
