import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { listCommunities } from "#shared/features/communities/contract.ts";
import { listCampMarks, listDiscoveries } from "#shared/features/explore/contract.ts";
import { listCompanions } from "#shared/features/companions/contract.ts";
import type { Camp } from "#shared/features/map/camps/camp.ts";
import { cityOfYear } from "#shared/features/map/city/cities-by-year.ts";
import { specCity } from "#shared/features/map/city/city.ts";
import { fromClock, toGeo } from "#shared/features/map/city/geometry.ts";
import { getCamp, getCity, listCamps } from "#shared/features/map/contract.ts";
import { listNeeds } from "#shared/features/needs/contract.ts";
import { listResources } from "#shared/features/resources/contract.ts";
import { campWith } from "#web/testing/camps.ts";
import { expectAccessible } from "#web/testing/expect-accessible.ts";
import { FakeServer, Refusal } from "#web/testing/fake-server.ts";
import { freshDevice } from "#web/testing/fresh-device.ts";
import { communityWith } from "#web/testing/communities.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { resourceWith } from "#web/testing/resources.ts";
import { withLayout } from "#web/testing/with-layout.ts";
import { ExplorePage } from "./explore-page.tsx";

const city = { year: "2024", city: blackRock("2024"), locationsFrom: null };
const broken = new Refusal("internal", "Something broke on our side.");
/** Accepts every stroke and draws nothing. */
const pen: object = new Proxy(() => pen, {
  get: (_, name) => (name === Symbol.toPrimitive ? () => 1 : pen),
  set: () => true,
});
class BlankCanvas {
  getContext = () => pen;
  transferToImageBitmap = () => null;
}

let server: FakeServer;

beforeAll(() => {
  withLayout();
  // jsdom does not draw.
  vi.stubGlobal("OffscreenCanvas", BlankCanvas);
  vi.stubGlobal("Path2D", function Path() {
    return pen;
  });
  Object.assign(document, { fonts: Object.assign(new EventTarget(), { check: () => true }) });
  Object.assign(HTMLCanvasElement.prototype, { getContext: () => pen });
  // The map arranges its markers for a phone's screen.
  Object.defineProperties(HTMLElement.prototype, {
    clientWidth: { get: () => 390, configurable: true },
    clientHeight: { get: () => 844, configurable: true },
  });
  Object.assign(Element.prototype, { scrollTo: vi.fn<() => void>(), scrollIntoView: vi.fn<() => void>() });
});

beforeEach(async () => {
  await freshDevice();
  server = new FakeServer();
  server.on(getCity, () => city);
  server.on(listCamps, () => []);
  server.on(listCommunities, () => ({ loobricates: [] }));
  server.on(listResources, () => ({ listings: [], nextCursor: null }));
  server.on(listNeeds, () => ({ needs: [] }));
  server.on(listDiscoveries, () => ({ discoveries: [] }));
  server.on(listCampMarks, () => ({ marks: [] }));
});

test("draws no city before it is loaded", async () => {
  const asking = Promise.withResolvers<typeof city>();
  server.onLater(getCity, asking.promise);
  await openScreen(<ExplorePage />, "/explore");
  await screen.findByText("Loading Playa Map...");
  expect(drawings()).toHaveLength(0);
  asking.resolve(city);
  await waitFor(() => expect(drawings()).not.toHaveLength(0));
});

test("fetches the city again on Try Again and draws none until then", async () => {
  server.on(getCity, () => broken);
  const { user } = await openScreen(<ExplorePage />, "/explore");
  const alert = within(await screen.findByRole("alert"));
  expect(drawings()).toHaveLength(0);
  server.on(getCity, () => city);
  await user.click(alert.getByRole("button", { name: "Try Again" }));
  await waitFor(() => expect(drawings()).not.toHaveLength(0));
});

test("fetches camps that did not load as often as the user retries", async () => {
  server.on(listCamps, () => broken);
  const { user } = await openScreen(<ExplorePage />, "/explore");
  const tryAgain = async () => await user.click(await screen.findByRole("button", { name: "Try Again" }));
  const alert = await screen.findByRole("alert");
  within(alert).getByText("Failed to load camp data. Please try again later.");
  await tryAgain();
  await waitFor(() => expect(server.asked(listCamps)).toHaveLength(2));
  await screen.findByRole("alert");
  const loading = Promise.withResolvers<never[]>();
  server.onLater(listCamps, loading.promise);
  await tryAgain();
  await waitFor(() => expect(server.asked(listCamps)).toHaveLength(3));
  loading.resolve([]);
  await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
});

describe("things in the same spot", () => {
  const location = { address: "7:30 & Enchant", lat: 40.7851, lon: -119.2122 };
  const thingsOf = (community: { loobricateId: string; communityName: string }) =>
    ["Drill", "Tent", "Stove"].map((title) => resourceWith({ id: title, title, location, ...community }));
  const things = thingsOf({ loobricateId: "lantern", communityName: "Lantern Works" });
  const show = (listings: typeof things) => server.on(listResources, () => ({ listings, nextCursor: null }));

  test("groups them under one marker with a list that opens each", async () => {
    show(things);
    const { user, address, goBack } = await openScreen(<ExplorePage />, "/explore");
    const name = "3 things at Lantern Works, 7:30 & Enchant";
    await user.click(await screen.findByRole("button", { name }));
    expect(screen.queryByRole("button", { name: "Tent, 7:30 & Enchant" })).toBeNull();
    const list = await screen.findByRole("article", { name: "3 things at Lantern Works" });
    expect(address()).toBe("/explore?show=stack%3A40.78510%3A-119.21220");
    const rows = within(list).getAllByRole("listitem");
    expect(rows.map(({ textContent }) => textContent)).toEqual(["DrillGear", "TentGear", "StoveGear"]);
    await user.click(within(list).getByRole("button", { name: /^Tent/ }));
    await screen.findByRole("article", { name: "Tent" });
    expect(address()).toBe("/explore?show=Tent");
    screen.getByRole("button", { name: "Tent, 7:30 & Enchant", pressed: true });
    screen.getByRole("button", { name, pressed: false });
    goBack();
    await screen.findByRole("article", { name: "3 things at Lantern Works" });
  });

  test("names the marker by its address when they belong to several communities", async () => {
    show([...things.slice(1), resourceWith({ id: "kite", title: "Kite", location })]);
    await openScreen(<ExplorePage />, "/explore");
    const marker = await screen.findByRole("button", { name: "3 things at 7:30 & Enchant" });
    expect(marker.dataset["kind"]).toBe("stack");
  });

  test("leaves their community's marker and single things unchanged", async () => {
    const alone = { ...location, address: "2:00 & C", lat: 40.79, lon: -119.2 };
    show([...things, resourceWith({ id: "kite", title: "Kite", location: alone })]);
    const { address, lat: latitude, lon: longitude } = location;
    server.on(listCommunities, () => ({ loobricates: [communityWith({ address, latitude, longitude })] }));
    const { user } = await openScreen(<ExplorePage />, "/explore");
    await screen.findByRole("button", { name: "Kite, 2:00 & C" });
    // The cluster counts every thing.
    await user.click(await screen.findByRole("button", { name: /^4 ?places/ }));
    screen.getByRole("button", { name: "3 things at Lantern Works, 7:30 & Enchant" });
    const community = screen.getByRole("button", { name: "Lantern Works, 7:30 & Enchant" });
    expect(community.dataset["marker"]).toBe("community:lantern");
  });

  test("follows the switch of the resources layer", async () => {
    show(things);
    const { user } = await openScreen(<ExplorePage />, "/explore");
    await screen.findByRole("button", { name: /^3 things/ });
    await user.click(screen.getByRole("button", { name: "Layers" }));
    const layer = await screen.findByRole("switch", { name: "Resources" });
    await user.click(layer);
    await waitFor(() => expect(screen.queryByRole("button", { name: /^3 things/ })).toBeNull());
    await user.click(layer);
    await screen.findByRole("button", { name: /^3 things/ });
  });

  test("reports a spot that is no longer on the map", async () => {
    show(things);
    await openScreen(<ExplorePage />, "/explore?show=stack:40.70000:-119.20000");
    await screen.findByText("This is not on the map");
    expect(screen.queryByRole("article")).toBeNull();
  });
});

test("shows a thing with its availability, its link and a way to borrow it", async () => {
  const location = { address: "7:30 & Enchant", lat: 40.7851, lon: -119.2122 };
  const drill = resourceWith({ title: "A drill", location });
  server.on(listResources, () => ({ listings: [drill], nextCursor: null }));
  const { user, address } = await openScreen(<ExplorePage />, "/explore?show=gear-drill");
  const card = within(await screen.findByRole("article", { name: "A drill" }));
  card.getByText("Available");
  card.getByText(/^7:30 & Enchant · \d+ min walk from the Man$/);
  await user.click(card.getByRole("button", { name: "Share" }));
  await card.findByRole("img", { name: /scan it with a phone/ });
  const link = new URL("/explore?show=gear-drill", window.location.origin).href;
  expect(card.getByLabelText("Link")).toHaveProperty("value", link);
  await expectAccessible();
  await user.click(card.getByRole("button", { name: "Ask to borrow" }));
  await waitFor(() => expect(address()).toBe("/explore?show=gear-drill&dialog=borrow&id=gear-drill"));
});

describe("zoom", () => {
  beforeEach(() => server.on(getCity, () => ({ ...city, city: specCity })));

  test("follows the buttons, the keys and the wheel", async () => {
    const { user } = await openScreen(<ExplorePage />, "/explore");
    const map = await screen.findByRole("toolbar", { name: "Places on the map" });
    const start = zoomOf();
    await user.click(screen.getByRole("button", { name: "Zoom in" }));
    expect(zoomOf()).toBeCloseTo(start + 0.2, 5);
    await user.click(screen.getByRole("button", { name: "Zoom out" }));
    expect(zoomOf()).toBeCloseTo(start, 5);
    act(() => within(map).getByRole("button", { name: "The Man" }).focus());
    await user.keyboard("+");
    expect(zoomOf()).toBeCloseTo(start + 0.2, 5);
    await user.keyboard("-");
    expect(zoomOf()).toBeCloseTo(start, 5);
    turnWheel(map, -100);
    expect(zoomOf()).toBeCloseTo(start * 1.1, 5);
    turnWheel(map, 100);
    expect(zoomOf()).toBeCloseTo(start * 1.1 * 0.9, 5);
  });

  test("stops at the largest and the smallest zoom", async () => {
    await openScreen(<ExplorePage />, "/explore");
    const map = await screen.findByRole("toolbar", { name: "Places on the map" });
    for (let turn = 0; turn < 20; turn += 1) turnWheel(map, -120);
    expect(zoomOf()).toBeCloseTo(3, 5);
    fireEvent.click(screen.getByRole("button", { name: "Zoom in" }));
    expect(zoomOf()).toBeCloseTo(3, 5);
    for (let turn = 0; turn < 20; turn += 1) turnWheel(map, 120);
    expect(zoomOf()).toBeCloseTo(0.5, 5);
    fireEvent.click(screen.getByRole("button", { name: "Zoom out" }));
    expect(zoomOf()).toBeCloseTo(0.5, 5);
  });

  test("shows camps as named, accessible buttons at close range", async () => {
    server.on(listCamps, () => manyCamps(30));
    await openScreen(<ExplorePage />, "/explore");
    await screen.findByRole("button", { name: /^30 ?places/ });
    const map = screen.getByRole("toolbar", { name: "Places on the map" });
    for (let turn = 0; turn < 20; turn += 1) turnWheel(map, -120);
    await screen.findByRole("button", { name: "Camp Walrus 0, 7:30 & Captivate" });
    expect(within(map).getAllByRole("button", { name: /^Camp Walrus \d+, 7:30 & Captivate$/ })).toHaveLength(
      30,
    );
    await expectAccessible();
  });
});

test("opens a camp from the list at its own address", async () => {
  server.on(listCamps, () => manyCamps(3));
  server.on(getCamp, () => broken);
  const { user, address } = await openScreen(<ExplorePage />, "/explore?panel=browse");
  const list = within(await screen.findByRole("tabpanel", { name: "Browse Camps" }));
  await user.click(await list.findByText("Camp Walrus 2"));
  expect(address()).toBe("/explore/camp/camp-2");
});

describe("whiteout", () => {
  const temple = "/explore?show=art:temple";
  const device = { watchPosition: vi.fn<Geolocation["watchPosition"]>(), clearWatch: vi.fn<() => void>() };

  beforeEach(() => {
    device.watchPosition.mockReset();
    Object.assign(navigator, { geolocation: device });
  });

  afterEach(() => {
    Reflect.deleteProperty(navigator, "geolocation");
  });

  test("shows the way once the user allows the position", async () => {
    server.on(listCompanions, () => broken);
    server.on(getCity, () => ({ ...city, city: specCity }));
    device.watchPosition.mockImplementationOnce((_, fail) => {
      fail?.({ code: 1 } as GeolocationPositionError); // of which the page reads only the code
      return 1;
    });
    const { user } = await openScreen(<ExplorePage />, temple);
    const card = within(await screen.findByRole("article", { name: "The Temple" }));
    await user.click(card.getByRole("button", { name: "Whiteout" }));
    const whiteout = within(await screen.findByRole("dialog", { name: "The Temple" }));
    expect((await whiteout.findByRole("alert")).textContent).toContain("Allow it to use your location");
    device.watchPosition.mockImplementation((find) => {
      const coords = { ...toGeo(specCity, { x: 0, y: 0 }), accuracy: 8, heading: null };
      find({ coords } as GeolocationPosition); // as above
      return 2;
    });
    await user.click(whiteout.getByRole("button", { name: "Try Again" }));
    await whiteout.findByText("Towards 12:00");
    expect(device.watchPosition).toHaveBeenCalledTimes(2);
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    screen.getByRole("article", { name: "The Temple" });
  });
});

// The last test, because its layers stay off.
test("opens a medical tent with its hours and its directions while all layers are off", async () => {
  server.on(getCity, () => ({ ...city, city: specCity }));
  const { user, address } = await openScreen(<ExplorePage />, "/explore");
  await user.click(await screen.findByRole("button", { name: "Layers" }));
  for (const layer of await screen.findAllByRole("switch")) await user.click(layer);
  screen.getByRole("button", { name: "Ranger post, 9:00 & Delight" });
  const field = await screen.findByRole("combobox", { name: "Search the map" });
  await user.type(field, "first aid");
  await user.click(await screen.findByRole("option", { name: /^Medical tent, 3:00 B Plaza/ }));
  expect(address()).toBe("/explore?show=medical%3A3%3A00-B-Plaza");
  const panel = within(await screen.findByRole("article", { name: "Medical tent" }));
  panel.getByText(/^3:00 B Plaza · open day and night · \d+ min walk from the Man$/);
  await user.click(panel.getByRole("button", { name: "Directions" }));
  await screen.findByRole("region", { name: "The way to Medical tent" });
  await screen.findByRole("button", { name: "Medical tent, 3:00 B Plaza", pressed: true });
});

function blackRock(year: string) {
  const found = cityOfYear(year);
  if (found === null) throw new Error(`there is no city of ${year}`);
  return found;
}

/** The pictures of a city, which screen readers ignore as decoration. */
function drawings(): NodeListOf<Element> {
  return document.querySelectorAll('img[src^="/map/"], canvas');
}

/** Camps in a row along 7:30. */
function manyCamps(count: number): Camp[] {
  return Array.from({ length: count }, (_, index) => {
    const place = toGeo(specCity, fromClock(20 + index, 7.5));
    return campWith({
      id: `camp-${index}`,
      name: `Camp Walrus ${index}`,
      location_string: "7:30 & C",
      ...place,
    });
  });
}

/** The zoom on the screen, from the picture's size and the movement of the stage: 1 makes it twice as wide as the screen. */
function zoomOf(): number {
  const picture = document.querySelector<HTMLElement>('img[src^="/map/"]');
  const scale = /scale\((.+)\)/.exec(picture?.parentElement?.style.transform ?? "")?.[1];
  return (Number.parseFloat(picture?.style.width ?? "") * Number(scale)) / (2 * 390);
}

/** Turns the mouse wheel over the middle of the map; up, which is negative, zooms in. */
function turnWheel(map: HTMLElement, deltaY: number): void {
  fireEvent.wheel(map, { deltaY, clientX: 195, clientY: 422 });
}
