import { OperatorError } from "#server/operator-error.ts";
import type { PhotoStorage } from "#server/platform/storage/photo-storage.ts";
import { storageKeyOf } from "./signed-link.ts";

/** Numbers of files: each photo has two. */
export interface CopiedPhotos {
  copied: number;
  /** Files that `from` does not have. */
  missing: number;
}

/**
 * Copies the photos with these paths. Files that already exist in `to` with the same size are skipped, so it can be repeated after
 * any failure.
 * @throws OperatorError `photos-not-copied` with the storage's own message
 */
export async function copyPhotos(
  from: PhotoStorage,
  to: PhotoStorage,
  paths: readonly string[],
): Promise<CopiedPhotos> {
  const count: CopiedPhotos = { copied: 0, missing: 0 };
  try {
    for (const path of paths)
      for (const size of ["full", "thumb"] as const) {
        const result = await copyPhoto(from, to, storageKeyOf(path, size));
        if (result !== "there") count[result] += 1;
      }
  } catch (cause) {
    throw new OperatorError(
      "photos-not-copied",
      `The photos could not be copied: ${firstCauseOf(cause)}. Correct this and run the command again: photos that were copied are skipped.`,
      { cause },
    );
  }
  return count;
}

async function copyPhoto(
  from: PhotoStorage,
  to: PhotoStorage,
  key: string,
): Promise<"copied" | "there" | "missing"> {
  const photo = await from.get(key);
  if (photo === null) return "missing";
  if ((await to.head(key))?.size === photo.size) {
    await photo.body.cancel();
    return "there";
  }
  await to.put(key, new Uint8Array(await new Response(photo.body).arrayBuffer()));
  return "copied";
}

/** The message of the error at the root, such as "connect ECONNREFUSED 10.0.0.7:9000". */
function firstCauseOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // A host name with several addresses gives one error for each.
  if (error instanceof AggregateError) return firstCauseOf(error.errors[0]);
  return error.cause === undefined ? error.message : firstCauseOf(error.cause);
}
