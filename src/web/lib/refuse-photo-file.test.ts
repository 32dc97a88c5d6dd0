import { expect, test } from "vitest";
import { refusePhotoFile } from "./refuse-photo-file.ts";

const words = { wrongType: "Please upload only image files", tooLarge: "too large" };

test("a photo is recognized by its first bytes, not by its name", async () => {
  const jpeg = [0xff, 0xd8, 0xff, 0xe0, 0, 16];
  const png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0];
  const webp = [...new TextEncoder().encode("RIFF1234WEBPVP8 ")];
  for (const bytes of [jpeg, png, webp]) expect(await refused(bytes)).toBeNull();
  const wave = [...new TextEncoder().encode("RIFF1234WAVEfmt ")];
  const text = [...new TextEncoder().encode("I am a JPEG, honestly")];
  for (const bytes of [wave, text, [], [0xff], png.slice(0, 7)])
    expect(await refused(bytes)).toBe(words.wrongType);
});

test("a file rejected by its name or size is not opened", async () => {
  const file = new File([new Uint8Array([0xff, 0xd8, 0xff])], "clip.gif", { type: "image/gif" });
  file.slice = () => {
    throw new Error("opened");
  };
  expect(await refusePhotoFile(file, words)).toBe(words.wrongType);
});

function refused(bytes: readonly number[]): Promise<string | null> {
  return refusePhotoFile(new File([new Uint8Array(bytes)], "photo.jpg", { type: "image/jpeg" }), words);
}
