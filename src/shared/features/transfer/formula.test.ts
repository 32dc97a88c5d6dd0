import fc from "fast-check";
import { expect, test } from "vitest";
import { harmlessCell, meantCell } from "./formula.ts";

test("escapes text that begins like a formula and restores it", () => {
  for (const text of ["=1+1", "+49", "-119.2 E", "-1+1", "@SUM(A1)", "\t=1", "\r=1", "'=1", "'-1", "＝1"]) {
    expect(harmlessCell(text)).toBe(`'${text}`);
  }
  for (const text of ["tea", "'tis", "7:30 & E", ""]) expect(harmlessCell(text)).toBe(text);
  const start = fc.constantFrom("", "'", "''", "=", "'=", "-", "'-1", "-2.5", "@", "'@");
  fc.assert(
    fc.property(start, fc.string(), (head, tail) => {
      const cell = harmlessCell(head + tail);
      expect(meantCell(cell)).toBe(head + tail);
      expect(cell).not.toMatch(/^(?:[=+@\t\r]|-(?!\d+(?:\.\d+)?(?:e[+-]\d+)?$))/);
    }),
    { seed: 7, numRuns: 1_000 },
  );
});

test("leaves a negative number unchanged and removes the apostrophe of older exports", () => {
  for (const number of [-119.21, -1, -1e-7, -0.5]) {
    expect(harmlessCell(String(number))).toBe(String(number));
    expect(meantCell(`'${number}`)).toBe(String(number));
  }
});
