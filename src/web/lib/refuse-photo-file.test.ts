import { expect, test } from "vitest";
import { refusePhotoFile } from "./refuse-photo-file.ts";

const words = { wrongType: "Please upload only image files", tooLarge: "too large" };
const JPEG = "\xff\xd8\xff\xe0\0\x10JFIF";

test.each(["image/jpeg", "image/jpg", "application/octet-stream", "image/gif", ""])(
  "accepts a JPEG whose declared type is %j",
  async (type) => expect(await refused(JPEG, type)).toBeNull(),
);

test.each(["I am a JPEG, honestly", "RIFF1234WAVEfmt ", "GIF89a", ""])(
  "rejects a file that is only declared a JPEG: %j",
  async (content) => expect(await refused(content, "image/jpeg")).toBe(words.wrongType),
);

test("explains how to convert a HEIC or AVIF photo, even with a wrong name", async () => {
  for (const type of ["image/heic", "image/jpeg", ""])
    expect(await refused("\0\0\0\x18ftypheic\0\0\0\0mif1heic", type)).toMatch(
      /HEIC.*iPhone.*Settings > Camera > Formats > Most Compatible/,
    );
  expect(await refused("\0\0\0\x18ftypavif\0\0\0\0mif1miaf", "image/avif")).toMatch(/AVIF.*JPEG/);
});

test("rejects a photo of more than 5 MB", async () =>
  expect(await refused(JPEG.padEnd(5_242_881), "image/jpeg")).toBe(words.tooLarge));

async function refused(content: string, type: string): Promise<string | null> {
  const bytes = Uint8Array.from(content, (letter) => letter.charCodeAt(0));
  return await refusePhotoFile(new File([bytes], "photo.jpg", { type }), words);
}
