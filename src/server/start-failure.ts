import { AppError } from "#server/http/app-error.ts";
import { OperatorError } from "#server/operator-error.ts";

/** Why a start failed, in a line the operator can act on; null for a fault of ours, which needs its stack. */
export function reasonForOperator(error: unknown): string | null {
  if (error instanceof OperatorError) return error.message;
  // What a caller would be told while Looby runs: a busy or slow database, a full disk.
  return error instanceof AppError ? (error.detail.reason ?? error.message) : null;
}
