export type OperatorErrorCode =
  | "invalid-config"
  | "migration-changed"
  | "migration-failed"
  | "database-version"
  | "database-newer"
  | "database-pooled"
  | "database-locked"
  | "database-folder"
  | "database-unavailable"
  | "restore-failed"
  | "copy-refused"
  | "copy-differs"
  | "photos-not-copied"
  | "backup-failed";

/** A problem only the operator can fix, described in one clear line. Mostly a reason not to start. Never sent to a client. */
export class OperatorError extends Error {
  readonly code: OperatorErrorCode;

  constructor(code: OperatorErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = "OperatorError";
    this.code = code;
  }
}
