import { expect, test } from "vitest";
import { decodeText } from "./decode-text.ts";

const WORDS = "Kühlbox für 5 €\r\nTür – „auf“";
const WINDOWS_1252 = new Map([
  ["ü", 0xfc],
  ["€", 0x80],
  ["–", 0x96],
  ["„", 0x84],
  ["“", 0x93],
]);

function utf16(text: string, { isLittle, hasMark }: { isLittle: boolean; hasMark: boolean }): Uint8Array {
  const units = [...(hasMark ? [0xfeff] : []), ...Array.from(text, (letter) => letter.charCodeAt(0))];
  return Uint8Array.from(
    units.flatMap((unit) => (isLittle ? [unit & 0xff, unit >> 8] : [unit >> 8, unit & 0xff])),
  );
}

test("UTF-8, UTF-16 in either byte order and Windows-1252 decode to the same text, with or without a byte order mark", () => {
  const utf8 = new TextEncoder().encode(WORDS);
  const files: Record<string, Uint8Array> = {
    utf8,
    "utf8 with its mark": Uint8Array.from([0xef, 0xbb, 0xbf, ...utf8]),
    "windows-1252": Uint8Array.from(WORDS, (letter) => WINDOWS_1252.get(letter) ?? letter.charCodeAt(0)),
  };
  for (const isLittle of [true, false])
    for (const hasMark of [true, false])
      files[`utf16 ${isLittle} ${hasMark}`] = utf16(WORDS, { isLittle, hasMark });
  for (const [name, bytes] of Object.entries(files)) expect([name, decodeText(bytes)]).toEqual([name, WORDS]);
});

test("a stray NUL does not make a file UTF-16 and is dropped, and an empty file decodes to an empty text", () => {
  for (const text of ["", "a", "title\nN\0UL", "\0"]) {
    expect(decodeText(new TextEncoder().encode(text))).toBe(text.replace("\0", ""));
  }
});
