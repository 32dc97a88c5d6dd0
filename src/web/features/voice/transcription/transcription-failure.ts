/** The reason why a transcription failed. */
export interface TranscriptionFailure {
  kind: "timeout" | "no-signal" | "refused" | "garbled" | "no-text";
  /** HTTP status; 0 without a response. */
  status: number;
  /** The server's own message. */
  message: string;
  /** The delay in seconds that the server requests; null if it requests none. */
  retryAfter: number | null;
}

export class TranscriptionFailed extends Error {
  readonly failure: TranscriptionFailure;

  constructor(failure: TranscriptionFailure, cause?: unknown) {
    super(failure.message, { cause });
    this.name = "TranscriptionFailed";
    this.failure = failure;
  }
}

const WAITS_MS = [1_000, 2_000];
const PASSING = new Set([404, 408, 500, 502, 503, 504]);
/** Longest automatic delay in seconds. Beyond it, the message states when to try again. */
const LONGEST_WAIT_S = 20;

/**
 * Milliseconds until the same bytes are sent again; null when a retry is pointless.
 * @param tries so far, 1 after the first
 */
export function retryDelayMs(failure: TranscriptionFailure, tries: number): number | null {
  const wait = WAITS_MS[tries - 1];
  if (wait === undefined) return null;
  if (failure.status === 429) {
    const { retryAfter } = failure;
    return retryAfter === null || retryAfter > LONGEST_WAIT_S ? null : Math.max(wait, retryAfter * 1000);
  }
  return failure.kind === "no-signal" || (failure.kind === "refused" && PASSING.has(failure.status))
    ? wait
    : null;
}

/** The message of a server without a speech engine, shown to the user unchanged. */
const NO_ENGINE = /cannot turn speech into text/i;

const causes: readonly (readonly [(failure: TranscriptionFailure) => boolean, string])[] = [
  [
    ({ status, message }) => status === 429 || /quota|usage limit/i.test(message),
    "Voice input is unavailable right now: too much was asked of it. Please type your message instead.",
  ],
  [
    ({ message }) => /no audio/i.test(message),
    "No audio was received. Please check your microphone and try again.",
  ],
  [
    ({ status, message }) => status === 415 || /format|codec/i.test(message),
    "This audio format could not be read. Please try again, or type your message.",
  ],
  [
    ({ status, message }) => status === 413 || /too large/i.test(message),
    "Your recording is too large. Please keep it under 3 minutes.",
  ],
  [
    ({ status, message }) => status === 401 || status === 403 || /api key/i.test(message),
    "Voice input is not permitted here. Please type your message instead.",
  ],
  [
    ({ kind, message }) =>
      kind === "garbled" || kind === "no-text" || /failed to parse|processing/i.test(message),
    "The recording could not be processed. Please try again.",
  ],
  [
    ({ status }) => status === 500 || status === 502 || status === 503,
    "The voice service has a problem right now. Please try again in a moment.",
  ],
];

/**
 * The chat's message about a failed transcription.
 * @param rounds number of attempts by the user
 */
export function friendlyText(
  failure: TranscriptionFailure,
  { isApple, rounds }: { isApple: boolean; rounds: number },
): string {
  const text = textFor(failure, isApple);
  return rounds < 2 || /type/.test(text) ? text : `${text} Or type your message instead.`;
}

function textFor(failure: TranscriptionFailure, isApple: boolean): string {
  if (failure.kind === "timeout")
    return "The transcription is taking longer than expected. Please try a shorter recording or try again later.";
  if (failure.kind === "no-signal")
    return "No signal: your recording waits until the server can be reached again.";
  if (NO_ENGINE.test(failure.message)) return failure.message;
  const known = causes.find(([applies]) => applies(failure))?.[1];
  if (known !== undefined) return known;
  return isApple
    ? "That did not work: on iPhone and in Safari a recording sometimes fails. Please try a shorter one."
    : "That did not work. Please try again.";
}

/** The memory recorder's message about a failed transcription. */
export function memoryFailureText({ kind, status, message }: TranscriptionFailure): string {
  if (kind === "timeout")
    return "Transcription is taking longer than expected. Please try again with a shorter recording.";
  if (kind === "no-signal") return "No signal: your recording waits until the server can be reached again.";
  if (kind === "no-text") return message;
  if (kind === "garbled") return "Invalid response from transcription service. Please try again.";
  if (NO_ENGINE.test(message)) return message;
  const reason =
    status === 413
      ? "Your recording was too large. Please try a shorter recording."
      : status === 415
        ? "Audio format not supported. Please try again."
        : status >= 500
          ? "Server error. Please try again later."
          : message || "Unknown error.";
  return `Transcription failed. ${reason}`;
}
