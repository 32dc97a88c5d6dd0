import { expect, test } from "vitest";
import { fixAge, isFresh } from "./fix-age.ts";

test("treats a fix as fresh for seconds and words its age", () => {
  expect([0, 19_999, 20_000, 3_600_000].map((age) => isFresh(1_000_000, 1_000_000 + age))).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect([-5_000, 400, 40_000, 89_000, 100_000, 5_000_000, 7_300_000].map((age) => fixAge(0, age))).toEqual([
    "1 s ago",
    "1 s ago",
    "40 s ago",
    "89 s ago",
    "2 min ago",
    "83 min ago",
    "2 h ago",
  ]);
});
