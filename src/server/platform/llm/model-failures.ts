import { ModelError, type ModelFailure } from "./language-model.ts";

/** The failure to show a user for a status of the provider. */
export function failureOfStatus(status: number, retryAfter: number | null): ModelFailure {
  switch (status) {
    case 401:
    case 403:
      return failure(
        "unauthorized",
        "The language model does not accept this server's key. Please tell the people who run this server.",
      );
    case 402:
      return failure(
        "no-credit",
        "The language model's credit is used up. Please tell the people who run this server.",
      );
    case 404:
      return failure(
        "model-gone",
        "The chosen language model is not offered any more. Please choose another one.",
      );
    case 408:
      return timeout();
    case 400:
    case 413:
    case 422:
      return failure(
        "refused",
        "The language model did not take this question. Please ask it in other words.",
      );
    case 429:
      return {
        code: "rate-limited",
        retryable: true,
        retryAfter,
        message: `The language model has too much to do. Please try again ${inWords(retryAfter)}.`,
      };
    default:
      return {
        code: "unavailable",
        retryable: true,
        retryAfter,
        message: `The language model is not reachable. Please try again ${inWords(retryAfter)}.`,
      };
  }
}

/** Never shown: the caller retries without tools. */
export function noTools(): ModelFailure {
  return failure("no-tools", "The language model cannot use Looby's abilities. Please choose another one.");
}

export function timeout(): ModelFailure {
  return {
    code: "timeout",
    retryable: true,
    retryAfter: null,
    message: "The language model took too long. Please try again.",
  };
}

export function brokenOff(): ModelFailure {
  return {
    code: "unavailable",
    retryable: true,
    retryAfter: null,
    message: "The language model broke off in the middle. Please try again.",
  };
}

export function garbled(cause: unknown): ModelError {
  const message = "The language model's answer could not be read. Please try again.";
  return new ModelError({ code: "garbled", retryable: true, retryAfter: null, message }, { cause });
}

/**
 * The `Retry-After` header in seconds, from its seconds or date form (RFC 9110, 10.2.3). Null when it is missing or invalid. At
 * most a day.
 * @param now milliseconds since the Unix epoch
 */
export function parseRetryAfter(header: string | null, now: number): number | null {
  if (header === null) return null;
  const seconds = /^\d{1,9}$/.test(header.trim())
    ? Number(header)
    : Math.ceil((Date.parse(header) - now) / 1000);
  return Number.isFinite(seconds) && seconds >= 0 ? Math.min(seconds, 86_400) : null;
}

function failure(code: ModelFailure["code"], message: string): ModelFailure {
  return { code, retryable: false, retryAfter: null, message };
}

function inWords(seconds: number | null): string {
  if (seconds === null || seconds === 0) return "in a moment";
  return seconds < 90 ? `in ${seconds} seconds` : `in ${Math.ceil(seconds / 60)} minutes`;
}
