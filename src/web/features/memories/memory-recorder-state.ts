import type { MemoryType } from "#shared/features/memories/contract.ts";
import { intentOf } from "#shared/features/memories/intent.ts";

/** States of recording a memory, from the choice of its type to "Yes, save this". */
export type MemoryRecorderState =
  | { phase: "options" }
  | { phase: "recording"; type: MemoryType }
  | { phase: "processing"; type: MemoryType }
  /** `type`: the type that the text requests, else the chosen one. */
  | { phase: "confirmation"; type: MemoryType; text: string }
  /** The options again, with the error. */
  | { phase: "error"; message: string };

export type MemoryRecorderEvent =
  | { type: "chosen"; memoryType: MemoryType }
  /** @param memoryType of an earlier, stored recording */
  | { type: "recorded"; memoryType?: MemoryType | null }
  | { type: "transcribed"; text: string }
  | { type: "edited"; text: string }
  | { type: "failed"; message: string }
  /** "No, try again", or closing the recording. */
  | { type: "rejected" };

export const NO_OPTION = "No option selected";
export const NO_TEXT = "No transcription returned from API: nothing was heard. Please try again.";

/** Advances the state. Events that do not apply to a phase are ignored. */
export function advanceRecorder(
  before: MemoryRecorderState,
  event: MemoryRecorderEvent,
): MemoryRecorderState {
  switch (event.type) {
    case "chosen":
      return before.phase === "options" || before.phase === "error"
        ? { phase: "recording", type: event.memoryType }
        : before;
    case "recorded": {
      const type = before.phase === "recording" ? before.type : (event.memoryType ?? null);
      return type === null ? { phase: "error", message: NO_OPTION } : { phase: "processing", type };
    }
    case "transcribed": {
      if (before.phase !== "processing") return before;
      const text = event.text.trim();
      return text === ""
        ? { phase: "error", message: NO_TEXT }
        : { phase: "confirmation", type: intentOf(text, before.type), text };
    }
    case "edited":
      return before.phase === "confirmation" ? { ...before, text: event.text } : before;
    case "failed":
      return { phase: "error", message: event.message };
    case "rejected":
      return { phase: "options" };
  }
}
