import { DatabaseError } from "pg";
import { AppError, diskFull } from "#server/http/app-error.ts";

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
  return new AppError("query-timeout", "That took too long and was stopped. Please try again.", { cause });
}

export function insufficientStorage(cause?: unknown): AppError {
  return diskFull(cause, "The disk is nearly full: free some space, then try again.");
}

/** SQLSTATE classes of a connection that failed and of a server that goes down or comes up, and what the network says. */
const LINE_LOST = /^(?:08...|57P0[1-5]|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT)$/;

/** The driver gives a line that broke under a query no code, only a sentence. */
const LINE_LOST_SENTENCE = /^(?:Connection terminated|Client has encountered a connection error)/;

/** Whether the database went away, or is not there yet. */
export function isLineLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ("code" in error && typeof error.code === "string") return LINE_LOST.test(error.code);
  return LINE_LOST_SENTENCE.test(error.message);
}

/** What a caller is told of it; why, and where the database is, is the operator's to know. */
export class DatabaseAway extends AppError {
  constructor(cause: unknown, said = cause instanceof Error ? cause.message : String(cause)) {
    super("unavailable", "The database is not reachable right now. Please try again.", {
      cause,
      retryAfter: 2,
      reason: `The database could not be reached: ${said}.`,
    });
  }
}
