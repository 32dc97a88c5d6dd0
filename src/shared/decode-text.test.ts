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

test("decodes UTF-8, UTF-16 and Windows-1252, with or without a byte order mark", () => {
  const utf8 = new TextEncoder().encode(WORDS);
  const files: Record<string, Uint8Array> = {
    utf8,
    "utf8 with its mark": Uint8Array.from([0xef, 0xbb, 0xbf, ...utf8]),
    "windows-1252": Uint8Array.from(WORDS, (letter) => WINDOWS_1252.get(letter) ?? letter.charCodeAt(0)),
  };
  for (const isLittle of [true, false])
    for (const hasMark of [true, false])
      files[`utf16 ${isLittle} ${hasMark}`] = utf16(WORDS, { isLittle, hasMark });
  for (const [name, bytes] of Object.entries(files))
    expect([name, decodeText(bytes).text]).toEqual([name, WORDS]);
});

test("drops stray NULs without mistaking the file for UTF-16", () => {
  for (const text of ["", "a", "title\nN\0UL", "\0"]) {
    expect(decodeText(new TextEncoder().encode(text))).toEqual({
      text: text.replace("\0", ""),
      question: null,
    });
  }
});

test("recognizes Mac Roman or code page 850, asking the user to check the letters", () => {
  // The same words in each encoding, as hexadecimal bytes of their letters outside ASCII.
  const texts: [string, Record<string, string>][] = [
    ["Kühlbox groß", { "windows-1252": "fc df", macintosh: "9f a7", "code page 850": "81 e1" }],
    [
      "Äpfel und Käse für schöne Grüße",
      {
        "windows-1252": "c4 e4 fc f6 fc df",
        macintosh: "80 8a 9f 9a 9f a7",
        "code page 850": "8e 84 81 94 81 e1",
      },
    ],
    [
      "café garçon très élève",
      {
        "windows-1252": "e9 e7 e8 e9 e8",
        macintosh: "8e 8d 8f 8e 8f",
        "code page 850": "82 87 8a 82 8a",
      },
    ],
    [
      "¿Mañana está aquí el año?",
      {
        "windows-1252": "bf f1 e1 ed f1",
        macintosh: "c0 96 87 92 96",
        "code page 850": "a8 a4 a0 a1 a4",
      },
    ],
  ];
  for (const [text, encodings] of texts)
    for (const [name, hex] of Object.entries(encodings))
      expect([name, decodeText(encoded(text, hex)).text]).toEqual([name, text]);
  expect(decodeText(encoded("Kühlbox, groß", "9f a7")).question).toBe(
    "Do the letters look right: Kühlbox, groß? If not, save the file as UTF-8 and choose it again.",
  );
});

test("decodes the symbols of Windows-1252", () => {
  const texts: [string, string][] = [
    ["don’t “quote” – 5€ … €5", "92 93 94 96 80 85 80"],
    ["Berlin–Paris — „auf“ §5 25°C m² Foo™ ©", "96 97 84 93 a7 b0 b2 99 a9"],
    ["Miloš cœur ÄRGER « bon » smørrebrød", "9a 9c c4 ab bb f8 f8"],
  ];
  for (const [text, hex] of texts) expect(decodeText(encoded(text, hex)).text).toBe(text);
});

function encoded(text: string, hex: string): Uint8Array {
  const bytes = hex.split(" ").map((byte) => Number.parseInt(byte, 16));
  return Uint8Array.from(text, (letter) => (letter < "\u0080" ? letter.charCodeAt(0) : (bytes.shift() ?? 0)));
}
