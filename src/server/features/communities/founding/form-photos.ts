import type { Kysely } from "kysely";
import type { PhotoPurpose } from "#shared/features/photos/contract.ts";
import type { Schema } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { markStored } from "#server/features/photos/repository.ts";
import { storePhoto } from "#server/features/photos/store-photo.ts";
import type { Actor } from "#server/http/request/actor.ts";

/** A photo in a multipart form. */
export interface FormPhoto {
  /** The file, or a link, which is ignored. */
  given: File | string | null | undefined;
  /** Path of a photo uploaded before; empty keeps the current photo. */
  path: string | undefined;
}

/** The path of a form's photo, stored now if it is a file; undefined when the form has none. */
export async function storeFormPhoto(
  deps: Deps,
  actor: Actor,
  purpose: PhotoPurpose,
  { given, path }: FormPhoto,
): Promise<{ path: string | undefined; isNew: boolean }> {
  if (!(given instanceof File) || given.size === 0)
    return { path: path === "" ? undefined : path, isNew: false };
  const bytes = new Uint8Array(await given.arrayBuffer());
  const stored = await storePhoto(deps, actor.userId, { purpose, bytes });
  return { path: stored.path, isNew: true };
}

/** Marks photos stored from a form as ready to be shown. */
export async function storeFormPhotos(
  db: Kysely<Schema>,
  photos: readonly { path: string | undefined; isNew: boolean }[],
): Promise<void> {
  for (const { path, isNew } of photos) if (isNew && path !== undefined) await markStored(db, path);
}
