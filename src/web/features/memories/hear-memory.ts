import { holdRecording } from "#web/offline/drafts/recordings.ts";
import { storedNote, type Recording } from "#web/features/voice/recording/recording.ts";
import { transcribeRecording } from "#web/features/voice/transcription/transcribe-recording.ts";
import {
  memoryFailureText,
  TranscriptionFailed,
} from "#web/features/voice/transcription/transcription-failure.ts";
import type { MemoryRecorderEvent } from "./memory-recorder-state.ts";

/** Transcribes a spoken memory and returns the recorder's event. The recording stays on this device, held, until it is released. */
export async function hear(recording: Recording, signal: AbortSignal): Promise<MemoryRecorderEvent> {
  holdRecording(recording.id);
  try {
    const { text } = await transcribeRecording(recording, { signal });
    return { type: "heard", text };
  } catch (error) {
    const message =
      error instanceof TranscriptionFailed
        ? memoryFailureText(error.failure)
        : "Failed to process recording. Please try again.";
    return { type: "failed", message: message + storedNote(recording) };
  }
}
