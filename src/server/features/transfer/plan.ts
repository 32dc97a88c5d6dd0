import type { Kysely } from "kysely";
import { MAX_TOLD_ROWS, type TransferReport } from "#shared/features/transfer/contract.ts";
import type { Schema } from "#server/db/schema.ts";

/** What one row of a file would do. */
export type PlannedRow = { name: string | null } & (
  | { does: "added" | "changed"; apply: (db: Kysely<Schema>) => Promise<void> }
  | { does: "unchanged" }
  | { does: "refused"; problem: string }
);

/** In the order of the file. */
export type Plan = PlannedRow[];

export function reportOf(plan: Plan, isImported: boolean): TransferReport {
  const counts = { added: 0, changed: 0, unchanged: 0, refused: 0 };
  for (const { does } of plan) counts[does] += 1;
  const problems = plan.flatMap((row, index) =>
    row.does === "refused" ? [{ row: index + 1, name: row.name, message: row.problem }] : [],
  );
  return { rows: plan.length, ...counts, problems: problems.slice(0, MAX_TOLD_ROWS), isImported };
}
