import { expect, test } from "vitest";
import { headingOf } from "./compass.ts";

test("returns the heading on Android or iOS, else null", () => {
  expect(headingOf({ absolute: true, alpha: 0 })).toBe(0);
  expect(headingOf({ absolute: true, alpha: 270 })).toBe(90);
  expect(headingOf({ absolute: false, alpha: 12, webkitCompassHeading: 45 })).toBe(45);
  expect(headingOf({ absolute: false, alpha: 12 })).toBeNull();
  expect(headingOf({ absolute: true, alpha: null })).toBeNull();
  expect(headingOf({ absolute: false, alpha: null, webkitCompassHeading: -1 })).toBeNull();
});
