import type { AudioContainer } from "#shared/features/voice/audio-container.ts";
import { AUDIO_BITS_PER_SECOND } from "#shared/features/voice/recording.ts";
import { AppError } from "#server/http/app-error.ts";

/** A recording in a file on this machine. */
export interface Recording {
  path: string;
  container: AudioContainer;
}

/** A recording sent by a user, with the data for fair scheduling. */
export interface SentRecording extends Recording {
  person: string;
  /** The network address it was sent from, or a substitute for it. */
  network: string;
  /** Approximate length, from its size. */
  seconds: number;
}

/** Turns speech into text. */
export interface Transcriber {
  /** Identifies engine and model, as in `meta.model` of a response. */
  readonly id: string;
  /**
   * The transcription, trimmed; empty for silence and noise.
   * @param signal aborted when the caller gives up: only the current piece is still processed
   * @throws AppError `unsupported-media-type` (not decodable), `too-large` (too long), `unavailable`, `too-many-requests`,
   * `upstream-failed`
   */
  transcribe(recording: SentRecording, signal: AbortSignal): Promise<string>;
  close(): Promise<void>;
}

/** The bit rate of Looby's recordings, 16 kHz at 16 bits for wav, and Telegram's bit rate for speech (ogg). */
const RECORDED = AUDIO_BITS_PER_SECOND / 8;
const BYTES_A_SECOND = { webm: RECORDED, mp4: RECORDED, mp3: RECORDED, wav: 32_000, ogg: 4_000 } as const;

/** Approximate length of a recording. The actual length is known only after decoding. */
export function expectedSeconds(bytes: number, container: AudioContainer): number {
  return bytes / BYTES_A_SECOND[container];
}

export function notDecodable(cause?: unknown): AppError {
  return new AppError("unsupported-media-type", "Audio format not supported. Please try again.", { cause });
}

export function tooLong(): AppError {
  return new AppError("too-large", "Your recording was too large. Please try a shorter recording.");
}

export function speechOff(cause?: unknown): AppError {
  return new AppError(
    "unavailable",
    "This server cannot turn speech into text right now. Please type instead.",
    { cause },
  );
}
