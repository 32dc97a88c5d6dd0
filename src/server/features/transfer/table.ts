import { foldHeading, readCsv, toCsvText } from "#shared/csv-table.ts";
import { decodeText, isBinary } from "#shared/decode-text.ts";
import { MAX_TRANSFER_ROWS } from "#shared/features/transfer/contract.ts";
import { harmlessCell, meantCell } from "#shared/features/transfer/formula.ts";
import { isFields } from "#shared/json-fields.ts";
import { shorten } from "#shared/shorten.ts";
import { AppError } from "#server/http/app-error.ts";
import { parseStorable } from "#shared/storable-text.ts";

export type Cell = string | number | null;
export type Fields = Record<string, unknown>;

export interface FileRow {
  /** Row number as in a spreadsheet, where the headings are row 1; for JSON, the position in the list, from 1. */
  row: number;
  fields: Fields;
  /** The reason why the row cannot be read. */
  problem?: string;
}

export interface ReadTable {
  rows: FileRow[];
  /** A question whether the letters are right, when the encoding is a guess. */
  question: string | null;
}

/** The columns expected in a file. */
export interface TableShape {
  /** Name of the list in a JSON object. */
  name: string;
  /** The headings of a CSV file, in any case. */
  columns: readonly string[];
  /** The required columns. */
  needed: readonly string[];
}

/**
 * A table as CSV: quoted where needed, with cells that cannot run as formulas, and with a byte order mark so that spreadsheets
 * recognize UTF-8.
 */
export function toCsv(columns: readonly string[], rows: readonly Record<string, Cell>[]): string {
  const data = rows.map((row) => columns.map((column) => harmlessCell(String(row[column] ?? ""))));
  return `\uFEFF${toCsvText([columns, ...data])}`;
}

/**
 * The rows of a file: JSON (a list, or an object with one) or CSV with headings, in any encoding `decodeText` supports.
 * @throws AppError `invalid-input` when it is not text, neither format, or has no rows or too many
 */
export function readTable(bytes: Uint8Array, shape: TableShape): ReadTable {
  const { text, question } = decodeText(bytes);
  if (isBinary(text)) throw new AppError("invalid-input", "This is not text. Choose a CSV or JSON file.");
  const rows = /^\s*[[{]/.test(text) ? readJson(text, shape) : rowsOfCsv(text, shape);
  if (rows.length === 0) throw new AppError("invalid-input", "The file has no rows.");
  if (rows.length > MAX_TRANSFER_ROWS)
    throw new AppError(
      "invalid-input",
      `The file has more than ${MAX_TRANSFER_ROWS.toLocaleString("en")} rows. Split it and import the parts.`,
    );
  return { rows, question };
}

function readJson(text: string, { name, columns }: TableShape): FileRow[] {
  let file: unknown;
  try {
    file = parseStorable(text);
  } catch (cause) {
    const where = cause instanceof Error ? cause.message.slice(0, 200) : "";
    throw new AppError("invalid-input", `The file is not valid JSON: ${where}`, { cause });
  }
  const rows = isFields(file) ? Object.entries(file).find(([key]) => foldHeading(key) === name)?.[1] : file;
  if (!Array.isArray(rows))
    throw new AppError("invalid-input", `The file must contain a list, or an object with "${name}".`);
  // A row that is not an object has no fields, and is refused because of the missing ones.
  return (rows as unknown[]).map((row, index) => ({
    row: index + 1,
    fields: isFields(row) ? namedFields(row, columns) : {},
  }));
}

/** The fields of a row that have a column, under the column's name. */
function namedFields(row: Fields, columns: readonly string[]): Fields {
  const found = Object.entries(row).flatMap(([key, value]) => {
    const name = columns.find((column) => foldHeading(column) === foldHeading(key));
    return name === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(found);
}

function rowsOfCsv(text: string, shape: TableShape): FileRow[] {
  const table = readCsv(text, MAX_TRANSFER_ROWS + 1);
  if ("problem" in table) throw new AppError("invalid-input", table.problem);
  const { headings, rows } = table;
  if (headings.length === 0) return [];
  const columns = columnsOf(headings, shape);
  return rows.map(({ row, cells, problem }) => ({
    row,
    fields: Object.fromEntries(columns.map(({ name, index }) => [name, meantCell(cells[index] ?? "")])),
    ...(problem !== null && { problem }),
  }));
}

/** The position of each field in a row. */
function columnsOf(headings: readonly string[], { columns, needed }: TableShape) {
  const folded = headings.map(foldHeading);
  const shown = shorten(headings.filter((heading) => heading !== "").join(", "), 100);
  const found = columns.flatMap((name) => {
    const index = folded.indexOf(foldHeading(name));
    if (index !== folded.lastIndexOf(foldHeading(name)))
      throw new AppError(
        "invalid-input",
        `Two columns are called "${name}". Rename one and choose the file again.`,
      );
    return index === -1 ? [] : [{ name, index }];
  });
  if (found.length === 0)
    throw new AppError(
      "invalid-input",
      `The first row must name the columns: ${columns.join(", ")}. It is "${shown}". Add a row of headings and choose the file again.`,
    );
  const missing = needed.find((name) => !found.some((column) => column.name === name));
  if (missing !== undefined)
    throw new AppError("invalid-input", `The column "${missing}" is missing. The first row has "${shown}".`);
  return found;
}
