import { isServerReachable } from "#web/lib/server/reachability.ts";
import { currentVoiceSettings } from "#web/lib/device/voice-settings.ts";
import type { Recording } from "../recording/recording.ts";
import { transcribeOnServer } from "./server-transcription.ts";
import { TranscriptionFailed } from "./transcription-failure.ts";

export interface Transcript {
  /** Trimmed; empty when nothing was heard. */
  text: string;
  /** Engine and model. */
  model: string;
}

interface Watch {
  signal: AbortSignal;
}

/**
 * Turns a recording into words. The only way to do it: this device when it is asked to, or when there is no
 * signal and a model is here; else the server.
 * @throws TranscriptionFailed; and whatever `signal` was aborted with
 */
export async function transcribeRecording(recording: Recording, watch: Watch): Promise<Transcript> {
  const isAlwaysHere = currentVoiceSettings().recognisesOnDevice;
  if (isAlwaysHere || !navigator.onLine || !isServerReachable()) {
    const here = await transcribeHere(recording, watch, isAlwaysHere);
    if (here !== null) return here;
  }
  try {
    return await transcribeOnServer(recording, watch.signal);
  } catch (error) {
    if (!(error instanceof TranscriptionFailed) || error.failure.kind !== "no-signal") throw error;
    const here = await transcribeHere(recording, watch, false);
    if (here === null) throw error;
    return here;
  }
}

/**
 * Null when this device cannot: there is no model, or it failed.
 * @param isOnlyHere a failure is final then: a user who wants their voice to stay here must not have it sent on
 */
async function transcribeHere(
  { audio }: Recording,
  { signal }: Watch,
  isOnlyHere: boolean,
): Promise<Transcript | null> {
  try {
    // Its own part of the page: most recordings never need it.
    const { isOnDeviceReady, recogniseOnDevice } = await import("../on-device/recognise.ts");
    return (await isOnDeviceReady()) ? await recogniseOnDevice(audio, { signal }) : null;
  } catch (error) {
    signal.throwIfAborted();
    if (!isOnlyHere) return null;
    const message = error instanceof Error ? error.message : String(error);
    throw new TranscriptionFailed({ kind: "refused", status: 0, message, retryAfter: null }, error);
  }
}
