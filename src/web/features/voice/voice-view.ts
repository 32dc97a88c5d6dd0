import { useSelector } from "@tanstack/react-store";
import { createAtom } from "@tanstack/store";
import type { RecordingPurpose } from "#shared/features/voice/recording.ts";
import type { StoredRecording } from "#web/offline/schema.ts";
import type { Recording } from "./recording/recording.ts";

// State of the voice UI. Small, because it is in the first paint; the code that acts on it is loaded later.

export interface VoiceView {
  /** `recording`: the microphone is open for the chat. `processing`: a recording is being transcribed. */
  phase: "idle" | "recording" | "processing";
  /** The recorder that covers the screen; null for none. */
  overlay: { purpose: RecordingPurpose; recording: Recording | null } | null;
  /** The last transcribed text, to be announced. */
  announcement: string;
  /** Earlier recordings that are not transcribed yet. */
  unsent: readonly StoredRecording[];
}

export const voiceView = createAtom<VoiceView>({
  phase: "idle",
  overlay: null,
  announcement: "",
  unsent: [],
});

export function useVoice(): VoiceView {
  return useSelector(voiceView);
}

export function showVoice(change: Partial<VoiceView>): void {
  voiceView.set((before) => ({ ...before, ...change }));
}
