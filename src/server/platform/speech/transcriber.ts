import type { AudioContainer } from "#shared/features/voice/audio-container.ts";
import { AUDIO_BITS_PER_SECOND } from "#shared/features/voice/recording.ts";

/** A recording as a file of this machine. */
export interface Recording {
  path: string;
  container: AudioContainer;
}

/** One that a user sent: for each to get a fair share. */
export interface SentRecording extends Recording {
  person: string;
  /** The network address it came from. */
  address: string;
  /** About how long it is, from its size. */
  seconds: number;
}

/** Turns speech into text. */
export interface Transcriber {
  /** Names engine and model, as `meta.model` of an answer does. */
  readonly id: string;
  /**
   * What is said, trimmed; empty for silence and noise.
   * @param signal the caller gave up: what still waits is not begun
   * @throws AppError `unsupported-media-type` (not decodable), `too-large` (too long), `unavailable`, `too-many-requests`,
   *   `upstream-failed`
   */
  transcribe(recording: SentRecording, signal: AbortSignal): Promise<string>;
  close(): Promise<void>;
}

/** As people record it, 16 kHz of 16 bits, and what Telegram makes of speech. */
const RECORDED = AUDIO_BITS_PER_SECOND / 8;
const BYTES_A_SECOND = { webm: RECORDED, mp4: RECORDED, mp3: RECORDED, wav: 32_000, ogg: 4_000 } as const;

/** About how long a recording is; what it really is shows when it is decoded. */
export function expectedSeconds(bytes: number, container: AudioContainer): number {
  return bytes / BYTES_A_SECOND[container];
}
