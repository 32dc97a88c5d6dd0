import { useSyncExternalStore } from "react";
import type { RecordingPurpose } from "#shared/features/voice/recording.ts";
import type { StoredRecording } from "#web/offline/database.ts";
import type { Recording } from "./recording/recording.ts";

// What the page shows of speaking. Small, because the first paint has it: all that does something is loaded after it.

export interface VoiceView {
  /** `recording`: the microphone is open for the chat. `processing`: what was said is being turned into words. */
  phase: "idle" | "recording" | "processing";
  /** The recorder that covers the screen; null for none. */
  overlay: { purpose: RecordingPurpose; recording: Recording | null } | null;
  /** The last words that came of a recording, to be read out. */
  heard: string;
  /** What was said before and is not in words yet. */
  unsent: readonly StoredRecording[];
}

let view: VoiceView = { phase: "idle", overlay: null, heard: "", unsent: [] };
const listeners = new Set<() => void>();

export function useVoice(): VoiceView {
  return useSyncExternalStore(subscribe, readVoice);
}

export function readVoice(): VoiceView {
  return view;
}

export function showVoice(change: Partial<VoiceView>): void {
  view = { ...view, ...change };
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
