import { expect, test } from "vitest";
import { sinceWords } from "./since.ts";

test("returns the date of the first entry, or a month ago, also at the end of March", () => {
  expect(sinceWords(new Date(2025, 2, 3, 15, 5).toISOString(), new Date(2026, 7, 30))).toBe("March 3, 2025");
  expect(sinceWords(null, new Date(2026, 7, 30, 12))).toBe("July 30, 2026");
  expect(sinceWords(null, new Date(2026, 2, 31, 12))).toBe("February 28, 2026");
  expect(sinceWords(null, new Date(2026, 0, 15, 12))).toBe("December 15, 2025");
});
