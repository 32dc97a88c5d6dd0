import { renderHook } from "@testing-library/react";
import { expect, test } from "vitest";
import { specCity } from "#shared/features/map/city/city.ts";
import {
  fromClock,
  locate,
  type LocalPoint,
  mapSide,
  toGeo,
  toLocal,
} from "#shared/features/map/city/geometry.ts";
import { parseAddress } from "#shared/features/map/address/address.ts";
import type { MapItem } from "#shared/features/map/contract.ts";
import { doTouch } from "#shared/features/map/view/place-labels.ts";
import { signsOf } from "#shared/features/map/city/services.ts";
import { artOf } from "#shared/features/map/view/reach.ts";
import { pixelsPerMetre } from "#shared/features/map/view/view.ts";
import { layOutLabels } from "./label-layout.ts";
import { homeView } from "../view/free-area.ts";
import { useMarkers } from "./use-markers.ts";

const at = locate(specCity, parseAddress("3:00 & D")) ?? specCity.centre;
const item = (id: string, kind: MapItem["kind"], isFavourite = false): MapItem => ({
  id,
  kind,
  isFavourite,
  name: id,
  label: id,
  ...at,
  colour: "#ffffff",
  street: null,
  time: null,
});
const post = item("ranger:3:00-D", "ranger");
/** More than the maximum number of buttons. */
const crowd = Array.from({ length: 2_000 }, (_, index) => item(`camp-${index}`, "camp", index % 2 === 0));
const ownPlace = { x: 0, y: 0, isReal: false, accuracyM: 0 };
const around = { ownPlace, cover: { right: 0, bottom: 0 }, textWidth: (text: string) => text.length * 8 };

test.each([0.5, 0.58, 1, 1.3, 2, 2.5, 2.6, 3])(
  "draws a sign with its name at its exact place at zoom %d, whatever surrounds it",
  (zoom) => {
    const { x, y } = toLocal(specCity, at);
    // Most of the crowd is nearer to the middle of the screen.
    const view = { x: x + 180, y, zoom, turn: 0 };
    const viewport = { frame: { side: 3_720, width: 390, height: 844 }, view };
    const { result } = renderHook(() => useMarkers(specCity, [...crowd, post], viewport, null));
    const markers = result.current;
    expect(markers.singles.find(({ id }) => id === post.id)).toMatchObject({ x, y });
    const { placed } = layOutLabels({ city: specCity, viewport, markers, selectedId: null, ...around });
    expect(placed.has(post.id)).toBe(true);
  },
);

test("draws two signs a few pixels apart side by side, with clusters beside both", () => {
  const near = { ...item("medical:3:00-D", "medical"), latitude: at.latitude + 0.0003 };
  const { x, y } = toLocal(specCity, at);
  const viewport = { frame: { side: 3_720, width: 390, height: 844 }, view: { x, y, zoom: 0.5, turn: 0 } };
  const camps = [item("camp-1", "camp"), item("camp-2", "camp")];
  const { result } = renderHook(() => useMarkers(specCity, [post, near, ...camps], viewport, null));
  const { clusters, singles } = result.current;
  const scale = pixelsPerMetre(viewport.frame, 0.5);
  const gap = (one: LocalPoint | undefined, other: LocalPoint | undefined): number =>
    one && other ? Math.hypot(one.x - other.x, one.y - other.y) * scale : 0;
  expect(singles.map(({ id }) => id)).toEqual([near.id, post.id]);
  expect(singles[0]).toMatchObject(toLocal(specCity, near));
  expect(gap(singles[0], singles[1])).toBeGreaterThan(27);
  for (const sign of singles) expect(gap(clusters[0], sign)).toBeGreaterThan(41);
});

test("places no name over a sign", () => {
  const { x, y } = toLocal(specCity, at);
  const viewport = { frame: { side: 3_720, width: 390, height: 844 }, view: { x, y, zoom: 3, turn: 0 } };
  const above = { ...item("camp-1", "camp"), ...toGeo(specCity, { x, y: y + 40 }) };
  const sideOf = (items: MapItem[]) => {
    const { result } = renderHook(() => useMarkers(specCity, items, viewport, null));
    const parts = { city: specCity, viewport, markers: result.current, selectedId: null };
    return layOutLabels({ ...parts, ...around }).placed.get(above.id)?.side;
  };
  expect(sideOf([above])).toBe("below");
  expect(sideOf([above, { ...post, name: "" }])).toBe("above");
});

test("prefers the count of a stack to the names of camps at every zoom", () => {
  const stack = { ...item("stack:1", "stack"), count: 12 };
  const { x, y } = toLocal(specCity, at);
  for (const zoom of [0.5, 3]) {
    const viewport = { frame: { side: 3_720, width: 390, height: 844 }, view: { x, y, zoom, turn: 0 } };
    const camps = Array.from({ length: 30 }, (_, index) => ({
      ...item(`camp-${index}`, "camp"),
      ...toGeo(specCity, { x: x + 20 * Math.cos(index), y: y + 20 * Math.sin(index) }),
    }));
    const items = zoom === 3 ? [...camps, stack] : [stack];
    const { result } = renderHook(() => useMarkers(specCity, items, viewport, null));
    const parts = { city: specCity, viewport, markers: result.current, selectedId: null };
    expect(layOutLabels({ ...parts, ...around }).placed.has(stack.id)).toBe(true);
  }
});

test("names a highlighted place at every zoom, outside any cluster", () => {
  const { x, y } = toLocal(specCity, at);
  const viewport = { frame: { side: 3_720, width: 390, height: 844 }, view: { x, y, zoom: 0.5, turn: 0 } };
  const camps = Array.from({ length: 400 }, (_, index) => item(`camp-${index}`, "camp"));
  const lit = { ...item("camp-lit", "camp"), isLit: true };
  const { result } = renderHook(() => useMarkers(specCity, [...camps, lit], viewport, null));
  expect(result.current.singles.map(({ id }) => id)).toContain("camp-lit");
  expect(result.current.clusters.flatMap(({ memberIds }) => memberIds)).not.toContain("camp-lit");
  const parts = { city: specCity, viewport, markers: result.current, selectedId: null };
  expect(layOutLabels({ ...parts, ...around }).placed.has("camp-lit")).toBe(true);
});

test.each([0.5, 0.8, 1.3, 2, 3].flatMap((zoom) => [390, 1_440].map((width) => [zoom, width] as const)))(
  "draws nothing over anything else at zoom %d on a screen of %d pixels",
  (zoom, width) => {
    const { x, y } = toLocal(specCity, at);
    const viewport = { frame: { side: 3_720, width, height: 844 }, view: { x: x - 300, y, zoom, turn: 0 } };
    const places = Array.from({ length: 600 }, (_, index) => ({
      ...item(`camp-${index}`, "camp", index % 60 === 0),
      ...toGeo(specCity, { x: x - 700 * Math.cos(index), y: y + ((index * 7) % 900) }),
    }));
    const owners = places.slice(0, 12).flatMap((place, index) => [
      { ...place, id: `stack:${index}`, kind: "stack" as const, count: 9 },
      { ...place, id: `community:${index}`, kind: "community" as const },
    ]);
    const signs = signsOf(specCity).map(({ id, kind, at: place }) => ({ ...item(id, kind), ...place }));
    const items = [...places, ...owners, ...signs];
    const { result } = renderHook(() => useMarkers(specCity, items, viewport, "camp-7"));
    const parts = { city: specCity, viewport, markers: result.current, selectedId: "camp-7" };
    const boxes = [...layOutLabels({ ...parts, ...around }).placed.values()].map(({ box }) => box);
    expect(boxes.length).toBeGreaterThan(20);
    for (const [index, box] of boxes.entries())
      expect(boxes.slice(index + 1).filter((other) => doTouch(box, other))).toEqual([]);
  },
);

test("draws the name of the selected place at the user's position", () => {
  const { x, y } = toLocal(specCity, at);
  const viewport = { frame: { side: 3_720, width: 390, height: 844 }, view: { x, y, zoom: 2, turn: 0 } };
  const { result } = renderHook(() => useMarkers(specCity, [item("camp-1", "camp")], viewport, "camp-1"));
  const parts = { city: specCity, viewport, markers: result.current, selectedId: "camp-1" };
  const { placed } = layOutLabels({ ...parts, ...around, ownPlace: { x, y, isReal: true, accuracyM: 5 } });
  expect(placed.get("camp-1")?.side).toBe("above");
});

test.each([
  [390, 844],
  [1_440, 900],
])("draws every sign, cluster and landmark of the first view at %d x %d", (width, height) => {
  const frame = { side: mapSide(specCity), width, height };
  const viewport = { frame, view: homeView(specCity, frame) };
  // As many camps as at a large festival, all over the city.
  const radii = specCity.streets.map(({ radius }) => radius);
  const camps = Array.from({ length: 1_200 }, (_, index) => ({
    ...item(`camp-${index}`, "camp"),
    ...toGeo(specCity, fromClock(radii[index % radii.length] ?? 0, 2 + ((index * 7) % 64) / 8)),
  }));
  const signs = signsOf(specCity).map(({ id, kind, at: place }) => ({
    ...item(id, kind),
    name: kind === "medical" ? "Medical" : "Ranger",
    ...place,
  }));
  const landmarks = artOf(specCity).map(({ id, name, latitude, longitude }) => ({
    ...item(`art:${id}`, "art"),
    name,
    latitude,
    longitude,
  }));
  const items = [...camps, ...signs, ...landmarks];
  const { result } = renderHook(() => useMarkers(specCity, items, viewport, null));
  const { clusters } = result.current;
  const parts = { city: specCity, viewport, markers: result.current, selectedId: null };
  const { isCovered, placed } = layOutLabels({ ...parts, ...around });
  for (const { id } of landmarks) expect(placed.has(id)).toBe(true);
  expect(clusters.length).toBeGreaterThan(5);
  const ids = [...signs, ...landmarks, ...clusters].map(({ id }) => id);
  expect(ids.filter(isCovered)).toEqual([]);
});

test("hides a name wider than the screen unless its place is selected", () => {
  const { x, y } = toLocal(specCity, at);
  const frame = { side: 3_720, width: 160, height: 844 };
  const viewport = { frame, view: { x, y, zoom: 2, turn: 0 } };
  const wide = { ...item("camp-1", "camp", true), name: "A camp with a long name" };
  const isNamed = (selectedId: string | null) => {
    const { result } = renderHook(() => useMarkers(specCity, [wide], viewport, selectedId));
    const parts = { city: specCity, viewport, markers: result.current, selectedId };
    const { placed, isCovered } = layOutLabels({ ...parts, ...around });
    expect(isCovered("camp-1")).toBe(false);
    return placed.has("camp-1");
  };
  expect(isNamed(null)).toBe(false);
  expect(isNamed("camp-1")).toBe(true);
});
