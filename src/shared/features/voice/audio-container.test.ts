import * as fc from "fast-check";
import { expect, test } from "vitest";
import { containerOf, containerOfSpoken } from "./audio-container.ts";

const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));

test.each([
  ["webm", bytes("\x1a\x45\xdf\xa3webm")],
  ["mp4", bytes("\0\0\0\x20ftypM4A ")],
  ["wav", bytes("RIFF\x24\0\0\0WAVE")],
  ["mp3", bytes("ID3\x04")],
  ["mp3", bytes("\xff\xfb\x90\x64")],
  [null, bytes("OggS\0\x02")],
  [null, bytes("RIFF\x24\0\0\0AVI ")],
  [null, bytes("Dear Looby, ")],
  [null, bytes("\xff\xf1AAC ")],
  [null, bytes("")],
])("recognizes %s by its first bytes, whatever the file's name", (container, head) => {
  expect(containerOf(head)).toBe(container);
});

test("accepts Ogg recordings from other apps", () => {
  expect(containerOfSpoken(bytes("OggS\0\x02"))).toBe("ogg");
  expect(containerOfSpoken(bytes("Oggs"))).toBeNull();
  expect(containerOfSpoken(bytes("ID3\x04"))).toBe("mp3");
});

test("never throws, whatever the bytes", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 16 }), (head) => {
      expect([null, "webm", "mp4", "mp3", "wav"]).toContain(containerOf(head));
    }),
  );
});
