import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { listPasskeys } from "#shared/features/account/contract.ts";
import { listCommunities } from "#shared/features/communities/contract.ts";
import { getThoughtStatus } from "#shared/features/daily/contract.ts";
import { listLoans } from "#shared/features/lending/contract.ts";
import { listNotifications } from "#shared/features/notifications/contract.ts";
import { getOmiLink } from "#shared/features/omi/contract.ts";
import { getProfile } from "#shared/features/profile/contract.ts";
import { listResources } from "#shared/features/resources/contract.ts";
import { FakeServer, Refusal } from "#web/testing/fake-server.ts";
import { freshDevice } from "#web/testing/fresh-device.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { resourceWith } from "#web/testing/resources.ts";
import { pendingToasts, takeToasts } from "#web/ui/overlay/toast.ts";
import { ProfilePage } from "./profile-page.tsx";

const noOmi = {
  isAvailable: false,
  isLinked: false,
  proof: null,
  waiting: 0,
  refused: [],
  pulledAt: null,
  trouble: null,
  hasMore: false,
};
const profile = {
  user: {
    userId: "user-ada",
    pseudonym: "Ada",
    email: null,
    phone: null,
    activeCompanion: null,
    activeLoobricate: null,
    hasChosenCompanion: false,
    discoveredCompanions: [],
  },
  connectedLoobricates: [],
  discoveries: [],
  counts: { memories: 0, discoveries: 0 },
  since: null,
};
let server: FakeServer;

beforeEach(async () => {
  takeToasts();
  await freshDevice();
  server = new FakeServer();
  for (const endpoint of [listLoans, listNotifications, getThoughtStatus, listPasskeys])
    server.on(endpoint, () => new Refusal("unavailable", "Starting up."));
  server.on(listCommunities, () => ({ loobricates: [] }));
  server.on(getProfile, () => profile);
  server.on(listResources, () => ({ listings: [], nextCursor: null }));
});

test("lists its sections from Today to the account", async () => {
  await openScreen(<ProfilePage />);
  await screen.findByRole("heading", { name: "Recent Discoveries" });
  await screen.findByRole("heading", { name: "Today" });
  await screen.findByRole("heading", { name: "My resources" });
  const all = screen.getAllByRole("heading").map(({ textContent }) => textContent);
  const texts = ["Ada", "Today", "My resources", "My Camps", "Memory & Companions", "Omi Integration"];
  expect(all.filter((words) => texts.includes(words))).toEqual(texts);
  const omi = screen.getByRole("heading", { name: "Omi Integration" });
  const signOut = screen.getByRole("button", { name: "Sign Out" });
  expect(omi.compareDocumentPosition(signOut)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

test("shows four of many shared things, and all on request", async () => {
  const listings = Array.from({ length: 6 }, (_, index) =>
    resourceWith({ id: `drill-${index}`, isMine: true }),
  );
  server.on(listResources, () => ({ listings, nextCursor: null }));
  const { user } = await openScreen(<ProfilePage />);
  const list = within(await screen.findByRole("list", { name: "My resources" }));
  expect(list.getAllByRole("button", { name: /A drill/ })).toHaveLength(4);
  await user.click(screen.getByRole("button", { name: "Show all 6" }));
  expect(list.getAllByRole("button", { name: /A drill/ })).toHaveLength(6);
  expect(screen.queryByRole("button", { name: /^Show all/ })).toBeNull();
});

test("opens the Omi settings where this server has it", async () => {
  server.on(getOmiLink, () => ({ ...noOmi, isAvailable: true }));
  const { user, address } = await openScreen(<ProfilePage />);
  await user.click(await screen.findByRole("button", { name: "Connect Omi" }));
  await waitFor(() => expect(address()).toBe("/?dialog=settings&settings-tab=general"));
});

test("reports that this server has no Omi instead of opening the settings", async () => {
  server.on(getOmiLink, () => noOmi);
  const { user, address } = await openScreen(<ProfilePage />);
  await user.click(await screen.findByRole("button", { name: "Connect Omi" }));
  await waitFor(() =>
    expect(pendingToasts.get()).toMatchObject([
      { text: "Omi cannot be connected here: this server has no Omi app." },
    ]),
  );
  expect(address()).toBe("/");
});
