// Helpers for a CSV parser, which the server or the page supplies: the separator to parse with, and the table its records make.

export interface TableRow {
  /** Row number as in a spreadsheet: the file's first row is 1; headings and empty rows count. */
  row: number;
  cells: readonly string[];
}

const SEPARATORS = [",", ";", "\t", "|"];

/** The cell separator of a CSV file, and the file's text without Excel's optional `sep=;` line. */
export function csvSource(file: string): { separator: string; text: string } {
  const text = file.replace(/^\uFEFF/, "");
  const told = /^"?sep=([^\r\n"])"?(?:\r\n|\r|\n|$)/i.exec(text);
  if (told?.[1] !== undefined) return { separator: told[1], text: text.slice(told[0].length) };
  // Count separators in the headings only: the text below may contain commas, headings do not.
  const headings = /[^\s][^\r\n]*/.exec(text)?.[0].replaceAll(/"[^"]*"/g, "") ?? "";
  const counted = SEPARATORS.map((separator) => ({ separator, count: headings.split(separator).length }));
  const best = counted.reduce((most, each) => (each.count > most.count ? each : most));
  return { separator: best.separator, text };
}

/** Whether a record has any content. Spreadsheets also export their empty rows. */
export function isFilled(record: readonly string[]): boolean {
  return record.some((cell) => cell.trim() !== "");
}

/** Turns a parser's records into a table. The first record that is not empty holds the headings. */
export function tableOf(records: readonly (readonly string[])[]): { headings: string[]; rows: TableRow[] } {
  const filled = records.flatMap((cells, index) => (isFilled(cells) ? [{ row: index + 1, cells }] : []));
  const [first, ...rows] = filled;
  return { headings: first?.cells.map((heading) => heading.trim()) ?? [], rows };
}
