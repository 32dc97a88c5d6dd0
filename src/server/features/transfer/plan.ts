import {
  MAX_SHOWN_ROWS,
  MAX_REPORTED_ROWS,
  type TransferReport,
} from "#shared/features/transfer/contract.ts";
import { shortLine } from "#shared/shorten.ts";
import type { FileRow } from "./table.ts";

const MAX_SHOWN_LETTERS = 120;

/** The effect of one row of a file. */
export type PlannedRow<Change> = { name: string | null } & (
  | { does: "added" | "changed"; change: Change; admin?: "gained" | "lost" }
  | { does: "unchanged" }
  | { does: "refused"; problem: string }
);

/** A row in the report, by `columns`: the resulting values or, if it is refused, the values in the file. */
export interface Shown {
  columns: readonly string[];
  cells: readonly Readonly<Record<string, unknown>>[];
}

export function reportOf(
  plan: readonly PlannedRow<unknown>[],
  rows: readonly FileRow[],
  { columns, cells }: Shown,
  isImported: boolean,
): TransferReport {
  const counts = { added: 0, changed: 0, unchanged: 0, refused: 0 };
  for (const { does } of plan) counts[does] += 1;
  const numberOf = (index: number) => rows[index]?.row ?? index + 1;
  const problems = plan.flatMap((row, index) =>
    row.does === "refused" ? [{ row: numberOf(index), name: row.name, message: row.problem }] : [],
  );
  const first = plan.slice(0, MAX_SHOWN_ROWS).map(({ does }, index) => ({
    row: numberOf(index),
    does,
    cells: columns.map((column) => cellText(cells[index]?.[column])),
  }));
  return {
    rows: plan.length,
    ...counts,
    problems: problems.slice(0, MAX_REPORTED_ROWS),
    columns: [...columns],
    first,
    newAdmins: adminsOf(plan, "gained"),
    formerAdmins: adminsOf(plan, "lost"),
    isImported,
  };
}

/** Pseudonyms of people who gain or lose the admin role. */
export function adminsOf(plan: readonly PlannedRow<unknown>[], what: "gained" | "lost"): string[] {
  return plan.flatMap((row) => ("admin" in row && row.admin === what && row.name !== null ? [row.name] : []));
}

function cellText(value: unknown): string {
  if (Array.isArray(value)) return cellText(value.join(", "));
  if (typeof value !== "string" && typeof value !== "number") return "";
  return shortLine(String(value).toWellFormed(), MAX_SHOWN_LETTERS);
}
