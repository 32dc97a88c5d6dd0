import { DatabaseError } from "pg";
import { AppError, diskFull } from "#server/http/app-error.ts";

/** SQLSTATE caused by statement_timeout. */
const QUERY_CANCELED = "57014";
const DISK_FULL = "53100";

/** Turns a database error into one with advice if a user can act on it. Otherwise returns it unchanged. */
export function explainDatabaseError(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(String(error));
  if (!(error instanceof DatabaseError)) return error;
  if (error.code === QUERY_CANCELED) return queryTimeout(error);
  return error.code === DISK_FULL ? insufficientStorage(error) : error;
}

export function queryTimeout(cause?: unknown): AppError {
  return new AppError("query-timeout", "That took too long and was stopped. Please try again.", { cause });
}

export function insufficientStorage(cause?: unknown): AppError {
  return diskFull(cause, "The disk is nearly full: free some space, then try again.");
}

/** SQLSTATE classes of a failed connection and of a server that is starting or stopping, and network error codes. */
const LINE_LOST = /^(?:08...|57P0[1-5]|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT)$/;

/** When the connection breaks during a query, the driver's error has no code, only a sentence. */
const LINE_LOST_SENTENCE = /^(?:Connection terminated|Client has encountered a connection error)/;

/** Whether the connection to the database was lost, or the database is not available yet. */
export function isLineLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ("code" in error && typeof error.code === "string") return LINE_LOST.test(error.code);
  return LINE_LOST_SENTENCE.test(error.message);
}

/** The error shown to clients. The reason and the location of the database are only for the operator. */
export class DatabaseAway extends AppError {
  constructor(cause: unknown, detail = cause instanceof Error ? cause.message : String(cause)) {
    super("unavailable", "The database is not reachable right now. Please try again.", {
      cause,
      retryAfter: 2,
      reason: `The database could not be reached: ${detail}.`,
    });
  }
}
