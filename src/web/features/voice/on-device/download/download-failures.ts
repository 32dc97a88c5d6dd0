import { ApiError } from "#web/lib/server/api-error.ts";
import { DamagedFileError } from "./device-files.ts";
import { megabytes } from "./megabytes.ts";

/** The device has less room than the files need. */
export class NoRoomError extends Error {
  override name = "NoRoomError";
  constructor(missing: number, free: number) {
    super(
      `This device has ${megabytes(free)} left for Looby and the download needs ${megabytes(missing)}. Make room, or choose the smaller model.`,
    );
  }
}

/** Why a download ended, as a sentence that says what to do. */
export function explainFailure(error: unknown): string {
  if (error instanceof NoRoomError) return error.message;
  if (error instanceof DamagedFileError) {
    return "A file arrived damaged and was thrown away. Please download again.";
  }
  if (error instanceof ApiError && error.code === "unreachable") {
    return "The signal was lost. What is here is kept: go on when it is back.";
  }
  if (error instanceof ApiError) return error.message;
  if (error instanceof DOMException && error.name === "QuotaExceededError") {
    return "This device has no room left. Make room, or choose the smaller model, and go on.";
  }
  return "This browser could not keep the files. A private window keeps nothing; otherwise please try again.";
}
