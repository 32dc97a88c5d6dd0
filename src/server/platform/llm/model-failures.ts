import { shorten } from "#shared/shorten.ts";
import { storableText } from "#shared/storable-text.ts";
import { ModelError, type ModelFailure } from "./language-model.ts";

/**
 * The failure to show a user for a status of the provider.
 * @param said what the provider says about it; shown only where it is about the question
 */
export function failureOfStatus(status: number, retryAfter: number | null, said = ""): ModelFailure {
  if (isTooLong(status, said)) return promptTooLong();
  if (status === 400 && NO_SUCH_MODEL.test(said)) return failureOfStatus(404, null);
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
        `The language model did not take this question${reasonIn(said)}. Please ask it in other words.`,
      );
    case 429:
      return passing(
        "rate-limited",
        `The language model has too much to do${reasonIn(said)}. Please try again ${inWords(retryAfter)}.`,
        retryAfter,
      );
    default:
      return passing(
        "unavailable",
        `The language model is not reachable${reasonIn(said)}. Please try again ${inWords(retryAfter)}.`,
        retryAfter,
      );
  }
}

/** UTF-16 units of a provider's sentence. */
const MAX_REASON = 160;
/** Words of sentences that are meant for the people who run the server. */
const CONFIDENTIAL =
  /secret|password|credential|api.?key|bearer|authoriz|\b(?:sk|pk|org|proj|key|req)[-_]\w|https?:|[{}<>@=\\]|(?:^|[\s(:])['"]|\/\w|\w\.\w|\b(?:key|port|host|user|path)\b|\d{4}/i;

/** The provider's first sentence as a clause; empty when it gives none, or one that is not meant for users. */
function reasonIn(said: string): string {
  const line = storableText(said).replaceAll(/\s+/g, " ").trim();
  const sentence = (/^.*?[.!?](?=\s|$)/.exec(line)?.[0] ?? line).replace(/[.!?\s]+$/, "");
  return sentence === "" || CONFIDENTIAL.test(line) ? "" : `: "${shorten(sentence, MAX_REASON)}"`;
}

/**
 * How servers say that a prompt does not fit: OpenAI and vLLM "maximum context length", llama-server "exceeds the available context size",
 * Anthropic "prompt is too long", Google "input token count exceeds", Groq "reduce the length".
 */
const TOO_LONG =
  /context.{0,20}(?:length|window|size)|maximum context|prompt is too long|too many (?:input )?tokens|token count.{0,30}exceed|exceeds?.{0,40}(?:n_ctx|context|token limit)|reduce (?:the length|your message)|(?:input|prompt) length|too long for|must be <= \d|body too large|tokens_limit_reached/i;
const NO_SUCH_MODEL =
  /not a valid model|model identifier is invalid|model\b.{0,80}\b(?:does not exist|not found)/i;

function isTooLong(status: number, said: string): boolean {
  return [400, 413, 422, 500, 502].includes(status) && TOO_LONG.test(said);
}

function promptTooLong(): ModelFailure {
  return failure(
    "too-long",
    "This conversation does not fit into the language model's window. Please ask it in a new conversation.",
  );
}

export function filtered(): ModelFailure {
  return failure(
    "refused",
    "The language model's provider stopped this answer by its content filter. Please ask it in other words.",
  );
}

/** A page came in place of a completion. */
export function notAModel(): ModelFailure {
  return passing(
    "unavailable",
    "A web page answered in place of the language model; it may be a network's sign-in page. Please tell the people who run this server.",
  );
}

export function tooLong(): ModelFailure {
  return passing(
    "garbled",
    "The language model's answer grew too long and was cut here. Please ask for less at once.",
  );
}

/** Never shown: the caller retries without tools. */
export function noTools(): ModelFailure {
  return failure("no-tools", "The language model cannot use Looby's abilities. Please choose another one.");
}

export function timeout(): ModelFailure {
  return passing("timeout", "The language model took too long. Please try again.");
}

export function brokenOff(): ModelFailure {
  return passing("unavailable", "The language model broke off in the middle. Please try again.");
}

export function noAnswer(): ModelFailure {
  return passing("garbled", "The language model gave no answer. Please try again.");
}

export function garbled(cause: unknown): ModelError {
  const failure = passing("garbled", "The language model's answer could not be read. Please try again.");
  return new ModelError(failure, { cause });
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

/** A failure that may not happen again. */
function passing(
  code: ModelFailure["code"],
  message: string,
  retryAfter: number | null = null,
): ModelFailure {
  return { code, retryable: true, retryAfter, message };
}

function inWords(seconds: number | null): string {
  if (seconds === null || seconds === 0) return "in a moment";
  return seconds < 90 ? `in ${seconds} seconds` : `in ${Math.ceil(seconds / 60)} minutes`;
}
