import { screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import type { Source } from "#shared/features/chat/contract.ts";
import { freshDevice } from "#web/testing/fresh-device.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { type CardActions, SourceCard } from "./source-card.tsx";

const actions = {
  openResource: vi.fn<CardActions["openResource"]>(),
  openProposal: vi.fn<CardActions["openProposal"]>(),
};
const drill: Source = {
  sourceId: "resource:drill",
  kind: "resource",
  title: "Cordless drill",
  place: "7:30 & Enchant",
  distanceM: null,
  excerpt: "With a box of bits.",
};
const now = new Date();
const lending = (state: NonNullable<Source["lending"]>["state"], at = now.toISOString()) => ({
  state,
  until: state === "out" ? "2026-09-05" : null,
  on: "2026-09-01",
  at,
});

beforeEach(async () => {
  vi.clearAllMocks();
  await freshDevice();
});

test("shows until when a thing is lent and opens its request form on a tap", async () => {
  const { user } = await open({ ...drill, lending: lending("out") });
  screen.getByText("Out until Saturday, ask for Sunday");
  await user.click(screen.getByRole("button", { name: "Ask to borrow Cordless drill" }));
  expect(actions.openProposal).toHaveBeenCalledExactlyOnceWith({
    ability: "borrow",
    resourceId: "drill",
    title: "Cordless drill",
    first: null,
    last: null,
  });
});

test("offers no request for a thing that its owner withdrew", async () => {
  await open({ ...drill, lending: lending("unavailable") });
  screen.getByText("Unavailable");
  expect(screen.queryByRole("button", { name: /^Ask to borrow/ })).toBeNull();
});

test("does not offer to borrow the user's own thing or one the answer proposes", async () => {
  await open({ ...drill, lending: { ...lending("available"), isMine: true } });
  await openScreen(
    <SourceCard
      card={{ source: { ...drill, lending: lending("available") }, number: 1, quote: "", facts: [] }}
      isProposed
      actions={actions}
    />,
  );
  expect(screen.getAllByText("Available")).toHaveLength(2);
  expect(screen.queryByRole("button", { name: /^Ask to borrow/ })).toBeNull();
});

test("shows no current availability for an old answer", async () => {
  await open({
    ...drill,
    lending: lending("available", new Date(now.getTime() - 13 * 3_600_000).toISOString()),
  });
  expect(screen.queryByText("Available")).toBeNull();
});

test("links a cited thing to its marker on the map", async () => {
  await open(drill);
  const link = screen.getByRole("link", { name: "Show Cordless drill on the map" });
  expect(link.getAttribute("href")).toBe("/explore?show=drill");
});

test("shows no link to the map for a thing without a place", async () => {
  await open({ ...drill, place: null });
  screen.getByRole("button", { name: "Cordless drill" });
  expect(screen.queryByRole("link")).toBeNull();
});

test("opens a community and lets a non-member ask to join", async () => {
  const lantern: Source = {
    ...drill,
    sourceId: "community:lantern",
    kind: "community",
    title: "Lantern Works",
  };
  await open({ ...lantern, isMember: false }, ["shares 31 things"]);
  screen.getByText("Shares 31 things");
  for (const name of ["Lantern Works", "Open Lantern Works"])
    expect(screen.getByRole("link", { name }).getAttribute("href")).toBe("/community/lantern");
  expect(screen.getByRole("link", { name: "Ask to join Lantern Works" }).getAttribute("href")).toContain(
    "to=ask",
  );
});

test("offers members no join button", async () => {
  const lantern: Source = {
    ...drill,
    sourceId: "community:lantern",
    kind: "community",
    title: "Lantern Works",
  };
  await open({ ...lantern, isMember: true });
  expect(screen.queryByRole("link", { name: /^Ask to join/ })).toBeNull();
});

async function open(source: Source, facts: string[] = []) {
  return await openScreen(<SourceCard card={{ source, number: 1, quote: "", facts }} actions={actions} />);
}
