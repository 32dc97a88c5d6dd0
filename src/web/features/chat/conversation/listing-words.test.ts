import { expect, test } from "vitest";
import { listingInWords } from "./listing-words.ts";

const at = "2026-09-01T18:00:00.000Z";
const now = Date.parse(at);

test("says whether a listing can be had, with a weekday while that is clear", () => {
  expect(listingInWords({ state: "free", until: null, at }, now)).toBe("Free now");
  expect(listingInWords({ state: "out", until: "2026-09-04", at }, now)).toBe("Out until Friday");
  expect(listingInWords({ state: "out", until: "2026-09-20", at }, now)).toBe("Out until 20 Sept");
  expect(listingInWords({ state: "out", until: null, at }, now)).toBe("Out for now");
  expect(listingInWords({ state: "repair", until: null, at }, now)).toBe("In maintenance");
});

test("an old answer says nothing about now", () => {
  expect(listingInWords({ state: "free", until: null, at }, now + 13 * 3_600_000)).toBeNull();
});
