import { expect, test } from "vitest";
import { specCity } from "../city/city.ts";
import { centreIn, extentOf, fitPoints, freeArea } from "./fit.ts";
import { type Frame, toScreen } from "./view.ts";

const phone: Frame = { side: 3_720, width: 390, height: 844 };
const desk: Frame = { side: 3_720, width: 1_440, height: 870 };
const insets = { top: 130, right: 10, bottom: 80, left: 10 };

test.each([
  ["phone", phone, 0],
  ["phone with 3:00 up", phone, -Math.PI / 2],
  ["desk", desk, 0],
  ["desk, north up", desk, 0.8],
])("fits the city into the free part of the screen: %s", (_, frame, turn) => {
  const view = fitPoints(frame, extentOf(specCity), insets, { turn });
  const points = extentOf(specCity).map((point) => toScreen(frame, view, point));
  const lefts = points.map(({ left }) => left);
  const tops = points.map(({ top }) => top);
  const { width, height } = freeArea(frame, insets);
  expect(Math.min(...lefts)).toBeGreaterThanOrEqual(insets.left - 0.01);
  expect(Math.max(...lefts)).toBeLessThanOrEqual(frame.width - insets.right + 0.01);
  expect(Math.min(...tops)).toBeGreaterThanOrEqual(insets.top - 0.01);
  expect(Math.max(...tops)).toBeLessThanOrEqual(frame.height - insets.bottom + 0.01);
  const share = Math.max(
    (Math.max(...lefts) - Math.min(...lefts)) / width,
    (Math.max(...tops) - Math.min(...tops)) / height,
  );
  expect(share).toBeCloseTo(1, 3);
});

test("does not zoom in on two near points beyond the map's limit", () => {
  const points = [
    { x: 0, y: 0 },
    { x: 1, y: 1 },
  ];
  expect(fitPoints(phone, points, insets, { turn: 0 }).zoom).toBe(3);
  expect(fitPoints(phone, points, insets, { turn: 0, maxZoom: 2 }).zoom).toBe(2);
});

test("centers a chosen point in the area beside a sheet, also on a turned map", () => {
  const sheet = { ...insets, bottom: 472 };
  const at = { x: 200, y: -600 };
  const view = centreIn(phone, at, sheet, { zoom: 3, turn: 1 });
  const { left, top } = toScreen(phone, view, at);
  expect(left).toBeCloseTo(195, 6);
  expect(top).toBeCloseTo((130 + 844 - 472) / 2, 6);
});
