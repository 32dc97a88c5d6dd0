import { expect, test } from "vitest";
import { zoomToStandAlone } from "./stand-alone.ts";
import type { Frame } from "./view.ts";

const frame: Frame = { side: 3_720, width: 390, height: 844 };
const options = { frame, zoom: 0.6, isClustering: true, metresPerDegree: 111_000 };
const at = (id: string, x: number, y = 0) => ({ id, x, y, street: null, time: null });

test("zooms until no other marker is near a pin", () => {
  const pin = at("pin", 0);
  expect(zoomToStandAlone(pin, [], [], options)).toBe(0.6);
  expect(zoomToStandAlone(pin, [at("far", 900)], [], options)).toBe(0.6);
  // 120 m are 34 pixels from zoom 1.36 on.
  expect(zoomToStandAlone(pin, [at("near", 120)], [], options)).toBeCloseTo(1.4, 9);
  expect(zoomToStandAlone(pin, [], [at("near", 120)], options)).toBeCloseTo(1.4, 9);
  expect(zoomToStandAlone(pin, [at("same corner", 9)], [], options)).toBe(3);
  expect(zoomToStandAlone(pin, [at("near", 120)], [], { ...options, zoom: 2 })).toBe(2);
});

test("counts a cluster over the pin as a marker, although its members are far away", () => {
  const pin = at("pin", 0);
  const around = [at("west", -300), at("east", 300)];
  expect(zoomToStandAlone(pin, around, [], { ...options, isClustering: false })).toBe(0.6);
  expect(zoomToStandAlone(pin, around, [], options)).toBeGreaterThan(0.9);
});
