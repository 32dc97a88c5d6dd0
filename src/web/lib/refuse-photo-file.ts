import { type PhotoWords, refusePhoto } from "#shared/features/photos/contract.ts";
import { isPhoto, SIGNATURE_BYTES } from "#shared/features/photos/photo-signature.ts";

/** `refusePhoto`, which trusts the file's name, and then a look into the file. */
export async function refusePhotoFile(file: File, words?: PhotoWords): Promise<string | null> {
  const refusal = refusePhoto(file, words);
  if (refusal !== null) return refusal;
  const head = new Uint8Array(await file.slice(0, SIGNATURE_BYTES).arrayBuffer());
  // A type that is always refused borrows the form's sentence.
  return isPhoto(head) ? null : refusePhoto({ type: "", size: 0 }, words);
}
