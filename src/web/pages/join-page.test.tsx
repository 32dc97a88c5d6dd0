import { screen } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { readInvite, redeemInvite } from "#shared/features/communities/invite-contract.ts";
import type { ResponseOf } from "#shared/http/endpoint.ts";
import { FakeServer, Refusal } from "#web/testing/fake-server.ts";
import { freshDevice } from "#web/testing/fresh-device.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { JoinPage } from "./join-page.tsx";

const removed = "You were removed from Lantern Works. Ask to join: an admin decides.";
const invitation: ResponseOf<typeof readInvite> = {
  kind: "link",
  loobricateId: "lantern",
  name: "Lantern Works",
  description: "",
  profilePhoto: null,
  memberCount: 3,
  invitedBy: "Keeper",
  isMember: false,
};
let server: FakeServer;

beforeEach(async () => {
  await freshDevice();
  server = new FakeServer();
});

test("says before the tap that a removed person has to ask, and where", async () => {
  server.on(readInvite, () => ({ ...invitation, leadsTo: "ask" as const }));
  await openJoinPage();
  await screen.findByText(removed);
  expect(screen.getByRole("link", { name: "Open Lantern Works" })).toHaveProperty(
    "pathname",
    "/community/lantern",
  );
  expect(screen.queryByRole("button", { name: "Join" })).toBeNull();
});

test("offers to ask when the server refuses to let a removed person join", async () => {
  server.on(readInvite, () => invitation);
  server.on(redeemInvite, () => {
    server.on(readInvite, () => ({ ...invitation, leadsTo: "ask" as const }));
    return new Refusal("forbidden", removed);
  });
  const { user } = await openJoinPage();
  await user.click(await screen.findByRole("button", { name: "Join" }));
  await screen.findByRole("link", { name: "Open Lantern Works" });
  expect(screen.getAllByText(removed)).toHaveLength(1);
});

test("offers to join when the server does not say where the invitation leads", async () => {
  server.on(readInvite, () => invitation);
  await openJoinPage();
  await screen.findByRole("button", { name: "Join" });
  expect(screen.queryByText(removed)).toBeNull();
});

const openJoinPage = () => openScreen(<JoinPage />, "/join/invite~7", "/join/$token");
