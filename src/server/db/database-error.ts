import { DatabaseError } from "pg";
import { AppError } from "#server/http/app-error.ts";

/** SQLSTATE; by statement_timeout. */
const QUERY_CANCELED = "57014";
const DISK_FULL = "53100";

/**
 * Says an error of the database as one a person can act on, where there is something to do; else returns it
 * as is.
 */
export function explainDatabaseError(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(String(error));
  if (!(error instanceof DatabaseError)) return error;
  if (error.code === QUERY_CANCELED) return queryTimeout(error);
  return error.code === DISK_FULL ? insufficientStorage(error) : error;
}

export function queryTimeout(cause?: unknown): AppError {
  const sentence =
    "The database did not answer in time, so the question was dropped: ask for less, or try again.";
  return new AppError("query-timeout", sentence, { cause });
}

export function insufficientStorage(cause?: unknown): AppError {
  return new AppError("insufficient-storage", "The disk is nearly full: free some space, then try again.", {
    cause,
  });
}
