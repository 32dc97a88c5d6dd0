import { expect, test } from "vitest";
import { csvSource, tableOf } from "./csv-table.ts";

test("the separator comes from Excel's sep= line, or else from the headings", () => {
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

test("rows keep their spreadsheet row numbers when empty rows are skipped", () => {
  const records = [[""], ["Title", "Type "], ["Lamp", "gear"], ["", " "], [], ["Tea", "talent", "x"]];
  expect(tableOf(records)).toEqual({
    headings: ["Title", "Type"],
    rows: [
      { row: 3, cells: ["Lamp", "gear"] },
      { row: 6, cells: ["Tea", "talent", "x"] },
    ],
  });
  expect(tableOf([])).toEqual({ headings: [], rows: [] });
});
