import { screen, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { type Community, listCommunities } from "#shared/features/communities/contract.ts";
import { communityWith } from "#web/testing/communities.ts";
import { FakeServer, Refusal } from "#web/testing/fake-server.ts";
import { freshDevice } from "#web/testing/fresh-device.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { CommunityList } from "./community-list.tsx";

const lantern = communityWith({
  id: "lantern",
  name: "Lantern Works",
  address: "7:30 & Enchant",
  thingCount: 31,
});
const tinker = communityWith({ id: "tinker", name: "Tinker Row", thingCount: 0 });
let server: FakeServer;

beforeEach(async () => {
  await freshDevice();
  server = new FakeServer();
  listsOf([lantern, tinker]);
});

test("lists every community with its address, content and actions", async () => {
  await openScreen(<CommunityList search="" isOnly />);
  const [row, next] = within(await screen.findByRole("list", { name: "Communities" })).getAllByRole(
    "listitem",
  );
  const first = within(row ?? document.body);
  first.getByText("7:30 & Enchant, shares 31 things");
  expect(first.getByRole("link", { name: "Lantern Works" }).getAttribute("href")).toBe("/community/lantern");
  const join = new URL(
    first.getByRole("link", { name: "Ask to join Lantern Works" }).getAttribute("href") ?? "",
    "http://looby.test",
  );
  expect(join.pathname).toBe("/community/lantern");
  expect(Object.fromEntries(join.searchParams)).toMatchObject({
    dialog: "account",
    to: "ask",
    id: "lantern",
  });
  within(next ?? document.body).getByText("shares nothing yet");
});

test("offers no second request to a member or an applicant", async () => {
  const joinRequest = { id: "r", state: "pending", createdAt: lantern.createdAt } as const;
  listsOf([communityWith({ ...lantern, role: "member" }), communityWith({ ...tinker, joinRequest })]);
  await openScreen(<CommunityList search="" isOnly />);
  await screen.findByText(/you belong to it$/);
  screen.getByText(/you have asked to join$/);
  expect(screen.queryByRole("link", { name: /^Ask to join/ })).toBeNull();
});

test("shows only matching communities above other results", async () => {
  await openScreen(<CommunityList search="lantrn works" isOnly={false} />);
  await screen.findByRole("link", { name: "Lantern Works" });
  expect(screen.queryByRole("link", { name: "Tinker Row" })).toBeNull();
  await openScreen(<CommunityList search="headlamps" isOnly={false} />);
  expect(screen.getAllByRole("list", { name: "Communities" })).toHaveLength(1);
});

test("distinguishes no match, an empty list and a failed load", async () => {
  await openScreen(<CommunityList search="zeppelin" isOnly />);
  await screen.findByRole("heading", { name: "No communities match" });
  listsOf([]);
  await openScreen(<CommunityList search="" isOnly />);
  await screen.findByRole("heading", { name: "No communities yet" });
  server.on(listCommunities, () => new Refusal("internal", "Something broke on our side."));
  const { user } = await openScreen(<CommunityList search="" isOnly />);
  const alert = within(await screen.findByRole("alert"));
  alert.getByText("Something broke on our side.");
  listsOf([tinker]);
  await user.click(alert.getByRole("button", { name: "Try Again" }));
  expect(await screen.findByRole("link", { name: "Tinker Row" })).toBeDefined();
});

function listsOf(loobricates: Community[]): void {
  server.on(listCommunities, () => ({ loobricates }));
}
