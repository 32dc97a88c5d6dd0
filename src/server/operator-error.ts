export type OperatorErrorCode =
  | "invalid-config"
  | "migration-changed"
  | "migration-failed"
  | "database-version"
  | "database-locked"
  | "database-folder"
  | "database-unavailable"
  | "restore-failed"
  | "copy-refused"
  | "copy-differs"
  | "backup-failed";

/** Something only the operator can mend, told in one clear line: mostly a reason not to start. Never reaches a client. */
export class OperatorError extends Error {
  readonly code: OperatorErrorCode;

  constructor(code: OperatorErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = "OperatorError";
    this.code = code;
  }
}
