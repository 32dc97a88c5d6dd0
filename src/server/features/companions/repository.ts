import { type Kysely, sql } from "kysely";
import type { DiscoveryTrigger } from "#shared/features/companions/discovery.ts";
import type { OwnedColumn } from "#server/db/owned-column.ts";
import type { Schema } from "#server/db/schema.ts";

export const companionOwnedColumns: readonly OwnedColumn[] = [
  { table: "companion_choices", column: "user_id", uniqueWith: [] },
  { table: "companion_discoveries", column: "user_id", uniqueWith: ["companion"] },
];

/** The companion a user chose last; null when they have never chosen. */
export async function findChoice(db: Kysely<Schema>, userId: string) {
  const row = await db
    .selectFrom("companion_choices")
    .select(["companion", "has_chosen as hasChosen"])
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row ?? null;
}

/** Stores a choice. "Has chosen" stays true once it is set. */
export async function saveChoice(
  db: Kysely<Schema>,
  choice: { userId: string; companion: string; hasChosen: boolean },
): Promise<void> {
  await db
    .insertInto("companion_choices")
    .values({ user_id: choice.userId, companion: choice.companion, has_chosen: choice.hasChosen })
    .onConflict((conflict) =>
      conflict.column("user_id").doUpdateSet({
        companion: choice.companion,
        has_chosen: sql`companion_choices.has_chosen or excluded.has_chosen`,
        chosen_at: sql`now()`,
      }),
    )
    .execute();
}

/** Ids of the companions a person has met, in the order they met. */
export async function listDiscovered(db: Kysely<Schema>, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("companion_discoveries")
    .select("companion")
    .where("user_id", "=", userId)
    .orderBy("discovered_at")
    .orderBy("companion")
    .execute();
  return rows.map(({ companion }) => companion);
}

/** @returns the companions the person had not met before */
export async function addDiscoveries(
  db: Kysely<Schema>,
  userId: string,
  companions: readonly string[],
  trigger: DiscoveryTrigger["kind"] | "selected",
): Promise<string[]> {
  if (companions.length === 0) return [];
  const rows = await db
    .insertInto("companion_discoveries")
    .values(companions.map((companion) => ({ user_id: userId, companion, trigger })))
    .onConflict((conflict) => conflict.columns(["user_id", "companion"]).doNothing())
    .returning("companion")
    .execute();
  return rows.map(({ companion }) => companion);
}

/** The content of each companion's tag and QR code, by its id. */
export async function listCodes(db: Kysely<Schema>): Promise<ReadonlyMap<string, string>> {
  const rows = await db.selectFrom("companion_codes").select(["companion", "code"]).execute();
  return new Map(rows.map(({ companion, code }) => [companion, code]));
}

/** Creates missing codes. Never replaces existing ones, because they may be printed on a tag. */
export async function addMissingCodes(
  db: Kysely<Schema>,
  codes: readonly { companion: string; code: string }[],
): Promise<void> {
  await db
    .insertInto("companion_codes")
    .values([...codes])
    .onConflict((conflict) => conflict.column("companion").doNothing())
    .execute();
}
