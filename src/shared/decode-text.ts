import { shorten } from "./shorten.ts";
import { storableText } from "./storable-text.ts";

/** Number of bytes examined to detect a file's encoding. */
const LOOKED_AT = 8_192;
/** Number of bytes read in each encoding to choose one. */
const COMPARED = 1_000_000;
/** The maximum number of words to show from a file whose encoding is a guess. */
const MOST_WORDS = 6;

/** The upper half of code page 850, which the Windows command line and old programs write. `TextDecoder` does not have it. */
const CODE_PAGE_850 =
  "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00AD±‗¾¶§÷¸°¨·¹³²■\u00A0";

const DECODERS: readonly ((bytes: Uint8Array) => string)[] = [
  (bytes) => new TextDecoder("windows-1252").decode(bytes),
  (bytes) => new TextDecoder("macintosh").decode(bytes),
  (bytes) =>
    new TextDecoder("windows-1252")
      .decode(bytes.map((byte) => (byte < 0x80 ? byte : 0x20)))
      .replaceAll(/ /g, (blank, at: number) => CODE_PAGE_850[(bytes[at] ?? 0) - 0x80] ?? blank),
];

/**
 * Patterns that never occur in Western European text, but do in text decoded with the wrong one of these encodings: a control character, a
 * capital inside a word, a sign inside a word or at the wrong side of one.
 */
const UNLIKELY = new RegExp(
  [
    "[\\u0080-\\u009F\\uFB01\\uFB02\\u2500-\\u25FF]",
    "(?<=\\p{Ll})(?![A-Z])\\p{Lu}",
    "(?<=\\p{L})(?![A-Z])\\p{Lu}(?=\\p{Ll})",
    "(?<=\\p{L})[^\\0-\\x7F\\p{L}\\p{M}\\s’‘‑–—…·°\u00AD](?=\\p{L})",
    "(?<=\\p{L})[§¶¤¥¢£¬¦¨¯´¸×÷ƒˆ˜‰†‡±„‚¡¿]",
    "[€§¶¤¢¬¦¨¯´¸×÷ƒˆ˜‰†‡™](?=\\p{L})",
  ].join("|"),
  "gu",
);

export interface DecodedText {
  /** Without the byte order mark. */
  text: string;
  /** When the encoding is a guess: asks the user whether the letters are right. */
  question: string | null;
}

/**
 * Decodes a file's bytes to text. UTF-8 and UTF-16 are recognized by their byte order mark or by the pattern of their bytes. Anything else
 * is a guess: Windows-1252, which spreadsheets and old programs write, unless the text is more likely in Mac Roman or code page 850.
 * Characters that cannot be stored are left out. Never throws.
 */
export function decodeText(bytes: Uint8Array): DecodedText {
  const { text, question } = decoded(bytes);
  return { text: storableText(text), question };
}

/** Whether a decoded file is not text but a picture, an archive or the like: it contains many control characters. */
export function isBinary(text: string): boolean {
  const start = text.slice(0, LOOKED_AT);
  // oxlint-disable-next-line no-control-regex -- it looks for control characters
  const found = start.match(/[\u0001-\u0008\u000E-\u001A\u001C-\u001F]/g)?.length ?? 0;
  return found > Math.max(2, start.length / 50);
}

function decoded(bytes: Uint8Array): DecodedText {
  const order = utf16Order(bytes);
  if (order !== null) return { text: new TextDecoder(order).decode(bytes), question: null };
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes), question: null };
  } catch {
    const start = bytes.subarray(0, COMPARED);
    const counted = DECODERS.map((decode) => ({
      decode,
      unlikely: decode(start).match(UNLIKELY)?.length ?? 0,
    }));
    const { decode } = counted.reduce((best, each) => (each.unlikely < best.unlikely ? each : best));
    const text = decode(bytes);
    return { text, question: questionAbout(text) };
  }
}

function questionAbout(text: string): string {
  const words = new Set<string>();
  for (const [word] of text.matchAll(/[^\s,;|"]*[^\0-\x7F][^\s,;|"]*/g)) {
    words.add(shorten(word, 30));
    if (words.size === MOST_WORDS) break;
  }
  return `Do the letters look right: ${[...words].join(", ")}? If not, save the file as UTF-8 and choose it again.`;
}

function utf16Order(bytes: Uint8Array): "utf-16le" | "utf-16be" | null {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  if (bytes.length % 2 !== 0) return null;
  // In UTF-16, every space, digit and separator has a zero byte, always on the same side. In UTF-8, only a NUL is a zero byte.
  const sample = bytes.subarray(0, LOOKED_AT);
  let [even, odd] = [0, 0];
  for (const [index, byte] of sample.entries()) {
    if (byte === 0 && index % 2 === 0) even += 1;
    else if (byte === 0) odd += 1;
  }
  const enough = Math.max(2, sample.length / 40);
  if (odd >= enough && even * 10 <= odd) return "utf-16le";
  return even >= enough && odd * 10 <= even ? "utf-16be" : null;
}
