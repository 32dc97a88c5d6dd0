import { problemStatus } from "#shared/http/problem.ts";
import type { Log } from "#server/log.ts";
import { DatabaseAway, insufficientStorage, isLineLost, queryTimeout } from "#server/db/database-error.ts";
import { AppError } from "./app-error.ts";

/**
 * The one place where an error becomes an HTTP response. Any error other than an AppError is a bug: logged in full, reported
 * briefly.
 */
export function problemResponse(error: unknown, log: Log): Response {
  const known = error instanceof AppError ? error : fromDatabase(error);
  if (known === null) {
    log.error({ err: error }, "unexpected failure");
    return problemBody(new AppError("internal", "Something broke on our side. Please try again."));
  }
  if (known.status >= 500) log.warn({ err: known }, known.code);
  return problemBody(known);
}

function problemBody(error: AppError): Response {
  const headers = new Headers({
    "content-type": "application/json; charset=utf-8",
    "cache-control": "no-store",
  });
  if (error.detail.retryAfter !== undefined)
    headers.set("retry-after", String(Math.ceil(error.detail.retryAfter)));
  return new Response(JSON.stringify(error.toProblem()), { status: problemStatus[error.code], headers });
}

/** SQLSTATE classes that mean something to the caller. All others stay internal errors. */
function fromDatabase(error: unknown): AppError | null {
  if (isLineLost(error)) return new DatabaseAway(error);
  if (typeof error !== "object" || error === null || !("code" in error) || typeof error.code !== "string")
    return null;
  switch (error.code) {
    case "53100":
      return insufficientStorage(error);
    case "57014":
      return queryTimeout(error);
    case "40001":
    case "40P01":
      return new AppError("unavailable", "Too many changes at once. Please try again.", {
        cause: error,
        retryAfter: 1,
      });
    case "22021":
      return new AppError("invalid-input", "The text has characters that cannot be stored.", {
        cause: error,
      });
    default:
      return null;
  }
}
