import { type Problem, type ProblemCode, problemStatus } from "#shared/http/problem.ts";

export interface AppErrorDetail {
  fields?: Problem["fields"];
  /** Seconds. */
  retryAfter?: number;
  /** The current record, for `conflict`. */
  current?: unknown;
  /** The reason for the operator. Logged, and printed at a failed start; never sent to a client. */
  reason?: string;
  cause?: unknown;
}

/** The only error a client sees: a stable code and a sentence with the next step. */
export class AppError extends Error {
  readonly code: ProblemCode;
  readonly detail: AppErrorDetail;

  constructor(code: ProblemCode, message: string, detail: AppErrorDetail = {}) {
    super(message, detail.cause === undefined ? undefined : { cause: detail.cause });
    this.name = "AppError";
    this.code = code;
    this.detail = detail;
  }

  get status(): number {
    return problemStatus[this.code];
  }

  toProblem(): Problem {
    const { fields, retryAfter, current } = this.detail;
    return {
      code: this.code,
      error: this.message,
      ...(fields === undefined ? {} : { fields }),
      ...(retryAfter === undefined ? {} : { retryAfter }),
      ...(current === undefined ? {} : { current }),
    };
  }
}

/** "Missing" and "not yours" have the same response, so that ids cannot be probed. */
export function notFound(thing = "That"): AppError {
  return new AppError("not-found", `${thing} is not here, or not yours to see.`);
}

/** The disk is full and nothing was written. `reason` is the operator's instruction. */
export function diskFull(cause: unknown, reason?: string): AppError {
  const sentence = "The server's disk is full. Nothing was changed; please try again later.";
  return new AppError("insufficient-storage", sentence, {
    cause,
    ...(reason === undefined ? {} : { reason }),
  });
}
