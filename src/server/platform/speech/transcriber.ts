import type { AudioContainer } from "#shared/features/voice/audio-container.ts";

/** A recording as a file of this machine. */
export interface Recording {
  path: string;
  container: AudioContainer;
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
  transcribe(recording: Recording, signal: AbortSignal): Promise<string>;
  close(): Promise<void>;
}
