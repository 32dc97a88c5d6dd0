import { expect, test } from "vitest";
import { headingOf } from "./compass.ts";

test("the heading is read on Android and iOS; without a north reference it is null", () => {
  expect(headingOf({ absolute: true, alpha: 0 })).toBe(0);
  expect(headingOf({ absolute: true, alpha: 270 })).toBe(90);
  expect(headingOf({ absolute: false, alpha: 12, webkitCompassHeading: 45 })).toBe(45);
  expect(headingOf({ absolute: false, alpha: 12 })).toBeNull();
  expect(headingOf({ absolute: true, alpha: null })).toBeNull();
  expect(headingOf({ absolute: false, alpha: null, webkitCompassHeading: -1 })).toBeNull();
});
