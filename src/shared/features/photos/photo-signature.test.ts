import { expect, test } from "vitest";
import { photoKindOf } from "./photo-signature.ts";

const BOX = "\0\0\0\x18ftyp";

test.each([
  ["\xff\xd8\xff\xe0\0\x10JFIF", "jpeg"],
  ["\x89PNG\r\n\x1a\n\0\0", "png"],
  ["RIFF1234WEBPVP8 ", "webp"],
  [`${BOX}heic\0\0\0\0mif1heic`, "heic"],
  [`${BOX}heix\0\0\0\0mif1heix`, "heic"],
  [`${BOX}hevc\0\0\0\0msf1hevc`, "heic"],
  [`${BOX}mif1\0\0\0\0mif1heic`, "heic"],
  [`${BOX}msf1\0\0\0\0msf1hevc`, "heic"],
  [`${BOX}avif\0\0\0\0mif1miaf`, "avif"],
  [`${BOX}mif1\0\0\0\0miafavif`, "avif"],
  [`${BOX}isom\0\0\0\0isommp42`, null],
  ["\0\0\0\x18ftyp", null],
  ["\0\0\0\x18", null],
  ["RIFF1234WAVEfmt ", null],
  ["\x89PNG\r\n\x1a", null],
  ["GIF89a", null],
  ["I am a JPEG, honestly", null],
  ["\xff", null],
  ["", null],
])("recognizes a photo by its first bytes: %j", (head, kind) => {
  expect(photoKindOf(Uint8Array.from(head, (letter) => letter.charCodeAt(0)))).toBe(kind);
});
