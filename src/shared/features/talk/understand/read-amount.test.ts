import { expect, test } from "vitest";
import { amountInWords, amountsIn } from "./read-amount.ts";

test.each([
  ["2kw", [{ value: 2, unit: "kW" }]],
  ["900 W generator", [{ value: 0.9, unit: "kW" }]],
  [
    "20 l or 5 gallons",
    [
      { value: 20, unit: "l" },
      { value: 18.925, unit: "l" },
    ],
  ],
  ["for 40 people", [{ value: 40, unit: "people" }]],
  ["a two person tent", [{ value: 2, unit: "people" }]],
  ["One person can carry it.", []],
  ["7:30 & E", []],
  ["3 maps", []],
])("reads the amounts: %s", (text, amounts) => {
  expect(amountsIn(text)).toMatchObject(amounts);
});

test("writes small powers in watts", () => {
  expect(amountInWords({ value: 0.9, unit: "kW" })).toBe("900 W");
  expect(amountInWords({ value: 2, unit: "kW" })).toBe("2 kW");
});
