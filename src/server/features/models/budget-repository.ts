import { type Kysely, sql } from "kysely";
import type { Schema } from "#server/db/schema.ts";

/** An amount of a budget in one window. */
export interface Share {
  bucket: string;
  windowStart: Date;
  amount: number;
}

/**
 * Takes an amount from a budget if enough is left; otherwise returns false without taking any. One statement, so that two servers cannot
 * take the same amount.
 * @param max of the window; at least `amount`
 */
export async function takeShare(db: Kysely<Schema>, share: Share, max: number): Promise<boolean> {
  const { bucket, windowStart, amount } = share;
  const { rows } = await sql`
    insert into model_budgets as budget (bucket, window_start, used)
    values (${bucket}, ${windowStart}, ${amount})
    on conflict (bucket) do update set
      used = case when budget.window_start < excluded.window_start then excluded.used
                  else budget.used + excluded.used end,
      window_start = greatest(budget.window_start, excluded.window_start)
    where budget.window_start < excluded.window_start or budget.used + excluded.used <= ${max}::int
    returning used
  `.execute(db);
  return rows.length > 0;
}

/** Adjusts an amount taken before. A window that has ended is not changed. */
export async function correctShare(
  db: Kysely<Schema>,
  { bucket, windowStart, amount }: Share,
  by: number,
): Promise<void> {
  await db
    .updateTable("model_budgets")
    .set({ used: sql<number>`greatest(0, used + ${Math.max(by, -amount)}::int)` })
    .where("bucket", "=", bucket)
    .where("window_start", "=", windowStart)
    .execute();
}

/** Deletes windows that began before `before`. */
export async function forgetOldBudgets(db: Kysely<Schema>, before: Date): Promise<void> {
  await db.deleteFrom("model_budgets").where("window_start", "<", before).execute();
}
