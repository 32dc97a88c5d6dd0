import { type Kysely, sql } from "kysely";
import { foldPseudonym } from "#shared/features/account/pseudonym.ts";
import { daysInWords } from "#shared/features/lending/in-words.ts";
import type { ListingFacts, OwnLine } from "#shared/features/talk/answer/ability-world.ts";
import type { Schema } from "#server/db/schema.ts";
import { blockingLoans } from "#server/features/resources/repository.ts";
import { listOpenLoansOf } from "./repository.ts";
import { nameOf, sideOf } from "./service.ts";

const PREFIX = "resource:";
const MOST_OF_OWNER = 50;

/** Facts about listings for answers: kind, owner's name and the loans that block them. @param documentIds `resource:...` */
export async function listingFacts(
  db: Kysely<Schema>,
  userId: string,
  documentIds: readonly string[],
): Promise<ReadonlyMap<string, ListingFacts>> {
  const ids = documentIds.filter((id) => id.startsWith(PREFIX)).map((id) => id.slice(PREFIX.length));
  if (ids.length === 0) return new Map();
  const { rows } = await sql<ListingFacts & { id: string }>`
    select id, type, availability, pseudonym as "ownerName", created_by = ${userId} as "isMine", ${blockingLoans} as loans
    from resources where id = any(${ids}::text[])
  `.execute(db);
  return new Map(rows.map(({ id, ...facts }) => [PREFIX + id, facts]));
}

/** Document ids of the newest listings that a user shares, at most 50. @param pseudonym in any equivalent spelling */
export async function listingIdsOf(db: Kysely<Schema>, pseudonym: string): Promise<string[]> {
  const rows = await db
    .selectFrom("resources")
    .innerJoin("users", "users.id", "resources.created_by")
    .where("users.pseudonym_key", "=", foldPseudonym(pseudonym))
    .select("resources.id")
    .orderBy("resources.created_at", "desc")
    .limit(MOST_OF_OWNER)
    .execute();
  return rows.map(({ id }) => PREFIX + id);
}

/** The person's approved or active loans, or the requests without an answer, on either side. */
export async function ownLoanLines(
  db: Kysely<Schema>,
  userId: string,
  which: "loans" | "requests",
): Promise<OwnLine[]> {
  const loans = await listOpenLoansOf(db, userId);
  return loans
    .filter(({ state }) => (state === "requested") === (which === "requests"))
    .map((loan) => {
      const side = sideOf(loan, userId) ?? "borrower";
      const days = daysInWords(loan.first, loan.last);
      const other = nameOf(loan, side === "owner" ? "borrower" : "owner");
      return {
        sourceId: PREFIX + loan.resourceId,
        text: `${loan.title}, ${days}, ${side === "owner" ? "lent to" : "from"} ${other}`,
      };
    });
}
