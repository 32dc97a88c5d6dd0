import type { Kysely } from "kysely";
import type { PhotoPurpose } from "#shared/features/photos/contract.ts";
import type { Schema } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { markStored } from "#server/features/photos/repository.ts";
import { storePhoto } from "#server/features/photos/store-photo.ts";
import type { Actor } from "#server/http/request/actor.ts";

/** A photo of a form that brings its files along. */
export interface FormPhoto {
  /** The file, or a link that is not looked at. */
  given: File | string | null | undefined;
  /** Of a photo uploaded before; empty keeps what is shown. */
  path: string | undefined;
}

/** The path of a form's photo, stored now if it came as a file; undefined when the form says nothing of it. */
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

/** Makes the stored photos of a form ones that can be shown. */
export async function storeFormPhotos(
  db: Kysely<Schema>,
  photos: readonly { path: string | undefined; isNew: boolean }[],
): Promise<void> {
  for (const { path, isNew } of photos) if (isNew && path !== undefined) await markStored(db, path);
}
