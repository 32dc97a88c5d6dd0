import { AppError } from "#server/http/app-error.ts";

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
