import { type Kysely, sql } from "kysely";
import type { OwnedColumn } from "#server/db/owned-column.ts";
import type { Vibe } from "#shared/features/vibe/contract.ts";
import type { Schema } from "#server/db/schema.ts";

export interface StoredVibe {
  state: Vibe;
  updatedAt: Date;
}

/** @param ownerId id of a user or a community */
export async function findVibe(db: Kysely<Schema>, ownerId: string): Promise<StoredVibe | null> {
  const row = await db
    .selectFrom("vibes")
    .select(["quaternion", "sentiment", "intensity", "updated_at as updatedAt"])
    .where("owner_id", "=", ownerId)
    .executeTakeFirst();
  if (row === undefined) return null;
  const [x = 0, y = 0, z = 0, w = 1] = row.quaternion;
  return {
    state: { quaternion: { x, y, z, w }, sentiment: row.sentiment, intensity: row.intensity },
    updatedAt: row.updatedAt,
  };
}

export async function saveVibe(
  db: Kysely<Schema>,
  ownerId: string,
  { quaternion, ...rest }: Vibe,
): Promise<void> {
  const { x, y, z, w } = quaternion;
  const row = { ...rest, quaternion: [x, y, z, w], updated_at: sql<Date>`now()` };
  await db
    .insertInto("vibes")
    .values({ owner_id: ownerId, ...row })
    .onConflict((conflict) => conflict.column("owner_id").doUpdateSet(row))
    .execute();
}

// One per owner: of a visitor's and an account's, the visitor's is deleted.
export const vibeOwnedColumns: readonly OwnedColumn[] = [
  { table: "vibes", column: "owner_id", uniqueWith: [] },
];
