/** Container formats of recordings; m4a is mp4. */
export type AudioContainer = "webm" | "mp4" | "mp3" | "wav" | "ogg";

/** Number of bytes from the start of a file that determine its container. */
export const CONTAINER_HEAD_BYTES = 12;

/** The actual container of a recording from the page, whatever its declared type; null for everything else, including Ogg. */
export function containerOf(head: Uint8Array): AudioContainer | null {
  if (hasAt(head, 0, [0x1a, 0x45, 0xdf, 0xa3])) return "webm"; // EBML
  if (hasAt(head, 4, ascii("ftyp"))) return "mp4";
  if (hasAt(head, 0, ascii("RIFF")) && hasAt(head, 8, ascii("WAVE"))) return "wav";
  if (hasAt(head, 0, ascii("ID3")) || isMp3Frame(head)) return "mp3";
  return null;
}

/** Like `containerOf`, but also accepts Ogg, in which Telegram sends voice messages. */
export function containerOfSpoken(head: Uint8Array): AudioContainer | null {
  return hasAt(head, 0, ascii("OggS")) ? "ogg" : containerOf(head);
}

/** Eleven set bits, then the MPEG version (01 is reserved) and layer III. */
function isMp3Frame([first = 0, second = 0]: Uint8Array): boolean {
  return first === 0xff && (second & 0xe0) === 0xe0 && (second & 0x18) !== 0x08 && (second & 0x06) === 0x02;
}

function hasAt(bytes: Uint8Array, at: number, expected: readonly number[]): boolean {
  return expected.every((byte, index) => bytes[at + index] === byte);
}

function ascii(text: string): number[] {
  return Array.from(text, (character) => character.charCodeAt(0));
}
