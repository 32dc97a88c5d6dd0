import { MAX_TOLD_ROWS, type TransferReport } from "#shared/features/transfer/contract.ts";

/** What one row of a file would do. */
export type PlannedRow<Change> = { name: string | null } & (
  | { does: "added" | "changed"; change: Change }
  | { does: "unchanged" }
  | { does: "refused"; problem: string }
);

export function reportOf(plan: readonly PlannedRow<unknown>[], isImported: boolean): TransferReport {
  const counts = { added: 0, changed: 0, unchanged: 0, refused: 0 };
  for (const { does } of plan) counts[does] += 1;
  const problems = plan.flatMap((row, index) =>
    row.does === "refused" ? [{ row: index + 1, name: row.name, message: row.problem }] : [],
  );
  return { rows: plan.length, ...counts, problems: problems.slice(0, MAX_TOLD_ROWS), isImported };
}
