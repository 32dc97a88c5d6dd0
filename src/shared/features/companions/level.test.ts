import { expect, test } from "vitest";
import { levelOf } from "./level.ts";

test("rises from the first answer with use, up to five", () => {
  expect([0, 1, 4, 5, 14, 15, 39, 40, 99, 100, 1e6].map(levelOf)).toEqual([
    null,
    1,
    1,
    2,
    2,
    3,
    3,
    4,
    4,
    5,
    5,
  ]);
});
