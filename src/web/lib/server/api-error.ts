import type { Problem } from "#shared/http/problem.ts";
import type { OperationProblem } from "#shared/outbox/operation.ts";

/** Includes the codes of queued calls, which can fail in more ways. */
export type ApiErrorCode = OperationProblem["code"];

/** A failed call, with a message for the user. */
export class ApiError extends Error {
  readonly code: ApiErrorCode;
  /** HTTP status; 0 when there was no response, or a non-error response that was not from our server. */
  readonly status: number;
  readonly fields: NonNullable<Problem["fields"]>;
  /** Seconds. */
  readonly retryAfter: number | null;
  readonly current: unknown;

  constructor(
    code: ApiErrorCode,
    status: number,
    message: string,
    problem?: Omit<Problem, "code"> & { code?: ApiErrorCode },
    cause?: unknown,
  ) {
    super(message, { cause });
    this.name = "ApiError";
    this.code = code;
    this.status = status;
    this.fields = problem?.fields ?? [];
    this.retryAfter = problem?.retryAfter ?? null;
    this.current = problem?.current;
  }
}

/** Whether the call may succeed later: no answer of our server came, or a server error. A refusal is final. */
export function isPassing(error: unknown): boolean {
  return isUnanswered(error) || (error instanceof ApiError && error.status >= 500);
}

/** Whether no answer of our server came: offline, or something on the way answered a write. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof ApiError && ["unreachable", "blocked", "cut"].includes(error.code);
}
