import { test, expect } from "vitest";
import { clockDegrees, formatClock, parseClock } from "./clock.ts";

test("converts a clock time to hours or degrees, and back", () => {
  expect(parseClock("7:30")).toBe(7.5);
  expect(parseClock("7.30")).toBe(7.5);
  expect(parseClock("12:15")).toBe(0.25);
  expect(clockDegrees(7.5)).toBe(225);
  for (let minutes = 0; minutes < 720; minutes += 1) {
    const text = formatClock(minutes / 60);
    expect(parseClock(text)).toBeCloseTo(minutes / 60, 9);
  }
  expect(formatClock(12)).toBe("12:00");
  expect(formatClock(13.25)).toBe("1:15");
  expect(formatClock(-0.5)).toBe("11:30");
  expect(formatClock(9.9999)).toBe("10:00");
});

test("rejects a time that no clock shows", () => {
  for (const text of ["0:30", "13:00", "7:60", "7:75", "7:3", "730", "", "7:30 ", "a:bc", "107:30"]) {
    expect([text, parseClock(text)]).toEqual([text, null]);
  }
});
