/** Number of bytes `photoKindOf` reads. */
const SIGNATURE_BYTES = 64;

/** The kinds of photo that are accepted. */
const ACCEPTED = ["jpeg", "png", "webp"] as const;
export type AcceptedKind = (typeof ACCEPTED)[number];
export type PhotoKind = AcceptedKind | "heic" | "avif";

const HEIC = /^(?:hei[cxms]|hev[cxms]|mif1|msf1)$/;

/**
 * The kind of a photo by its first bytes, whatever its name and declared type are; null for all other files.
 * @param head its first 64 bytes, or all of a shorter file
 */
export function photoKindOf(head: Uint8Array): PhotoKind | null {
  const text = String.fromCharCode(...head.subarray(0, SIGNATURE_BYTES));
  if (text.startsWith("\xff\xd8\xff")) return "jpeg";
  if (text.startsWith("\x89PNG\r\n\x1a\n")) return "png";
  if (text.startsWith("RIFF") && text.startsWith("WEBP", 8)) return "webp";
  if (!text.startsWith("ftyp", 4)) return null;
  // A box of brands: its size, "ftyp", the main brand, a version, and the brands it is compatible with.
  const brands =
    text.slice(8, new DataView(head.buffer, head.byteOffset).getUint32(0)).match(/[^]{4}/g) ?? [];
  if (brands.some((brand) => brand === "avif" || brand === "avis")) return "avif";
  return HEIC.test(brands[0] ?? "") ? "heic" : null;
}

/** A file or blob. */
interface Sliceable {
  slice(start: number, end: number): { arrayBuffer(): Promise<ArrayBuffer> };
}

/** Applies `photoKindOf` to the file's content. Rejects when the file cannot be read. */
export async function photoKindOfFile(file: Sliceable): Promise<PhotoKind | null> {
  return photoKindOf(new Uint8Array(await file.slice(0, SIGNATURE_BYTES).arrayBuffer()));
}

export function isAccepted(kind: PhotoKind | null): kind is AcceptedKind {
  return ACCEPTED.some((accepted) => accepted === kind);
}
