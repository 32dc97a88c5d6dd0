import { type PhotoWords, refusePhoto } from "#shared/features/photos/contract.ts";
import { photoKindOfFile } from "#shared/features/photos/photo-signature.ts";

/** `refusePhoto` by the file's first bytes: its name and declared type may be wrong. Rejects when the file cannot be read. */
export async function refusePhotoFile(file: File, words?: PhotoWords): Promise<string | null> {
  return refusePhoto({ kind: await photoKindOfFile(file), type: file.type, size: file.size }, words);
}
