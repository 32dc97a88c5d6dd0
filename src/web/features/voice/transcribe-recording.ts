import { transcribeOnServer } from "./server-transcription.ts";
import type { Recording } from "./recording.ts";

export interface Transcript {
  /** Trimmed; empty when nothing was heard. */
  text: string;
  /** Engine and model. */
  model: string;
}

/**
 * Turns a recording into words. The one way to do it, whoever does it.
 * @throws TranscriptionFailed; and whatever `signal` was aborted with
 */
export async function transcribeRecording(
  recording: Recording,
  { signal }: { signal: AbortSignal },
): Promise<Transcript> {
  return await transcribeOnServer(recording, signal);
}
