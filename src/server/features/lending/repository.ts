import { type Kysely, sql } from "kysely";
import type { Day } from "#shared/features/lending/days.ts";
import type { HandStep } from "#shared/features/lending/hand-over.ts";
import type { LoanSide, LoanState } from "#shared/features/lending/loan.ts";
import type { OwnedColumn } from "#server/db/owned-column.ts";
import type { Schema } from "#server/db/schema.ts";

export interface NewLoan {
  id: string;
  resourceId: string;
  borrowerId: string;
  borrowerName: string;
  first: Day;
  last: Day;
  message: string;
  contact: string;
}

/** Maximum past loans in a list. */
const MOST_LISTED = 200;

/** Returns false when a loan with this id already exists. */
export async function insertLoan(db: Kysely<Schema>, loan: NewLoan): Promise<boolean> {
  const inserted = await db
    .insertInto("loans")
    .values({
      id: loan.id,
      resource_id: loan.resourceId,
      borrower_id: loan.borrowerId,
      borrower_name: loan.borrowerName,
      first_day: loan.first,
      last_day: loan.last,
      message: loan.message,
      contact: loan.contact,
    })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .returning("id")
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Serializes steps on one resource, so that two concurrent approvals see each other. */
export async function lockResource(db: Kysely<Schema>, resourceId: string): Promise<void> {
  await db.selectFrom("resources").select("id").where("id", "=", resourceId).forUpdate().execute();
}

export async function findLoan(db: Kysely<Schema>, loanId: string): Promise<LoanRecord | null> {
  return (await selectLoans(db).where("loans.id", "=", loanId).executeTakeFirst()) ?? null;
}

/** Loans and requests of which the person is borrower or owner; open ones first. */
export async function listLoansOf(
  db: Kysely<Schema>,
  userId: string,
  resourceId: string | undefined,
): Promise<LoanRecord[]> {
  let query = selectLoans(db).where((row) =>
    row.or([row("borrower_id", "=", userId), row("resources.created_by", "=", userId)]),
  );
  if (resourceId !== undefined) query = query.where("resource_id", "=", resourceId);
  return await query
    .orderBy(sql`loans.state in ('requested', 'approved', 'handed-over')`, "desc")
    .orderBy("loans.created_at", "desc")
    .orderBy("loans.id")
    .limit(MOST_LISTED)
    .execute();
}

/** Number of a person's open requests and loans: of one resource overlapping these days, and in total. */
export async function countOpen(
  db: Kysely<Schema>,
  loan: Pick<NewLoan, "borrowerId" | "resourceId" | "first" | "last">,
): Promise<{ meeting: number; all: number }> {
  return await db
    .selectFrom("loans")
    .select((row) => [
      row.fn.countAll<number>().as("all"),
      row.fn
        .countAll<number>()
        .filterWhere("resource_id", "=", loan.resourceId)
        .filterWhere("first_day", "<=", loan.last)
        .filterWhere("last_day", ">=", loan.first)
        .as("meeting"),
    ])
    .where("borrower_id", "=", loan.borrowerId)
    .where("state", "in", ["requested", "approved", "handed-over"])
    .executeTakeFirstOrThrow();
}

export interface LoanChange {
  state: LoanState;
  answer?: string | undefined;
  conditionNote?: string | undefined;
  conditionPhoto?: string | undefined;
  awaitsCheck?: boolean | undefined;
}

/** Updates a loan. @throws the database's 23P01 when its days are taken, or 23505 when the thing is still out */
export async function changeLoan(db: Kysely<Schema>, loanId: string, change: LoanChange): Promise<void> {
  const now = new Date();
  await db
    .updateTable("loans")
    .set({
      state: change.state,
      updated_at: now,
      ...(change.answer === undefined ? {} : { answer: change.answer }),
      ...(change.conditionNote === undefined ? {} : { condition_note: change.conditionNote }),
      ...(change.conditionPhoto === undefined ? {} : { condition_photo: change.conditionPhoto }),
      ...(change.awaitsCheck === undefined ? {} : { awaits_check: change.awaitsCheck }),
      ...(change.state === "handed-over" ? { handed_over_at: now } : {}),
      ...(change.state === "returned" ? { returned_at: now } : {}),
    })
    .where("id", "=", loanId)
    .execute();
}

/** Stores one side's confirmation of a change of hands, replacing its earlier one. */
export async function saveConfirmation(
  db: Kysely<Schema>,
  confirmation: { loanId: string; step: HandStep; side: LoanSide; at: Date; place: string | null },
): Promise<void> {
  const { loanId, step, side, at, place } = confirmation;
  await db
    .insertInto("loan_confirmations")
    .values({ loan_id: loanId, step, side, at, place })
    .onConflict((conflict) => conflict.columns(["loan_id", "step", "side"]).doUpdateSet({ at, place }))
    .execute();
}

export async function clearConfirmations(db: Kysely<Schema>, loanId: string): Promise<void> {
  await db.deleteFrom("loan_confirmations").where("loan_id", "=", loanId).execute();
}

/** Open loans of one resource, in the order in which they were requested: requested, approved or active. */
export async function listOpenLoans(db: Kysely<Schema>, resourceId: string): Promise<LoanRecord[]> {
  return await selectLoans(db)
    .where("resource_id", "=", resourceId)
    .where("loans.state", "in", ["requested", "approved", "handed-over"])
    .orderBy("loans.created_at")
    .orderBy("loans.id")
    .execute();
}

/** Open loans and requests of which the person is borrower or owner. */
export async function listOpenLoansOf(db: Kysely<Schema>, userId: string): Promise<LoanRecord[]> {
  return await selectLoans(db)
    .where((row) => row.or([row("borrower_id", "=", userId), row("resources.created_by", "=", userId)]))
    .where("loans.state", "in", ["requested", "approved", "handed-over"])
    .execute();
}

/** Number of requests that wait for an answer and whose last day is not before `from`. */
export async function countRequests(db: Kysely<Schema>, resourceId: string, from: Day): Promise<number> {
  const { count } = await db
    .selectFrom("loans")
    .where("resource_id", "=", resourceId)
    .where("state", "=", "requested")
    .where("last_day", ">=", from)
    .select(({ fn }) => fn.countAll<string>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Resources of other owners that have agreed to lend them to this person now. */
export async function listAgreedResources(db: Kysely<Schema>, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("loans")
    .select("resource_id")
    .distinct()
    .where("borrower_id", "=", userId)
    .where("state", "in", ["approved", "handed-over"])
    .execute();
  return rows.map((row) => row.resource_id);
}

export type LoanRecord = NonNullable<Awaited<ReturnType<ReturnType<typeof selectLoans>["executeTakeFirst"]>>>;

function selectLoans(db: Kysely<Schema>) {
  return (
    db
      .selectFrom("loans")
      .innerJoin("resources", "resources.id", "loans.resource_id")
      // Only for the current step; confirmations of another step are outdated.
      .leftJoin("loan_confirmations as confirmation", (join) =>
        join
          .onRef("confirmation.loan_id", "=", "loans.id")
          .on(
            sql<boolean>`confirmation.step = case loans.state when 'approved' then 'hand-over' when 'handed-over' then 'return' end`,
          ),
      )
      .select([
        "loans.id",
        "resource_id as resourceId",
        "resources.title",
        "resources.status",
        "resources.created_by as ownerId",
        "resources.pseudonym as ownerName",
        "resources.email",
        "resources.phone",
        "resources.address",
        "borrower_id as borrowerId",
        "borrower_name as borrowerName",
        // The table's check constraint allows only these.
        (row) => row.ref("loans.state").$castTo<LoanState>().as("state"),
        "first_day as first",
        "last_day as last",
        "message",
        "contact",
        "answer",
        "condition_note as conditionNote",
        "condition_photo as conditionPhoto",
        "awaits_check as awaitsCheck",
        "loans.created_at as createdAt",
        "loans.updated_at as updatedAt",
        // The table's check constraints allow only these. The second side's confirmation deletes the row.
        (row) => row.ref("confirmation.step").$castTo<HandStep | null>().as("confirmedStep"),
        (row) => row.ref("confirmation.side").$castTo<LoanSide | null>().as("confirmedBy"),
        "confirmation.at as confirmedAt",
        "confirmation.place as confirmedPlace",
        sql<number | null>`case when loans.state = 'requested' then (
        select count(*) from loans other
        where other.resource_id = loans.resource_id and other.state = 'requested'
          and daterange(other.first_day, other.last_day, '[]') && daterange(loans.first_day, loans.last_day, '[]')
          and (other.created_at, other.id) <= (loans.created_at, loans.id)
      ) end`.as("queuePosition"),
        sql<Day | null>`case when loans.state in ('requested', 'approved') then (
        select other.last_day from loans other
        where other.resource_id = loans.resource_id and other.state = 'handed-over'
          and other.borrower_id <> loans.borrower_id
      ) end`.as("outUntil"),
      ])
  );
}

export const lendingOwnedColumns: readonly OwnedColumn[] = [
  { table: "loans", column: "borrower_id", parts: [{ table: "loan_confirmations", column: "loan_id" }] },
];

/** Ids of all loans in which a user is or was the borrower or owner. */
export async function listLoanIdsOf(db: Kysely<Schema>, userId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select loans.id from loans join resources on resources.id = loans.resource_id
    where loans.borrower_id = ${userId} or resources.created_by = ${userId}
  `.execute(db);
  return rows.map(({ id }) => id);
}
