import Papa from "papaparse";
import { MAX_TRANSFER_ROWS } from "#shared/features/transfer/contract.ts";
import { harmlessCell, meantCell } from "#shared/features/transfer/formula.ts";
import { AppError } from "#server/http/app-error.ts";

export type Cell = string | number | null;
export type Row = Record<string, unknown>;

/** A table as CSV: quoted where needed, no cell runs as a formula, with the mark by which table programs know UTF-8. */
export function toCsv(columns: readonly string[], rows: readonly Record<string, Cell>[]): string {
  const data = rows.map((row) => columns.map((column) => harmlessCell(String(row[column] ?? ""))));
  return `\uFEFF${Papa.unparse({ fields: [...columns], data }, { newline: "\r\n" })}\r\n`;
}

/**
 * The rows of a file: JSON (a list, or an object that holds one under `name`) or CSV with headings.
 * @throws AppError `invalid-input` when it is neither, has none or too many rows
 */
export function readTable(text: string, name: string): Row[] {
  const plain = text.replace(/^\uFEFF/, "");
  const rows = /^\s*[[{]/.test(plain) ? readJson(plain, name) : readCsv(plain);
  if (rows.length === 0) throw new AppError("invalid-input", "The file holds no rows.");
  if (rows.length > MAX_TRANSFER_ROWS) {
    const count = rows.length.toLocaleString("en");
    throw new AppError(
      "invalid-input",
      `The file has ${count} rows; at most ${MAX_TRANSFER_ROWS.toLocaleString("en")} can be imported.`,
    );
  }
  return rows;
}

function readJson(text: string, name: string): Row[] {
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch (cause) {
    const where = cause instanceof Error ? cause.message.slice(0, 200) : "";
    throw new AppError("invalid-input", `The file is not valid JSON: ${where}`, { cause });
  }
  const rows =
    typeof file === "object" && file !== null && !Array.isArray(file)
      ? Object.entries(file).find(([key]) => key === name)?.[1]
      : file;
  if (!Array.isArray(rows))
    throw new AppError("invalid-input", `The file must hold a list, or an object with "${name}".`);
  // A row that is no object has no fields, and is refused for what it lacks.
  return (rows as unknown[]).map((row) => (typeof row === "object" && row !== null ? { ...row } : {}));
}

function readCsv(text: string): Row[] {
  const { data, errors, meta } = Papa.parse<Record<string, string>>(text, {
    header: true,
    skipEmptyLines: "greedy",
    // Only rows up to the limit are worth reading; one more says that there are too many.
    preview: MAX_TRANSFER_ROWS + 1,
    transformHeader: (heading) => heading.trim(),
    transform: meantCell,
  });
  const broken = errors.find(({ type }) => type === "Quotes");
  if (broken !== undefined)
    throw new AppError(
      "invalid-input",
      `The file is not valid CSV: ${broken.message} (row ${(broken.row ?? 0) + 1}).`,
    );
  if ((meta.fields ?? []).length === 0) throw new AppError("invalid-input", "The file holds no rows.");
  return data;
}
