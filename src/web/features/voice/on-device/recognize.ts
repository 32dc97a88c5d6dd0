import { deviceModelId } from "#shared/features/voice/device-speech.ts";
import { decodeSound } from "./sound.ts";
import { canRecognizeOnDevice, speechDownload } from "./device-speech.ts";
import { recognizerThread } from "./recognizer-thread.ts";

export interface DeviceTranscript {
  /** Trimmed; empty for silence and noise. */
  text: string;
  /** Name of the model and where it ran, for users. */
  model: string;
}

interface RecognizeOptions {
  signal?: AbortSignal;
  /** @param share of the work done, 0 to 1 */
  onProgress?: (share: number) => void;
}

/** Whether a model is on this device, so that recordings can be transcribed offline. */
export async function isOnDeviceReady(): Promise<boolean> {
  if (!canRecognizeOnDevice()) return false;
  await speechDownload.check().catch(() => undefined);
  return speechDownload.state.get().ready !== null;
}

/**
 * Transcribes a recording on this device with the model downloaded in Settings. No data leaves the device. Recordings run one at a time.
 * English only.
 * @param blob as created by the recorder, up to 15 minutes
 * @throws Error with a sentence for the user; the signal's reason when it was aborted
 */
export async function recognizeOnDevice(
  blob: Blob,
  { signal, onProgress }: RecognizeOptions = {},
): Promise<DeviceTranscript> {
  signal?.throwIfAborted();
  if (!(await isOnDeviceReady())) throw new Error(NOT_READY);
  const { ready } = speechDownload.state.get();
  if (ready === null) throw new Error(NOT_READY);
  const samples = await decodeSound(blob);
  const text = await recognizerThread.recognize(
    { model: ready, samples },
    { signal: signal ?? new AbortController().signal, onProgress: onProgress ?? (() => undefined) },
  );
  return { text, model: deviceModelId(ready) };
}

const NOT_READY = "Speech recognition is not on this device. It can be downloaded in Settings.";
