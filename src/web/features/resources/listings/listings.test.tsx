import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { deleteEntry, editEntry, listResources } from "#shared/features/resources/contract.ts";
import type { ResponseOf } from "#shared/http/endpoint.ts";
import { reportUnreachable } from "#web/lib/server/reachability.ts";
import { discard } from "#web/offline/outbox/outbox.ts";
import { FakeServer, Refusal } from "#web/testing/fake-server.ts";
import { freshDevice } from "#web/testing/fresh-device.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { plantOperation } from "#web/testing/planted-operation.ts";
import { resourceWith } from "#web/testing/resources.ts";
import { Listings } from "./listings.tsx";

const drill = resourceWith({ id: "gear-drill", title: "A drill" });
const lamp = resourceWith({ id: "gear-lamp", title: "A lamp" });
const here = { latitude: 40.79, longitude: -119.2 };
const onOpen = vi.fn<(resourceId: string) => void>();
let server: FakeServer;

beforeEach(async () => {
  onOpen.mockReset();
  await freshDevice();
  server = new FakeServer();
  server.on(listResources, () => ({ listings: [drill], nextCursor: null }));
});

test("shows that the listings are loading", async () => {
  const { isShown } = await openListings();
  await screen.findByText("Loading the listings");
  await isShown("A drill");
  expect(screen.queryByText("Loading the listings")).toBeNull();
});

test("marks the time at which the cards are shown", async () => {
  const mark = vi.spyOn(performance, "mark");
  const { isShown } = await openListings();
  expect(mark).not.toHaveBeenCalled();
  await isShown("A drill");
  await waitFor(() => expect(mark).toHaveBeenCalledExactlyOnceWith("cards-shown"));
});

test("opens the chosen listing", async () => {
  const { user } = await openListings();
  await user.click(await screen.findByRole("button", { name: /^A drill/ }));
  expect(onOpen).toHaveBeenCalledExactlyOnceWith("gear-drill");
});

test("shows that an empty library waits for its first listing", async () => {
  server.on(listResources, () => ({ listings: [], nextCursor: null }));
  await openListings();
  await screen.findByRole("heading", { name: "No listings yet" });
  expect(screen.queryByRole("button", { name: "Clear filters" })).toBeNull();
});

test("shows why the listings did not load and fetches them on Try Again", async () => {
  server.on(listResources, () => new Refusal("internal", "Something broke on our side."));
  const { user, isShown } = await openListings();
  const alert = within(await screen.findByRole("alert"));
  alert.getByText("Failed to fetch listings");
  alert.getByText("Something broke on our side.");
  server.on(listResources, () => ({ listings: [drill], nextCursor: null }));
  await user.click(alert.getByRole("button", { name: "Try Again" }));
  expect(await isShown("A drill")).toBeDefined();
});

test("shows when nothing matches and clears every filter at once", async () => {
  server.on(listResources, ({ query }) => ({
    listings: query.q === undefined && query.type === undefined ? [drill] : [],
    nextCursor: null,
  }));
  const { user, isShown } = await openListings();
  await user.click(screen.getByRole("button", { name: "Gear" }));
  await user.type(screen.getByLabelText("Search the library"), "xyzzyplugh{Enter}");
  await screen.findByRole("heading", { name: "No listings match" });
  await user.click(screen.getByRole("button", { name: "Clear filters" }));
  await isShown("A drill");
  expect(screen.getByLabelText("Search the library")).toHaveProperty("value", "");
  screen.getByRole("button", { name: "All", pressed: true });
});

test("shows the current listings during a search", async () => {
  const { user, isShown } = await openListings();
  await isShown("A drill");
  const finding = Promise.withResolvers<ResponseOf<typeof listResources>>();
  server.onLater(listResources, finding.promise);
  await user.type(screen.getByLabelText("Search the library"), "lamp{Enter}");
  await waitFor(() => expect(server.asked(listResources)).toHaveLength(2));
  screen.getByRole("button", { name: /^A drill/ });
  finding.resolve({ listings: [lamp], nextCursor: null });
  await isShown("A lamp");
  expect(server.asked(listResources).at(-1)).toMatchObject({ query: { q: "lamp" } });
});

test("turns pages in both directions and scrolls to their top", async () => {
  server.on(listResources, ({ query }) =>
    query.cursor === "two"
      ? { listings: [lamp], nextCursor: null }
      : { listings: [drill], nextCursor: "two" },
  );
  const { user, isShown } = await openListings();
  await isShown("A drill");
  await user.click(screen.getByRole("button", { name: "Next" }));
  await isShown("A lamp");
  screen.getByText("Page 2");
  expect(document.activeElement?.contains(screen.getByRole("list"))).toBe(true);
  await user.click(screen.getByRole("button", { name: "Previous" }));
  await isShown("A drill");
});

test("saves the page size and the layout on this device", async () => {
  const { user } = await openListings();
  await user.click(screen.getByRole("button", { name: "View" }));
  await user.selectOptions(screen.getByLabelText("Per page"), "24");
  await user.click(screen.getByRole("button", { name: "List" }));
  screen.getByRole("button", { name: "List", pressed: true });
  await waitFor(() => expect(server.asked(listResources).at(-1)).toMatchObject({ query: { limit: 24 } }));
  expect(JSON.parse(localStorage.getItem("looby.listings") ?? "")).toEqual({ pageSize: 24, layout: "list" });
});

test("shows the age of the listings while the server cannot be reached", async () => {
  const { isShown } = await openListings();
  await isShown("A drill");
  expect(screen.queryByText(/On this phone, last synced/)).toBeNull();
  act(() => reportUnreachable("silent"));
  await screen.findByText(/On this phone, last synced/);
  screen.getByRole("button", { name: /^A drill/ });
});

test("explains what to do when the device does not share its position", async () => {
  const getCurrentPosition = (_found: unknown, deny: (error: object) => void) => deny({ code: 1 });
  Object.assign(navigator, { geolocation: { getCurrentPosition } });
  const { user, isShown } = await openListings();
  await isShown("A drill");
  await user.click(screen.getByRole("button", { name: "Near me" }));
  await screen.findByText(/Allow it to use your location/);
  expect(screen.getByRole("button", { name: "Near me", pressed: false })).toBeDefined();
});

test("requests the nearest first and shows the distance of each", async () => {
  const getCurrentPosition = vi.fn<(found: (position: object) => void) => void>((found) =>
    found({ coords: { ...here, accuracy: 10 } }),
  );
  Object.assign(navigator, { geolocation: { getCurrentPosition } });
  const { user, isShown } = await openListings();
  await isShown("A drill");
  expect(getCurrentPosition).not.toHaveBeenCalled();
  const near = { address: "7:30 & C", lat: 40.799, lon: -119.2 };
  server.on(listResources, () => ({ listings: [{ ...lamp, location: near }], nextCursor: null }));
  await user.click(screen.getByRole("button", { name: "Near me" }));
  await screen.findByText(/\d k?m$/);
  expect(server.asked(listResources).at(-1)?.query).toHaveProperty("near");
});

test("writes the filters into the address, where Back undoes a change", async () => {
  const { user, address, goBack } = await openListings("/library?q=lamp&type=gear");
  await waitFor(() =>
    expect(server.asked(listResources)).toMatchObject([{ query: { q: "lamp", type: "gear" } }]),
  );
  expect(screen.getByLabelText("Search the library")).toHaveProperty("value", "lamp");
  await user.click(screen.getByRole("button", { name: "Free now" }));
  await waitFor(() => expect(address()).toBe("/library?q=lamp&type=gear&free=true"));
  goBack();
  await screen.findByRole("button", { name: "Free now", pressed: false });
  expect(address()).toBe("/library?q=lamp&type=gear");
});

test("leaves the address unchanged when the position arrives after leaving the page", async () => {
  const found = Promise.withResolvers<void>();
  const getCurrentPosition = (succeed: (position: object) => void) =>
    void found.promise.then(() => succeed({ coords: { ...here, accuracy: 10 } }));
  Object.assign(navigator, { geolocation: { getCurrentPosition } });
  const { user, isShown, address, leave } = await openListings();
  await isShown("A drill");
  await user.click(screen.getByRole("button", { name: "Near me" }));
  leave();
  found.resolve();
  await act(async () => found.promise);
  expect(address()).toBe("/library");
});

test("starts a different list at its first page", async () => {
  server.on(listResources, ({ query }) => ({
    listings: query.cursor === "two" ? [lamp] : [drill],
    nextCursor: query.cursor === "two" ? null : "two",
  }));
  const { user, isShown } = await openListings();
  await isShown("A drill");
  await user.click(screen.getByRole("button", { name: "Next" }));
  await isShown("A lamp");
  await user.click(screen.getByRole("button", { name: "Free now" }));
  await isShown("A drill");
  expect(screen.getByText("Page 1")).toBeDefined();
});

test("hides a listing whose deletion waits until the user discards the deletion", async () => {
  server.on(listResources, () => ({ listings: [drill, lamp], nextCursor: null }));
  const operationId = await plantChange(deleteEntry.id, undefined);
  const { isShown } = await openListings();
  await isShown("A lamp");
  await waitFor(() => expect(screen.queryByRole("button", { name: /^A drill/ })).toBeNull());
  await discard(operationId);
  await isShown("A drill");
});

test("shows an edit that waits", async () => {
  const { isShown } = await openListings();
  await isShown("A drill");
  await plantChange(editEntry.id, { title: "A hammer drill", version: 1 });
  expect(await isShown("A hammer drill")).toBeDefined();
});

/** A change of the drill in the outbox, as an earlier visit of the app left it. */
async function plantChange(endpointId: string, body: unknown): Promise<string> {
  return await plantOperation({ endpointId, label: "A drill", params: { entryId: drill.id } }, body);
}

async function openListings(path = "/library") {
  const page = await openScreen(<Listings communityId={null} label="All listings" onOpen={onOpen} />, path);
  const isShown = async (title: string) =>
    await screen.findByRole("button", { name: new RegExp(`^${title}`) });
  return { ...page, isShown };
}
