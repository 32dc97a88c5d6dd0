// Around a CSV parser, which either side brings: what it is told before, and what its records mean.

export interface TableRow {
  /** As a spreadsheet numbers it: 1 is the file's first row, headings and empty rows count. */
  row: number;
  cells: readonly string[];
}

const SEPARATORS = [",", ";", "\t", "|"];

/** What separates the cells of a file, and the file without the line ("sep=;") by which Excel is told. */
export function csvSource(file: string): { separator: string; text: string } {
  const text = file.replace(/^\uFEFF/, "");
  const told = /^"?sep=([^\r\n"])"?(?:\r\n|\r|\n|$)/i.exec(text);
  if (told?.[1] !== undefined) return { separator: told[1], text: text.slice(told[0].length) };
  // Headings have no commas of their own, unlike the words below them.
  const headings = /[^\s][^\r\n]*/.exec(text)?.[0].replaceAll(/"[^"]*"/g, "") ?? "";
  const counted = SEPARATORS.map((separator) => ({ separator, count: headings.split(separator).length }));
  const best = counted.reduce((most, each) => (each.count > most.count ? each : most));
  return { separator: best.separator, text };
}

/** Whether a record is a row of its own: a spreadsheet writes its empty rows, too. */
export function isFilled(record: readonly string[]): boolean {
  return record.some((cell) => cell.trim() !== "");
}

/** A parser's records as a table: the first that is not empty has the headings. */
export function tableOf(records: readonly (readonly string[])[]): { headings: string[]; rows: TableRow[] } {
  const filled = records.flatMap((cells, index) => (isFilled(cells) ? [{ row: index + 1, cells }] : []));
  const [first, ...rows] = filled;
  return { headings: first?.cells.map((heading) => heading.trim()) ?? [], rows };
}
