import { expect, test } from "vitest";
import { availabilityNow } from "./taken.ts";

const sunday = new Date("2026-08-30T15:00:00Z");
const lent = (last: string, isOut: boolean) =>
  availabilityNow({ availability: "available", taken: { last, isOut } }, sunday);

test("a thing that is lent out says until when, and is never available", () => {
  expect(lent("2026-09-01", true)).toEqual({ isFree: false, words: "Out until Tuesday" });
  expect(lent("2026-08-30", true).words).toBe("Out until tonight");
  expect(lent("2026-08-31", true).words).toBe("Out until tomorrow");
  expect(lent("2026-09-05", true).words).toBe("Out until Saturday");
  expect(lent("2026-09-06", true).words).toBe("Out until 6 Sept");
  expect(lent("2026-09-01", false)).toEqual({ isFree: false, words: "Promised until Tuesday" });
});

test("an overdue thing is still out, and a promise that has passed no longer counts", () => {
  expect(lent("2026-08-29", true)).toEqual({ isFree: false, words: "Out, not back yet" });
  expect(lent("2026-08-29", false)).toEqual({ isFree: true, words: "Available" });
});

test("otherwise its owner's word holds, in old copies too", () => {
  expect(availabilityNow({ availability: "available", taken: null }, sunday).isFree).toBe(true);
  expect(availabilityNow({ availability: "available" }, sunday).words).toBe("Available");
  expect(availabilityNow({ availability: "maintenance" }, sunday)).toEqual({
    isFree: false,
    words: "In maintenance",
  });
  expect(availabilityNow({ availability: "unavailable", taken: null }, sunday).isFree).toBe(false);
});
