import type { MemoryType } from "#shared/features/memories/contract.ts";
import type { RecordingPurpose } from "#shared/features/voice/recording.ts";

/** A complete recording. */
export interface Recording {
  id: string;
  purpose: RecordingPurpose;
  /** The chosen memory type; null for other purposes. */
  memoryType: MemoryType | null;
  /** Its type is the one actually recorded. */
  audio: Blob;
  durationMs: number;
  /** Whether this device stores it. Without storage it exists only while the page is open. */
  isStored: boolean;
}

/** Added to a failure message when the browser has no storage; empty otherwise. */
export function storedNote({ isStored }: Recording): string {
  return isStored ? "" : " This browser cannot store it: leave this page open until it has worked.";
}
