import { MAX_RECORDING_MS } from "#shared/features/voice/recording.ts";
import type { MicrophoneProblem } from "../microphone/open-microphone.ts";

/** The reason why a recording ended by itself. The sound until then is stored. */
export type Interruption = "hidden" | "microphone-lost" | "microphone-muted";

/** State of one recording, from the microphone prompt until it is passed on. */
export type RecorderState =
  /** The browser is asking the user for the microphone. */
  | { phase: "asking" }
  | { phase: "listening"; elapsedMs: number }
  | { phase: "interrupted"; elapsedMs: number; reason: Interruption }
  /** The last second is being stored. */
  | { phase: "processing"; elapsedMs: number }
  | { phase: "refused"; problem: MicrophoneProblem }
  | { phase: "failed"; message: string };

export type RecorderEvent =
  | { type: "granted" }
  | { type: "refused"; problem: MicrophoneProblem }
  /** @param elapsedMs since the recording began */
  | { type: "tick"; elapsedMs: number }
  | { type: "interrupted"; reason: Interruption }
  /** The user is done, or wants to use an interrupted recording. */
  | { type: "done" }
  | { type: "failed"; message: string };

/** Advances the state. Events that do not apply to a state are ignored. */
export function record(before: RecorderState, event: RecorderEvent): RecorderState {
  switch (event.type) {
    case "granted":
      return before.phase === "asking" ? { phase: "listening", elapsedMs: 0 } : before;
    case "refused":
      return before.phase === "asking" ? { phase: "refused", problem: event.problem } : before;
    case "tick": {
      if (before.phase !== "listening") return before;
      // A clock that jumps back must not extend the time.
      const elapsedMs = Math.min(MAX_RECORDING_MS, Math.max(before.elapsedMs, event.elapsedMs));
      return { phase: elapsedMs === MAX_RECORDING_MS ? "processing" : "listening", elapsedMs };
    }
    case "interrupted":
      return before.phase === "listening"
        ? { phase: "interrupted", elapsedMs: before.elapsedMs, reason: event.reason }
        : before;
    case "done":
      return before.phase === "listening" || before.phase === "interrupted"
        ? { phase: "processing", elapsedMs: before.elapsedMs }
        : before;
    case "failed":
      return before.phase === "refused" ? before : { phase: "failed", message: event.message };
  }
}

export function remainingMs(elapsedMs: number): number {
  return Math.max(0, MAX_RECORDING_MS - elapsedMs);
}

/** Formats a duration as "2:59", rounding up to seconds. @param ms not negative */
export function clockOf(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

export const interruptionTexts: Readonly<Record<Interruption, string>> = {
  hidden: "The recording stopped because Looby went out of sight. Your recording until then is saved.",
  "microphone-lost":
    "The recording stopped because the microphone was taken away. Your recording until then is saved.",
  "microphone-muted":
    "The recording stopped because the microphone was muted. Your recording until then is saved.",
};
