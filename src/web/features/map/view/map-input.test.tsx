import { fireEvent, render, renderHook, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { specCity } from "#shared/features/map/city/city.ts";
import { toGeo } from "#shared/features/map/city/geometry.ts";
import type { MapItem } from "#shared/features/map/contract.ts";
import { MarkerLayer } from "../layers/marker-layer.tsx";
import { useMarkers } from "../layers/use-markers.ts";
import { mapInput } from "./map-input.ts";
import { createMapView } from "./map-view.ts";

const item = (id: string, kind: MapItem["kind"], x: number): MapItem => ({
  id,
  kind,
  name: id,
  label: id,
  ...toGeo(specCity, { x, y: 0 }),
  colour: "#ffffff",
  street: null,
  time: null,
});
/** A medical tent in the middle of the screen, grouped camps left of it, and a favourite, which has a button, right of it. */
const items = [
  item("medical:1", "medical", 0),
  item("camp-1", "camp", -80),
  item("camp-2", "camp", -160),
  { ...item("camp-3", "camp", 82), isFavourite: true },
];

function openMap() {
  const onSelect = vi.fn<(id: string) => void>();
  const focusOn = vi.fn<(id: string) => void>();
  const map = createMapView(3_720, () => ({ x: 0, y: 0, zoom: 0.58, turn: 0 }));
  map.resize(390, 844);
  const { result } = renderHook(() => useMarkers(specCity, items, map.live(), null));
  const markers = result.current;
  const focusedId = { current: markers.clusters[0]?.id ?? null };
  const handlers = { onFocus: vi.fn<() => void>(), onBlur: vi.fn<() => void>() };
  const input = mapInput({
    map,
    markers,
    focus: { tabStopId: null, focusedId, focusOn, handlers },
    onSelect,
  });
  render(
    <div role="toolbar" tabIndex={0} onClick={input.handleClick} onKeyDown={input.handleKeyDown}>
      <MarkerLayer
        {...{ city: specCity, theme: "night", markers, selectedId: null, tabStopId: null, scale: 1 }}
        layout={{ placed: new Map(), isCovered: () => false }}
      />
    </div>,
  );
  return { onSelect, focusOn, sign: screen.getByRole("button", { name: "medical:1" }) };
}

test("opens a sign on a tap on its shape, or within a fingertip if no button is nearer", () => {
  const { onSelect, sign } = openMap();
  // The favourite is 10 pixels right of the sign, the camps are 10 and 20 pixels left of it.
  fireEvent.click(sign.querySelector("svg") ?? sign, { detail: 1, clientX: 205, clientY: 422 });
  fireEvent.click(sign, { detail: 1, clientX: 175, clientY: 422 });
  fireEvent.click(sign, { detail: 1, clientX: 205, clientY: 422 });
  expect(onSelect.mock.calls).toEqual([["medical:1"], ["medical:1"], ["camp-3"]]);
});

test("moves to a sign by an arrow key", () => {
  const { focusOn, sign } = openMap();
  fireEvent.keyDown(sign, { key: "ArrowRight" });
  expect(focusOn).toHaveBeenCalledExactlyOnceWith("medical:1");
});
