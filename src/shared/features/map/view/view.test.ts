import { test, expect } from "vitest";
import fc from "fast-check";
import {
  type Frame,
  fromScreen,
  initialView,
  oneTurn,
  pixelsPerMetre,
  reduceView,
  toScreen,
  type View,
  type ViewAction,
  viewActionOfKey,
} from "./view.ts";

const phone: Frame = { side: 3_720, width: 390, height: 844 };

test("makes the map twice the screen's shorter side at zoom 1 and shows all of it at 0.5", () => {
  expect(pixelsPerMetre(phone, 1) * 3_720).toBeCloseTo(780, 9);
  expect(pixelsPerMetre({ side: 3_720, width: 1_440, height: 900 }, 0.5) * 3_720).toBeCloseTo(900, 9);
  expect(1 / pixelsPerMetre(phone, 3)).toBeCloseTo(1.59, 2);
});

test("zooms by 0.2 with buttons and by 0.9 or 1.1 with the wheel, from 0.5 to 3", () => {
  const at = { left: 195, top: 422 };
  const view: View = { x: 0, y: 0, zoom: 1, turn: 0 };
  expect(reduceView(phone, view, { type: "zoomIn" }).zoom).toBe(1.2);
  expect(reduceView(phone, view, { type: "zoomOut" }).zoom).toBe(0.8);
  expect(reduceView(phone, view, { type: "wheel", deltaY: 100, at }).zoom).toBe(0.9);
  expect(reduceView(phone, view, { type: "wheel", deltaY: -3, at }).zoom).toBe(1.1);
  expect(reduceView(phone, view, { type: "wheel", deltaY: 0, at })).toBe(view);

  let zoomed = view;
  for (let press = 0; press < 30; press += 1) zoomed = reduceView(phone, zoomed, { type: "zoomIn" });
  expect(zoomed.zoom).toBe(3);
  for (let press = 0; press < 30; press += 1) zoomed = reduceView(phone, zoomed, { type: "zoomOut" });
  expect(zoomed.zoom).toBe(0.5);
});

test("keeps the point under the finger while dragging, zooming or pinching", () => {
  const view: View = { x: 120, y: -80, zoom: 1.3, turn: 0 };
  const finger = { left: 100, top: 300 };
  const held = fromScreen(phone, view, finger);

  const dragged = reduceView(phone, view, { type: "drag", right: 40, down: -25 });
  const after = toScreen(phone, dragged, held);
  expect([after.left, after.top]).toEqual([expect.closeTo(140, 6), expect.closeTo(275, 6)]);

  const wheeled = reduceView(phone, view, { type: "wheel", deltaY: -1, at: finger });
  expect(toScreen(phone, wheeled, held).left).toBeCloseTo(finger.left, 6);

  const other = { left: 200, top: 300 };
  const pinched = reduceView(phone, view, {
    type: "pinch",
    from: [finger, other],
    to: [
      { left: 50, top: 310 },
      { left: 250, top: 310 },
    ],
  });
  expect(pinched.zoom).toBeCloseTo(2.6, 9);
  expect(toScreen(phone, pinched, held).left).toBeCloseTo(50, 6);
  expect(toScreen(phone, pinched, held).top).toBeCloseTo(310, 6);
});

test("zooms, resets or moves the map with keys and ignores other keys", () => {
  expect(viewActionOfKey(phone, "+")).toEqual({ type: "zoomIn" });
  expect(viewActionOfKey(phone, "-")).toEqual({ type: "zoomOut" });
  expect(viewActionOfKey(phone, "0")).toEqual({ type: "reset" });
  expect(viewActionOfKey(phone, "Enter")).toBeNull();
  const right = viewActionOfKey(phone, "ArrowRight");
  expect(right && reduceView(phone, initialView, right).x).toBeGreaterThan(0);
  const up = viewActionOfKey(phone, "ArrowUp");
  expect(up && reduceView(phone, initialView, up).y).toBeGreaterThan(initialView.y);
  expect(reduceView(phone, { x: 9, y: 9, zoom: 3, turn: 1 }, { type: "reset" })).toEqual(initialView);
});

test("stays on the map and in range after any actions", () => {
  const number = fc.double({ min: -5_000, max: 5_000, noNaN: true });
  const point = fc.record({ left: number, top: number });
  const pair = fc.tuple(point, point);
  const action: fc.Arbitrary<ViewAction> = fc.oneof(
    fc.record({ type: fc.constant("drag" as const), right: number, down: number }),
    fc.record({ type: fc.constant("pinch" as const), from: pair, to: pair, isTurning: fc.boolean() }),
    fc.record({ type: fc.constant("turn" as const), to: number }),
    fc.record({ type: fc.constant("wheel" as const), deltaY: number, at: point }),
    fc.record({
      type: fc.constant("focus" as const),
      point: fc.record({ x: number, y: number }),
      zoom: number,
    }),
    fc.constant({ type: "zoomIn" as const }),
    fc.constant({ type: "zoomOut" as const }),
  );
  const frame = fc.record({
    side: fc.constant(3_720),
    width: fc.integer({ min: 0, max: 3_000 }),
    height: fc.integer({ min: 0, max: 3_000 }),
  });
  fc.assert(
    fc.property(frame, fc.array(action), (screen, actions) => {
      let view = initialView;
      for (const next of actions) view = reduceView(screen, view, next);
      expect(view.zoom).toBeGreaterThanOrEqual(0.5);
      expect(view.zoom).toBeLessThanOrEqual(3);
      expect(Math.abs(view.turn)).toBeLessThanOrEqual(Math.PI + 1e-9);
      expect(Math.max(Math.abs(view.x), Math.abs(view.y))).toBeLessThanOrEqual(1_860);
    }),
    { seed: 7, numRuns: 300 },
  );
});

test("follows finger, wheel or pinch on a map turned by any angle", () => {
  fc.assert(
    fc.property(
      fc.double({ min: -3, max: 3, noNaN: true }),
      fc.record({ left: fc.integer({ min: 50, max: 340 }), top: fc.integer({ min: 50, max: 790 }) }),
      (turn, finger) => {
        const view: View = { x: 40, y: -30, zoom: 2.6, turn };
        const held = fromScreen(phone, view, finger);
        expectAt(toScreen(phone, view, held), finger);
        const dragged = reduceView(phone, view, { type: "drag", right: 30, down: -20 });
        expectAt(toScreen(phone, dragged, held), { left: finger.left + 30, top: finger.top - 20 });
        const wheeled = reduceView(phone, view, { type: "wheel", deltaY: -1, at: finger });
        expectAt(toScreen(phone, wheeled, held), finger);
        const other = { left: finger.left + 60, top: finger.top };
        const middle = fromScreen(phone, view, { left: finger.left + 30, top: finger.top });
        const twisted = reduceView(phone, view, {
          type: "pinch",
          from: [finger, other],
          to: [
            { left: finger.left + 30, top: finger.top - 30 },
            { left: finger.left + 30, top: finger.top + 30 },
          ],
          isTurning: true,
        });
        expect(twisted.zoom).toBeCloseTo(2.6, 9);
        expect(Math.abs(oneTurn(twisted.turn - turn - Math.PI / 2))).toBeLessThan(1e-9);
        expectAt(toScreen(phone, twisted, middle), { left: finger.left + 30, top: finger.top });
      },
    ),
    { seed: 7, numRuns: 100 },
  );
});

test("shows 12:00 at the right after a quarter turn clockwise", () => {
  const view: View = { x: 0, y: 0, zoom: 1, turn: Math.PI / 2 };
  const noon = toScreen(phone, view, { x: 0, y: 100 });
  expect(noon.left).toBeGreaterThan(195);
  expect(noon.top).toBeCloseTo(422, 6);
});

function expectAt(actual: { left: number; top: number }, wanted: { left: number; top: number }): void {
  expect(actual.left).toBeCloseTo(wanted.left, 5);
  expect(actual.top).toBeCloseTo(wanted.top, 5);
}
