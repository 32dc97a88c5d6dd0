import { isServerReachable } from "#web/lib/server/reachability.ts";
import { currentVoiceSettings } from "#web/lib/device/voice-settings.ts";
import type { Recording } from "../recording/recording.ts";
import { transcribeOnServer } from "./server-transcription.ts";
import { TranscriptionFailed } from "./transcription-failure.ts";

export interface Transcript {
  /** Trimmed; empty when no speech was detected. */
  text: string;
  /** Engine and model. */
  model: string;
}

interface Watch {
  signal: AbortSignal;
}

/**
 * Transcribes a recording; all callers use this function. Runs on this device if the user has chosen that, or when offline with a model;
 * otherwise on the server.
 * @throws TranscriptionFailed; and the abort reason of `signal`
 */
export async function transcribeRecording(recording: Recording, watch: Watch): Promise<Transcript> {
  const isAlwaysHere = currentVoiceSettings().recognizesOnDevice;
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
 * Null if this device cannot transcribe, because there is no model or it failed.
 * @param isOnlyHere makes a failure final: if the user chose to transcribe only on this device, the recording must not be sent
 */
async function transcribeHere(
  { audio }: Recording,
  { signal }: Watch,
  isOnlyHere: boolean,
): Promise<Transcript | null> {
  try {
    // A separate chunk of the page, because most recordings never need it.
    const { isOnDeviceReady, recognizeOnDevice } = await import("../on-device/recognize.ts");
    return (await isOnDeviceReady()) ? await recognizeOnDevice(audio, { signal }) : null;
  } catch (error) {
    signal.throwIfAborted();
    if (!isOnlyHere) return null;
    const message = error instanceof Error ? error.message : String(error);
    throw new TranscriptionFailed({ kind: "refused", status: 0, message, retryAfter: null }, error);
  }
}
