import { AppError } from "#server/http/app-error.ts";
import { OperatorError } from "./operator-error.ts";

/** The reason for a failed start, in a line the operator can act on. Null for a bug, which needs its stack trace. */
export function reasonForOperator(error: unknown): string | null {
  if (error instanceof OperatorError) return error.message;
  const ofFiles = reasonOfFiles(error);
  if (ofFiles !== null) return ofFiles;
  // Conditions that a client would be told about while Looby runs: a busy or slow database, a full disk.
  return error instanceof AppError ? (error.detail.reason ?? error.message) : null;
}

/** Sentences for file system errors, by code (errno(3)). */
const fileTroubles: Readonly<Record<string, string>> = {
  ENOSPC: "the disk is full. Free some space, then start Looby again.",
  EDQUOT: "your disk quota is used up. Free some space, then start Looby again.",
  EROFS: "it can only be read. Set DATA_DIR to a folder that can be written.",
  EACCES: "Looby may not use it. Give Looby's account the right to, or set DATA_DIR to another folder.",
  EPERM: "Looby may not use it. Give Looby's account the right to, or set DATA_DIR to another folder.",
  EEXIST: "there is a file in the place of a folder. Move it away, or set DATA_DIR to another folder.",
  ENOTDIR: "there is a file in the place of a folder. Move it away, or set DATA_DIR to another folder.",
};

function reasonOfFiles(error: unknown): string | null {
  if (!(error instanceof Error && "code" in error && typeof error.code === "string")) return null;
  const trouble = fileTroubles[error.code];
  if (trouble === undefined) return null;
  return `${"path" in error && typeof error.path === "string" ? error.path : "The data folder"}: ${trouble}`;
}
