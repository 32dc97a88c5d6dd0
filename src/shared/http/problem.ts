/** The stable error codes of the API and their HTTP status. Clients act on the code; users read the message beside it. */
export const problemStatus = {
  "bad-request": 400,
  "invalid-input": 400,
  unauthenticated: 401,
  "invalid-credentials": 401,
  forbidden: 403,
  "not-found": 404,
  "method-not-allowed": 405,
  conflict: 409,
  "already-taken": 409,
  "quota-reached": 413,
  gone: 410,
  "too-large": 413,
  "unsupported-media-type": 415,
  "idempotency-mismatch": 422,
  "too-many-requests": 429,
  internal: 500,
  "upstream-failed": 502,
  unavailable: 503,
  "query-timeout": 503,
  "insufficient-storage": 507,
} as const;

export type ProblemCode = keyof typeof problemStatus;

/** The body of every error response. */
export interface Problem {
  code: ProblemCode;
  /** A sentence for users: the problem and the next step. */
  error: string;
  /** The rejected fields, by dotted path. */
  fields?: { path: string; message: string }[];
  /** Seconds until the same call may succeed; also in the Retry-After header. */
  retryAfter?: number;
  /** The current record on the server, with `conflict`. */
  current?: unknown;
}

export function isProblem(value: unknown): value is Problem {
  return (
    typeof value === "object" &&
    value !== null &&
    "code" in value &&
    typeof value.code === "string" &&
    value.code in problemStatus &&
    "error" in value &&
    typeof value.error === "string"
  );
}
