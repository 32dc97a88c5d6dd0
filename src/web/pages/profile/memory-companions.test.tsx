import { screen, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { listPasskeys } from "#shared/features/account/contract.ts";
import { listCommunities } from "#shared/features/communities/contract.ts";
import { type DailyQuest, getQuest, getThoughtStatus } from "#shared/features/daily/contract.ts";
import { listLoans } from "#shared/features/lending/contract.ts";
import { listNotifications } from "#shared/features/notifications/contract.ts";
import { getProfile } from "#shared/features/profile/contract.ts";
import { listResources } from "#shared/features/resources/contract.ts";
import { dayOf } from "#shared/day.ts";
import { FakeServer, Refusal } from "#web/testing/fake-server.ts";
import { freshDevice } from "#web/testing/fresh-device.ts";
import { loanWith } from "#web/testing/loans.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { MyToday } from "./memory-companions.tsx";
import { ProfilePage } from "./profile-page.tsx";

const timeZone = "UTC";
const day = dayOf(new Date(), timeZone);
const quest: DailyQuest = {
  quest: "Thank a stranger.",
  explanation: "They will not expect it.",
  cheatCode: null,
  createdAt: new Date().toISOString(),
  completed: false,
  completedAt: null,
  day,
  timeZone,
  origin: "bank",
  model: null,
  error: null,
};
let server: FakeServer;

beforeEach(async () => {
  await freshDevice();
  server = new FakeServer();
  server.on(listLoans, () => ({ loans: [] }));
  server.on(getThoughtStatus, () => ({ hasDumped: true, day, timeZone }));
  server.on(getQuest, () => quest);
});

test("shows Today above everything else on the profile", async () => {
  const others = [listNotifications, listResources, listPasskeys, listCommunities, getProfile];
  for (const endpoint of others) server.on(endpoint, () => new Refusal("unavailable", "Starting up."));
  server.on(listLoans, () => ({ loans: [loanWith()] }));
  await openScreen(<ProfilePage />);
  const today = await screen.findByRole("group", { name: "Today" });
  await within(today).findByText(/^Kestrel wants Bike kit/);
  expect(screen.getAllByRole("heading", { level: 2 })[0]?.textContent).toBe("Today");
  within(today).getByRole("link", { name: "All borrowing" });
});

test("shows the quest of the day when no loan waits and opens it", async () => {
  const { user, address } = await openScreen(<MyToday />);
  await screen.findByText("Thank a stranger.");
  expect(screen.queryByRole("link", { name: "All borrowing" })).toBeNull();
  await user.click(screen.getByRole("button", { name: "See the quest" }));
  expect(address()).toBe("/?dialog=quest");
});

test("offers no quest that is done", async () => {
  server.on(getQuest, () => ({ ...quest, completed: true }));
  await openScreen(<MyToday />);
  await screen.findByText("Today’s quest is done.");
  expect(screen.queryByRole("button")).toBeNull();
});

test("does not fetch the quest before a thought is shared", async () => {
  server.on(getThoughtStatus, () => ({ hasDumped: false, day, timeZone }));
  const { user, address } = await openScreen(<MyToday />);
  await screen.findByText("Share a thought to get today’s quest.");
  await user.click(screen.getByRole("button", { name: "Share a thought" }));
  expect(address()).toBe("/?dialog=thought");
  expect(server.asked(getQuest)).toEqual([]);
});
