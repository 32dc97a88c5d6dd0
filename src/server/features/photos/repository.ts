import { type Kysely, sql } from "kysely";
import type { PhotoPurpose } from "#shared/features/photos/contract.ts";
import type { OwnedColumn } from "#server/db/owned-column.ts";
import type { Schema } from "#server/db/schema.ts";
import type { Actor } from "#server/http/request/actor.ts";
import { AppError } from "#server/http/app-error.ts";

export interface PhotoRow {
  path: string;
  ownerId: string;
  purpose: PhotoPurpose;
  /** Bytes and pixels of the full picture. */
  size: number;
  width: number;
  height: number;
  /** Hex, of the full picture. */
  sha256: string;
}

/**
 * Inserts the row of a photo whose bytes are not stored yet, unless its owner's photos would exceed the quota by number or size.
 * Failed uploads count for ten minutes, because they cannot be distinguished from running ones.
 * @returns the quota that is exceeded; null: the row is reserved
 */
export async function reservePhoto(
  db: Kysely<Schema>,
  photo: PhotoRow,
  quota: { photos: number; photoBytes: number },
): Promise<"photos" | "bytes" | null> {
  return await db.transaction().execute(async (tx) => {
    // Serialized per owner, because two concurrent uploads would not see each other's size.
    await sql`select pg_advisory_xact_lock(hashtext('photos'), hashtext(${photo.ownerId}))`.execute(tx);
    const { used, many } = await tx
      .selectFrom("photos")
      .select((row) => [
        row.fn.coalesce(row.fn.sum<number>("size"), sql<number>`0`).as("used"),
        row.fn.countAll<number>().as("many"),
      ])
      .where("owner_id", "=", photo.ownerId)
      .where((row) =>
        row.or([row("is_stored", "=", true), sql<boolean>`created_at > now() - interval '10 minutes'`]),
      )
      .executeTakeFirstOrThrow();
    if (many + 1 > quota.photos) return "photos";
    if (used + photo.size > quota.photoBytes) return "bytes";
    const { ownerId, ...row } = photo;
    await tx
      .insertInto("photos")
      .values({ ...row, owner_id: ownerId })
      .execute();
    return null;
  });
}

/** @returns false when there is no such row */
export async function markStored(db: Kysely<Schema>, path: string): Promise<boolean> {
  const result = await db
    .updateTable("photos")
    .set({ is_stored: true })
    .where("path", "=", path)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

export interface Use {
  purpose: PhotoPurpose;
  /** The object that shows the photos, such as `resource:ID`. */
  usedBy: string;
}

/**
 * Sets `paths` as the photos shown by `use.usedBy`. Each must be a photo the actor uploaded for this purpose and uses nowhere else, or one
 * the object shows already. Photos no longer listed are released and swept later; an empty list releases all.
 * @param db the transaction that writes the object itself
 * @throws AppError `forbidden`, the same for a photo that is another user's, used elsewhere or missing
 */
export async function claimPhotos(
  db: Kysely<Schema>,
  actor: Pick<Actor, "userId">,
  paths: readonly string[],
  use: Use,
): Promise<void> {
  const named = [...new Set(paths)];
  const marked = named.length === 0 ? 0 : await markUsed(db, actor.userId, named, use);
  if (marked !== named.length) {
    throw new AppError(
      "forbidden",
      "One of the photos is not yours or is no longer here. Please add it again.",
    );
  }
  await db
    .updateTable("photos")
    .set({ used_by: null, unused_since: sql<Date>`now()` })
    .where("used_by", "=", use.usedBy)
    .where("purpose", "=", use.purpose)
    .$if(named.length > 0, (query) => query.where("path", "not in", named))
    .execute();
}

/**
 * Makes the photos of a deleted object inaccessible.
 * @returns their paths: delete their bytes after the commit; a sweep retries those that cannot be deleted
 */
export async function withdrawPhotosOf(db: Kysely<Schema>, usedBy: string): Promise<string[]> {
  const rows = await db
    .updateTable("photos")
    .set({ is_stored: false, used_by: null, unused_since: sql<Date>`'-infinity'` })
    .where("used_by", "=", usedBy)
    .returning("path")
    .execute();
  return rows.map(({ path }) => path);
}

/** Row locks serialize concurrent claims: the second one finds the photo in use. */
async function markUsed(db: Kysely<Schema>, ownerId: string, paths: string[], use: Use): Promise<number> {
  const result = await db
    .updateTable("photos")
    .set({ used_by: use.usedBy, unused_since: null })
    .where("path", "in", paths)
    .where("purpose", "=", use.purpose)
    .where("is_stored", "=", true)
    .where((row) =>
      row.or([
        row("used_by", "=", use.usedBy),
        row.and([row("used_by", "is", null), row("owner_id", "=", ownerId)]),
      ]),
    )
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}

/**
 * Makes photos inaccessible that have been unused since before `before`: they cannot be claimed any more. Also returns photos
 * left by an earlier sweep or a crashed upload.
 * @returns their paths, at most `limit`
 */
export async function withdrawUnused(db: Kysely<Schema>, before: Date, limit: number): Promise<string[]> {
  const rows = await db
    .updateTable("photos")
    .set({ is_stored: false })
    .where("path", "in", (from) =>
      from
        .selectFrom("photos")
        .select("path")
        .where("unused_since", "<", before)
        .orderBy("unused_since")
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returning("path")
    .execute();
  return rows.map(({ path }) => path);
}

export async function deletePhotoRow(db: Kysely<Schema>, path: string): Promise<void> {
  await db.deleteFrom("photos").where("path", "=", path).execute();
}

export const photoOwnedColumns: readonly OwnedColumn[] = [{ table: "photos", column: "owner_id" }];
