import type { MemoryType } from "#shared/features/memories/contract.ts";
import type { RecordingPurpose } from "#shared/features/voice/recording.ts";

/** Something a person said, whole. */
export interface Recording {
  id: string;
  purpose: RecordingPurpose;
  /** What a memory was announced as; null for the other purposes. */
  memoryType: MemoryType | null;
  /** Its type is what was really recorded. */
  audio: Blob;
  durationMs: number;
}
