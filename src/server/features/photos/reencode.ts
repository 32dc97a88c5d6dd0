import sharp, { type Sharp } from "sharp";
import { AppError } from "#server/http/app-error.ts";
import { takeTurns } from "./take-turns.ts";

/** Longest side in pixels. */
const FULL_SIDE = 1600;
const THUMB_SIDE = 320;
/** 40 megapixels: a PNG of 400 megapixels can be as small as 1.1 MB. */
const MAX_PIXELS = 40_000_000;
const DEADLINE_SECONDS = 20;

// One thread per picture and two pictures at once, so that pictures do not slow down other responses. Without the cache, a
// picture's memory is released when it is done.
sharp.concurrency(1);
sharp.cache(false);
const inTurn = takeTurns(2, 32);

export interface ReencodedPhoto {
  full: Uint8Array<ArrayBuffer>;
  thumb: Uint8Array<ArrayBuffer>;
  /** In pixels, of `full`. */
  width: number;
  height: number;
}

/**
 * Creates a new picture from the pixels of the given one, as WebP in two sizes. Nothing else of the file survives: no location,
 * no camera data, no script after the picture.
 * @param bytes a JPEG, PNG or WebP, detected by content
 * @throws AppError `unsupported-media-type`, `too-large` (pixels), `invalid-input` (damaged), `unavailable` (too many at once,
 *   out of time)
 */
export async function reencodePhoto(bytes: Uint8Array): Promise<ReencodedPhoto> {
  const format = formatOf(bytes);
  if (format === null) throw unsupported();
  return await inTurn(async () => {
    try {
      // "error": slightly invalid JPEGs of some cameras (a warning) are accepted, truncated files are not.
      const source = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: "error" });
      const metadata = await source.metadata();
      if (metadata.format !== format) throw unsupported();
      // Rotated first, because the orientation is dropped with the other metadata.
      const full = await shrink(source.autoOrient(), FULL_SIDE, 82);
      const thumb = await shrink(sharp(full.data), THUMB_SIDE, 75);
      return { full: full.data, thumb: thumb.data, width: full.info.width, height: full.info.height };
    } catch (cause) {
      throw cause instanceof AppError ? cause : undecodable(cause);
    }
  });
}

async function shrink(picture: Sharp, side: number, quality: number) {
  return await picture
    .timeout({ seconds: DEADLINE_SECONDS })
    .resize({ width: side, height: side, fit: "inside", withoutEnlargement: true })
    .webp({ quality })
    .toBuffer({ resolveWithObject: true });
}

/** Checks the first bytes, so that only these three decoders process untrusted files (sharp also reads SVG and GIF). */
function formatOf(bytes: Uint8Array): "jpeg" | "png" | "webp" | null {
  const head = Buffer.from(bytes.subarray(0, 12)).toString("latin1");
  if (head.startsWith("\xff\xd8\xff")) return "jpeg";
  if (head.startsWith("\x89PNG\r\n\x1a\n")) return "png";
  return head.startsWith("RIFF") && head.endsWith("WEBP") ? "webp" : null;
}

function unsupported(): AppError {
  return new AppError(
    "unsupported-media-type",
    "Unsupported file type. Please upload JPEG, PNG, or WebP images.",
  );
}

/** The reason for a failure, from sharp's error: too large, out of time (which says nothing about the picture), or damaged. */
export function undecodable(cause: unknown): AppError {
  const reason = cause instanceof Error ? cause.message : "";
  if (reason.includes("pixel limit"))
    return new AppError(
      "too-large",
      "This picture has more than 40 megapixels. Please upload a smaller one.",
      {
        cause,
      },
    );
  // The server was slow or suspended. libvips reports "timeout: 42% complete".
  if (/\btimeout\b/i.test(reason))
    return new AppError(
      "unavailable",
      "The server is too busy for this picture just now. Please try again.",
      {
        cause,
        retryAfter: 5,
      },
    );
  return new AppError("invalid-input", "This picture is damaged or incomplete. Please choose another one.", {
    cause,
  });
}
