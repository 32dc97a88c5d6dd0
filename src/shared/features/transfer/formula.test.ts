import fc from "fast-check";
import { expect, test } from "vitest";
import { harmlessCell, meantCell } from "./formula.ts";

test("escapes text that begins like a formula and restores it", () => {
  for (const text of ["=1+1", "+49", "-119.2 E", "-1+1", "@SUM(A1)", "\tx", "\rx", "'=1", "'-1", "＝1"]) {
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

test("escapes a formula behind a semicolon, a tab or a line break, and restores the text", () => {
  // A spreadsheet program that splits at semicolons does not see the quotes around such a cell.
  const texts: [string, string][] = [
    ["foo;=cmd()", "foo;'=cmd()"],
    ["a;+1;-1;@A1;＝1", "a;'+1;'-1;'@A1;'＝1"],
    ["a\t=1", "a\t'=1"],
    ["a\r\n=1\n-2", "a\r\n'=1\n'-2"],
    ["\t=1", "'\t'=1"],
    ["a;'=1", "a;''=1"],
    ['a;"=1"', 'a;\'"=1"'],
  ];
  for (const [text, escaped] of texts) expect(harmlessCell(text)).toBe(escaped);
  for (const text of ["a; b", "tea;7", "a\r\n\r\nb", "1=2", "a;'tis"]) expect(harmlessCell(text)).toBe(text);
  const part = fc.constantFrom(";", "\t", "\r", "\n", "'", '"', "=", "-", "@", "1", " ", "a", "＋");
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
      const cell = harmlessCell(parts.join(""));
      expect(meantCell(cell)).toBe(parts.join(""));
      expect(cell).not.toMatch(/[;\t\r\n]"*[=+\-@＋]/);
    }),
    { seed: 7, numRuns: 2_000 },
  );
});

test("leaves a negative number unchanged and removes the apostrophe of older exports", () => {
  for (const number of [-119.21, -1, -1e-7, -0.5]) {
    expect(harmlessCell(String(number))).toBe(String(number));
    expect(meantCell(`'${number}`)).toBe(String(number));
  }
});
