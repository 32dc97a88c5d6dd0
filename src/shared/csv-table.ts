// Reads and writes CSV, for the server and the page.

export interface TableRow {
  /** Row number as in a spreadsheet: the file's first row is 1; headings and empty rows count. */
  row: number;
  cells: readonly string[];
  /** The reason why the row cannot be read: it has text beyond the last heading. */
  problem: string | null;
}

export interface Table {
  headings: string[];
  rows: TableRow[];
}

const SEPARATORS = new Map([
  [",", "a comma"],
  [";", "a semicolon"],
  ["\t", "a tab"],
  ["|", "a vertical bar"],
]);

/**
 * Reads a CSV file. The first row that is not empty contains the headings; empty rows are skipped. A cell is quoted if its first character
 * after blanks is a quote; any other quote is text.
 * @param most the maximum number of rows to read
 * @returns the table, or a sentence with the reason why the file cannot be read
 */
export function readCsv(file: string, most = Infinity): Table | { problem: string } {
  const { separator, text } = csvSource(file);
  let headings: string[] | null = null;
  const rows: TableRow[] = [];
  let row = 0;
  for (const cells of recordsOf(text, separator)) {
    row += 1;
    if (cells === null)
      return {
        problem: `The quotes of a cell do not match (row ${row}). Begin and end the cell with one quote, write "" for each quote inside it, and choose the file again.`,
      };
    const filled = cells.findLastIndex((cell) => cell.trim() !== "") + 1;
    if (filled === 0) continue;
    if (headings === null) {
      headings = cells.slice(0, filled).map((heading) => heading.trim());
      continue;
    }
    const problem = filled > headings.length ? tooManyCells(filled, headings.length, separator) : null;
    rows.push({ row, cells, problem });
    if (rows.length >= most) break;
  }
  return { headings: headings ?? [], rows };
}

/** Normalizes a heading, a field name or a word of a fixed list for comparison: "Created at", "created_at" and "createdAt" are equal. */
export function foldHeading(heading: string): string {
  return heading.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
}

/** Formats rows as CSV (RFC 4180), separated by commas. */
export function toCsvText(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => `${cells.map(quotedIfNeeded).join(",")}\r\n`).join("");
}

function quotedIfNeeded(cell: string): string {
  return /[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** The cell separator of a CSV file, and the file's text without Excel's optional `sep=;` line. */
export function csvSource(file: string): { separator: string; text: string } {
  const text = file.replace(/^\uFEFF/, "");
  const declared = /^"?sep=([^\r\n"])"?(?:\r\n|\r|\n|$)/i.exec(text);
  if (declared?.[1] !== undefined) return { separator: declared[1], text: text.slice(declared[0].length) };
  // Count separators in the headings only: the text below may contain commas, headings do not.
  const headings = /[^\s][^\r\n]*/.exec(text)?.[0].replaceAll(/"[^"]*"/g, "") ?? "";
  const counted = [...SEPARATORS.keys()].map((separator) => ({
    separator,
    count: headings.split(separator).length,
  }));
  const best = counted.reduce((most, each) => (each.count > most.count ? each : most));
  return { separator: best.separator, text };
}

function tooManyCells(cells: number, columns: number, separator: string): string {
  const there = columns === 1 ? "there is 1 column" : `there are ${columns} columns`;
  const mark = SEPARATORS.get(separator) ?? `"${separator}"`;
  return `It has ${cells} cells, but ${there}. Put quotes around text that contains ${mark}, and import it again.`;
}

/** The records of a CSV text in order. A record with unbalanced quotes is null and the last one. */
function* recordsOf(text: string, separator: string): Generator<string[] | null> {
  const isEnd = (at: number) =>
    at >= text.length || text[at] === separator || text[at] === "\n" || text[at] === "\r";
  let cells: string[] = [];
  for (let at = 0; at < text.length;) {
    let start = at;
    while (!isEnd(start) && text[start]?.trim() === "") start += 1;
    let end = start;
    if (text[start] === '"') {
      const close = closingQuote(text, start + 1);
      end = close + 1;
      while (!isEnd(end) && text[end]?.trim() === "") end += 1;
      if (close === -1 || !isEnd(end)) return yield null;
      cells.push(text.slice(start + 1, close).replaceAll('""', '"'));
    } else {
      while (!isEnd(end)) end += 1;
      cells.push(text.slice(at, end));
    }
    at = end + (text.startsWith("\r\n", end) ? 2 : 1);
    if (text[end] === separator) continue;
    yield cells;
    cells = [];
  }
  if (cells.length > 0) yield cells;
}

/** Position of the quote that ends a quoted cell, or -1. Two consecutive quotes are one quote inside the cell. */
function closingQuote(text: string, from: number): number {
  let at = text.indexOf('"', from);
  while (at !== -1 && text[at + 1] === '"') at = text.indexOf('"', at + 2);
  return at;
}
