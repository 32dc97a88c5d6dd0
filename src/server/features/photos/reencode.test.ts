import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";
import { expect, test } from "vitest";
import { AppError } from "#server/http/app-error.ts";
import { reencodePhoto, undecodable } from "./reencode.ts";

test("returns a phone's photo upright in two sizes, without location, camera or script", async () => {
  const noise = { type: "gaussian", mean: 128, sigma: 30 } as const;
  const taken = await sharp({ create: { width: 2400, height: 1200, channels: 3, background: "#c60", noise } })
    .withMetadata({ orientation: 6 })
    .withExifMerge({
      IFD0: { Artist: "Ada of camp Lovelace", Make: "SpyCam" },
      IFD3: { GPSLatitudeRef: "N", GPSLatitude: "40/1 47/1 11/1", GPSLongitude: "119/1 12/1 12/1" },
    })
    .jpeg({ quality: 80 })
    .toBuffer();
  const polyglot = Buffer.concat([taken, Buffer.from("<script>alert('from behind the picture')</script>")]);
  expect(polyglot.includes("Ada of camp Lovelace")).toBe(true);

  const { full, thumb, width, height } = await reencodePhoto(polyglot);

  // Rotated: 2400 pixels wide before, 1600 high after scaling.
  expect({ width, height }).toEqual({ width: 800, height: 1600 });
  for (const [bytes, side] of [
    [full, 1600],
    [thumb, 320],
  ] as const) {
    const metadata = await sharp(bytes).metadata();
    expect(metadata).toMatchObject({ format: "webp", height: side, width: side / 2 });
    for (const kind of ["exif", "xmp", "iptc", "icc", "orientation"] as const) {
      expect(metadata[kind], kind).toBeUndefined();
    }
    for (const word of ["Ada of camp", "SpyCam", "<script>", "behind the picture"]) {
      expect(Buffer.from(bytes).includes(word), word).toBe(false);
    }
  }
});

test("accepts PNG and WebP too, without enlarging a small picture", async () => {
  for (const format of ["png", "webp"] as const) {
    const original = await canvas(90, 60).toFormat(format).toBuffer();
    expect(await reencodePhoto(original), format).toMatchObject({ width: 90, height: 60 });
  }
});

test("refuses a file that is no JPEG, PNG or WebP by its content", async () => {
  const jpeg = await canvas(60, 60).jpeg().toBuffer();
  const gif = await canvas(60, 60).gif().toBuffer();
  const html = Buffer.from("<!doctype html><script>alert(1)</script>");
  const svg = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>`,
  );
  const refused: Record<string, Uint8Array> = {
    nothing: new Uint8Array(),
    "one byte": new Uint8Array([0xff]),
    "text renamed to .jpg": Buffer.from("hello, I am a JPEG"),
    html,
    svg,
    "svg with an xml prologue": Buffer.concat([Buffer.from(`<?xml version="1.0"?>`), svg]),
    gif,
    "gif that is also a script": Buffer.concat([Buffer.from("GIF89a/*"), jpeg, Buffer.from("*/=1;alert(1)")]),
    "page with a photo inside": Buffer.concat([html, jpeg]),
    video: Buffer.from("\0\0\0\x18ftypisom\0\0\0\0isommp42", "latin1"),
    tiff: await canvas(60, 60).tiff().toBuffer(),
    pdf: Buffer.from("%PDF-1.7\n%\xff\xd8\xff"),
    "a sound in a RIFF": Buffer.from("RIFF\x24\0\0\0WAVEfmt "),
  };
  for (const [name, bytes] of Object.entries(refused)) {
    expect(await refusal(bytes), name).toEqual({
      code: "unsupported-media-type",
      message: "Unsupported file type. Please upload JPEG, PNG, or WebP images.",
    });
  }
});

test("refuses a HEIC or AVIF photo with advice", async () => {
  for (const [brand, advice] of [
    [
      "heic",
      /^Unsupported file type\. Please upload JPEG, PNG, or WebP images\. This is a HEIC photo.*iPhone/,
    ],
    ["avif", /^Unsupported file type\. Please upload JPEG, PNG, or WebP images\. This is an AVIF photo/],
  ] as const) {
    const bytes = Buffer.from(`\0\0\0\x18ftyp${brand}\0\0\0\0mif1miaf`, "latin1");
    expect(await refusal(bytes)).toEqual({
      code: "unsupported-media-type",
      message: expect.stringMatching(advice),
    });
  }
});

test("refuses a damaged picture, wherever it was cut", async () => {
  for (const format of ["jpeg", "png", "webp"] as const) {
    const whole = await canvas(400, 300).toFormat(format).toBuffer();
    for (const share of [0.02, 0.3, 0.9]) {
      const cut = whole.subarray(0, Math.max(13, Math.floor(whole.length * share)));
      expect((await refusal(cut))?.code, `${format} cut at ${share}`).toBe("invalid-input");
    }
  }
  const signature = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");
  const begins = Buffer.concat([signature, Buffer.from("<script>alert(1)</script>")]);
  expect((await refusal(begins))?.code).toBe("invalid-input");
});

test("refuses a 400 megapixel bomb before its pixels are decompressed", async () => {
  const bomb = blackPng(20_000, 20_000);
  expect(bomb.length).toBeLessThan(100_000);
  expect(await refusal(bomb)).toEqual({
    code: "too-large",
    message: "This picture has more than 40 megapixels. Please upload a smaller one.",
  });
  expect(await reencodePhoto(blackPng(800, 400))).toMatchObject({ width: 800, height: 400 });
});

function canvas(width: number, height: number) {
  const noise = { type: "gaussian", mean: 128, sigma: 30 } as const;
  return sharp({ create: { width, height, channels: 3, background: "#c60", noise } });
}

/** One bit per pixel, written by hand: decoding it all in the test would be the attack itself. `width` is a multiple of 8. */
function blackPng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1;
  const rows = deflateSync(Buffer.alloc((1 + width / 8) * height));
  const chunk = (type: string, data: Buffer) => {
    const named = Buffer.concat([Buffer.from(type), data]);
    const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    checksum.writeUInt32BE(crc32(named));
    return Buffer.concat([length, named, checksum]);
  };
  const signature = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    chunk("IDAT", rows),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

async function refusal(bytes: Uint8Array): Promise<{ code: string; message: string } | null> {
  try {
    await reencodePhoto(bytes);
    return null;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { code: error.code, message: error.message };
  }
}

test("allows a retry of a picture that took too long instead of calling it damaged", () => {
  // The message of sharp 0.35.
  expect(undecodable(new Error("timeout: 57% complete"))).toMatchObject({
    code: "unavailable",
  });
  expect(undecodable(new Error("VipsJpeg: premature end of JPEG image"))).toMatchObject({
    code: "invalid-input",
  });
  expect(undecodable(new Error("Input image exceeds pixel limit"))).toMatchObject({ code: "too-large" });
});
