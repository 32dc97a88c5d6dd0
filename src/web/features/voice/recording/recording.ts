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
  /** This device has it; a browser that keeps nothing has it only as long as the page is open. */
  isKept: boolean;
}

/** Said after a failure to a user whose browser keeps nothing; empty otherwise. */
export function storedNote({ isKept }: Recording): string {
  return isKept ? "" : " This browser keeps nothing: leave this page open until it has worked.";
}
