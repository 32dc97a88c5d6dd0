import { screen, within } from "@testing-library/react";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { getInviteLink, resetInviteLink } from "#shared/features/communities/invite-contract.ts";
import { changeMembershipByName } from "#shared/features/communities/people-contract.ts";
import { startSending } from "#web/offline/outbox/when-to-send.ts";
import { communityWith } from "#web/testing/communities.ts";
import { expectAccessible } from "#web/testing/expect-accessible.ts";
import { FakeServer, Refusal } from "#web/testing/fake-server.ts";
import { freshDevice } from "#web/testing/fresh-device.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { pendingToasts, takeToasts } from "#web/ui/overlay/toast.ts";
import { PeoplePanel } from "./people-panel.tsx";

const community = communityWith({
  role: "admin",
  admins: ["Ada", "Keeper"],
  adminIds: ["user-ada", "user-keeper"],
  members: ["Wren"],
  memberIds: ["user-wren"],
});
const link = { token: "link~1", madeBy: "Keeper", madeAt: "2026-08-30T06:00:00.000Z" };
const warning = /still opens for others who have it/;
let server: FakeServer;
let calls: string[];

beforeAll(startSending);

beforeEach(async () => {
  takeToasts();
  await freshDevice();
  server = new FakeServer();
  calls = [];
  server.on(getInviteLink, () => link);
  server.on(changeMembershipByName, ({ params }) => {
    calls.push("remove");
    const person = { userId: "user-wren", pseudonym: params.username };
    return { loobricateId: community.id, ...person, role: null, isAskedToBeAdmin: false };
  });
  server.on(resetInviteLink, () => {
    calls.push("reset");
    return { ...link, token: "link~2", madeBy: "Ada" };
  });
});

test("says at a removal that the link still opens for others, and makes a new one after it", async () => {
  const { user, dialog } = await askToRemove("Wren");
  dialog.getByText(warning);
  const choice = dialog.getByRole("switch", { name: "Make a new link" });
  expect(choice).toHaveProperty("checked", false);
  await expectAccessible();
  choice.focus();
  await user.keyboard(" ");
  dialog.getByRole("button", { name: "Remove" }).focus();
  await user.keyboard("{Enter}");
  await expect.poll(() => calls).toEqual(["remove", "reset"]);
  await expect
    .poll(() => pendingToasts.get())
    .toMatchObject([{ text: "The old invite link has ended. The new one is in Joining." }]);
});

test("leaves the link as it is unless the admin chooses a new one", async () => {
  const { user, dialog, reopen } = await askToRemove("Wren");
  await user.click(dialog.getByRole("switch", { name: "Make a new link" }));
  await user.click(dialog.getByRole("button", { name: "Cancel" }));
  const again = await reopen("Wren");
  expect(again.getByRole("switch", { name: "Make a new link" })).toHaveProperty("checked", false);
  await user.click(again.getByRole("button", { name: "Remove" }));
  await expect.poll(() => calls).toEqual(["remove"]);
  expect(server.asked(resetInviteLink)).toEqual([]);
});

test("says nothing of a link that ends with the removed admin", async () => {
  const { dialog, reopen, user } = await askToRemove("Keeper");
  expect(dialog.queryByText(warning)).toBeNull();
  await user.click(dialog.getByRole("button", { name: "Cancel" }));
  (await reopen("Wren")).getByText(warning);
});

test("says nothing of a link in a community without one", async () => {
  server.on(getInviteLink, () => ({ token: null, madeBy: null, madeAt: null }));
  const { dialog } = await askToRemove("Wren");
  expect(dialog.queryByText(warning)).toBeNull();
  expect(dialog.queryByRole("switch")).toBeNull();
});

test("shows why the new link was not made", async () => {
  server.on(resetInviteLink, () => new Refusal("internal", "Something broke on our side."));
  const { user, dialog } = await askToRemove("Wren");
  await user.click(dialog.getByRole("switch", { name: "Make a new link" }));
  await user.click(dialog.getByRole("button", { name: "Remove" }));
  expect(await screen.findByText("Something broke on our side.")).toBeDefined();
});

/** Opens the panel and, once it knows the link, the question before a removal. */
async function askToRemove(name: string) {
  const { user } = await openScreen(<PeoplePanel community={community} userId="user-ada" />);
  await expect.poll(() => server.asked(getInviteLink)).toHaveLength(1);
  const reopen = async (person: string) => {
    await user.click(await screen.findByRole("button", { name: `Remove ${person}` }));
    return within(await screen.findByRole("alertdialog", { name: `Remove ${person}?` }));
  };
  return { user, dialog: await reopen(name), reopen };
}
