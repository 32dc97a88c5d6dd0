/** Purposes of a recording: text for the composer, a resource's description, or a memory. */
export const recordingPurposes = ["chat", "resource", "memory"] as const;
export type RecordingPurpose = (typeof recordingPurposes)[number];

export const MAX_RECORDING_MS = 180_000;
export const AUDIO_BITS_PER_SECOND = 128_000;

const TIMEOUT_MS = 45_000;
const MORE_PER_MB_MS = 15_000;

/** How long one upload may take until its text is available, in milliseconds. A memory's limit grows with its size. */
export function transcriptionTimeoutMs(purpose: RecordingPurpose, bytes: number): number {
  return purpose === "memory" ? TIMEOUT_MS + Math.round((MORE_PER_MB_MS * bytes) / 1_048_576) : TIMEOUT_MS;
}
