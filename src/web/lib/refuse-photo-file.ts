import { type PhotoWords, refusePhoto } from "#shared/features/photos/contract.ts";
import { isPhoto, SIGNATURE_BYTES } from "#shared/features/photos/photo-signature.ts";

/** `refusePhoto`, which trusts the declared file type, followed by a check of the file's first bytes. */
export async function refusePhotoFile(file: File, words?: PhotoWords): Promise<string | null> {
  const refusal = refusePhoto(file, words);
  if (refusal !== null) return refusal;
  const head = new Uint8Array(await file.slice(0, SIGNATURE_BYTES).arrayBuffer());
  // Gets the usual sentence by passing a type that is always refused.
  return isPhoto(head) ? null : refusePhoto({ type: "", size: 0 }, words);
}
