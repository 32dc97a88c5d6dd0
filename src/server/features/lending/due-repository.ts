import { type Kysely, sql } from "kysely";
import type { Day } from "#shared/features/lending/days.ts";
import type { Schema } from "#server/db/schema.ts";

/** Channel notified when the availability of a resource changes. */
export const LENDING_DUE = "lending_due";

export interface DueLoan {
  id: string;
  title: string;
  state: string;
  ownerId: string;
  borrowerId: string;
  resourceId: string;
}

/** Takes the overdue loans whose sides have not been notified yet. */
export async function takeOverdue(db: Kysely<Schema>, today: Day): Promise<DueLoan[]> {
  const { rows } = await sql<DueLoan>`
    update loans set overdue_told_at = now()
    from resources
    where resources.id = loans.resource_id and loans.state = 'handed-over'
      and loans.last_day < ${today}::date and loans.overdue_told_at is null
    returning loans.id, title, loans.state, resources.created_by as "ownerId", borrower_id as "borrowerId",
      resource_id as "resourceId"
  `.execute(db);
  return rows;
}

/** Expires requested or approved loans whose days have passed without a hand-over. */
export async function expireLoans(db: Kysely<Schema>, today: Day): Promise<DueLoan[]> {
  const { rows } = await sql<DueLoan>`
    update loans set state = 'expired', updated_at = now()
    from resources
    where resources.id = loans.resource_id and loans.state in ('requested', 'approved')
      and loans.last_day < ${today}::date
    returning loans.id, title, loans.state, resources.created_by as "ownerId", borrower_id as "borrowerId",
      resource_id as "resourceId"
  `.execute(db);
  return rows;
}

/** Users who are promised a thing that is still out. */
export async function listPromised(db: Kysely<Schema>, resourceId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("loans")
    .select("borrower_id")
    .where("resource_id", "=", resourceId)
    .where("state", "=", "approved")
    .execute();
  return rows.map((row) => row.borrower_id);
}

/** Takes the open loans of things whose maintenance began or ended since the last notification. */
export async function takeMaintenance(
  db: Kysely<Schema>,
): Promise<(DueLoan & { isInMaintenance: boolean })[]> {
  const { rows } = await sql<DueLoan & { isInMaintenance: boolean }>`
    update loans set maintenance_told = not maintenance_told
    from resources
    where resources.id = loans.resource_id and loans.state in ('requested', 'approved', 'handed-over')
      and maintenance_told <> (availability = 'maintenance')
      -- A thing that came out of it to be had by nobody is no news.
      and (availability <> 'unavailable')
    returning loans.id, title, loans.state, resources.created_by as "ownerId", borrower_id as "borrowerId",
      resource_id as "resourceId", maintenance_told as "isInMaintenance"
  `.execute(db);
  return rows;
}
