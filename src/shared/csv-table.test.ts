import fc from "fast-check";
import { expect, test } from "vitest";
import { csvSource, readCsv, toCsvText } from "./csv-table.ts";

test("takes the separator from Excel's sep= line, or else from the headings", () => {
  const sources: [string, string, string][] = [
    ["sep=;\r\na,b;c\r\n", ";", "a,b;c\r\n"],
    ['"sep=\t"\na\tb', "\t", "a\tb"],
    ["\uFEFFa;b\n1,5;2", ";", "a;b\n1,5;2"],
    ["\n\na\tb,c\td\n", "\t", "\n\na\tb,c\td\n"],
    ['"a;b;c",d\n', ",", '"a;b;c",d\n'],
    ["title\nx;y", ",", "title\nx;y"],
  ];
  for (const [text, separator, rest] of sources) {
    expect(csvSource(text)).toEqual({ separator, text: rest });
  }
});

test("counts skipped empty rows in the row numbers", () => {
  expect(readCsv("\nTitle,Type ,\nLamp,gear\n, \n\nTea,talent,,\n")).toEqual({
    headings: ["Title", "Type"],
    rows: [
      { row: 3, cells: ["Lamp", "gear"], problem: null },
      { row: 6, cells: ["Tea", "talent", "", ""], problem: null },
    ],
  });
  expect(readCsv("")).toEqual({ headings: [], rows: [] });
  expect(readCsv("a\n1\n2\n3", 2)).toMatchObject({ rows: [{ row: 2 }, { row: 3 }] });
});

test("rejects text beyond the last heading, naming the file's separator", () => {
  const files: [string, string | null][] = [
    ["a,b,c\nStove,gear,Propane, 5 kW, never indoors", "5 cells, but there are 3 columns|a comma"],
    ["a;b\n1;2;3", "3 cells, but there are 2 columns|a semicolon"],
    ["a\tb\n1\t\t3", "3 cells, but there are 2 columns|a tab"],
    ["a|b|\n1|2|3", "3 cells, but there are 2 columns|a vertical bar"],
    ["sep=/\na/b\n1/2/3", '3 cells, but there are 2 columns|"/"'],
    ["content\nHello, world", "2 cells, but there is 1 column|a comma"],
    ["a,b\n1,2,, ,\t", null],
    ["a,b\n1", null],
  ];
  for (const [text, wanted] of files) {
    const [cells, mark] = wanted?.split("|") ?? [];
    const problem =
      cells === undefined
        ? null
        : `It has ${cells}. Put quotes around text that contains ${mark}, and import it again.`;
    expect(readCsv(text), text).toMatchObject({ rows: [{ row: 2, problem }] });
  }
});

test("treats a quote as quoting only at the start of a cell", () => {
  const cells: [string, string[]][] = [
    ['a, "b, c" ,d', ["a", "b, c", "d"]],
    ['6" pipe,a "b" c,', ['6" pipe', 'a "b" c', ""]],
    ['"a ""b""","c\r\nd",""', ['a "b"', "c\r\nd", ""]],
    ['a\u00a0,\u00a0"b,c",d', ["a\u00a0", "b,c", "d"]],
    [' a , b,"c', []],
    ['a,"b" c,d', []],
  ];
  for (const [text, wanted] of cells) {
    const table = readCsv(`x,y,z\n1,2,3\n${text}\n`);
    if (wanted.length > 0) expect(table, text).toMatchObject({ rows: [{}, { cells: wanted }] });
    else expect(table, text).toMatchObject({ problem: expect.stringContaining("(row 3)") });
  }
  expect(readCsv('x\ty\n1\t "2\t3"')).toMatchObject({ rows: [{ cells: ["1", "2\t3"] }] });
});

test("reads mixed line endings in one file", () => {
  expect(readCsv("a,b\r\n1,2\n3,4\r5,6")).toMatchObject({
    rows: [{ cells: ["1", "2"] }, { cells: ["3", "4"] }, { row: 4, cells: ["5", "6"] }],
  });
});

test("reads back the cells it wrote, whatever their text", () => {
  const cell = fc.oneof(fc.string(), fc.constantFrom(' "a', '"', "a\r\nb", " ", ",", ";\t"));
  fc.assert(
    fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 9 }), (pairs) => {
      const rows = pairs.map(([one, two]) => [`${one}x`, two]);
      const table = readCsv(toCsvText([["one", "two"], ...rows]));
      expect("rows" in table && table.rows.map(({ cells }) => cells)).toEqual(rows);
    }),
    { seed: 3, numRuns: 500 },
  );
});
