import sharp, { type Sharp } from "sharp";
import { photoAdvice, uploadWords } from "#shared/features/photos/contract.ts";
import { isAccepted, type PhotoKind, photoKindOf } from "#shared/features/photos/photo-signature.ts";
import { AppError } from "#server/http/app-error.ts";

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
 * Creates a new picture from the pixels of the given one, as WebP in two sizes. Nothing else of the file survives: no location, no camera
 * data, no script after the picture.
 * @param bytes a JPEG, PNG or WebP, detected by content
 * @throws AppError `unsupported-media-type`, `too-large` (pixels), `invalid-input` (damaged), `unavailable` (too many at once, out of time)
 */
export async function reencodePhoto(bytes: Uint8Array): Promise<ReencodedPhoto> {
  // Only these three decoders process untrusted files (sharp also reads SVG and GIF).
  const kind = photoKindOf(bytes);
  if (!isAccepted(kind)) throw unsupported(kind);
  return await inTurn(async () => {
    try {
      // "error": slightly invalid JPEGs of some cameras (a warning) are accepted, truncated files are not.
      const source = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: "error" });
      const metadata = await source.metadata();
      if (metadata.format !== kind) throw unsupported(null);
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

function unsupported(kind: PhotoKind | null): AppError {
  const advice = kind === null || isAccepted(kind) ? "" : ` ${photoAdvice[kind]}`;
  return new AppError("unsupported-media-type", `${uploadWords.wrongType}${advice}`);
}

/** The reason for a failure, from sharp's error: too large, out of time (no defect of the picture), or damaged. */
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

/**
 * Runs at most `atOnce` tasks concurrently and queues at most `waiting` more, first come first served.
 * @returns a runner that throws AppError `unavailable` when the queue is full
 */
export function takeTurns(atOnce: number, waiting: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  const line: (() => void)[] = [];
  return async (work) => {
    if (running < atOnce) {
      running += 1;
    } else {
      if (line.length >= waiting) {
        throw new AppError(
          "unavailable",
          "Many photos are coming in right now. Please try again in a moment.",
          {
            retryAfter: 5,
          },
        );
      }
      // The finished task passes its place on, so `running` is unchanged.
      await new Promise<void>((resolve) => line.push(resolve));
    }
    try {
      return await work();
    } finally {
      const next = line.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
