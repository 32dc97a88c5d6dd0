import { AppError } from "#server/http/app-error.ts";

/** Decoded audio of one recording, in seconds: far above the three minutes people record, far below what fills a server. */
export const MAX_RECORDING_S = 15 * 60;

export function notDecodable(cause?: unknown): AppError {
  return new AppError("unsupported-media-type", "Audio format not supported. Please try again.", { cause });
}

export function tooLong(): AppError {
  return new AppError("too-large", "Your recording was too large. Please try a shorter recording.");
}

export function speechOff(cause?: unknown): AppError {
  return new AppError(
    "unavailable",
    "This server cannot turn speech into text right now. Please type instead.",
    { cause },
  );
}
