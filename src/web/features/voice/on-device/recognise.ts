import { deviceModelId } from "#shared/features/voice/device-speech.ts";
import { decodeSound } from "./decode-sound.ts";
import { canRecogniseOnDevice, speechDownload } from "./device-speech.ts";
import { recogniserThread } from "./recogniser-thread.ts";

export interface DeviceTranscript {
  /** Trimmed; empty for silence and noise. */
  text: string;
  /** Names model and place, for people. */
  model: string;
}

interface RecogniseOptions {
  signal?: AbortSignal;
  /** @param share of the work that is done, 0 to 1 */
  onProgress?: (share: number) => void;
}

/** Whether a model is on this device, so that speech becomes text without signal. */
export async function isOnDeviceReady(): Promise<boolean> {
  if (!canRecogniseOnDevice()) return false;
  await speechDownload.check().catch(() => undefined);
  return speechDownload.getSnapshot().ready !== null;
}

/**
 * Turns a recording into text on this device, with the model that was downloaded in Settings; nothing is sent anywhere.
 * One at a time: a second one waits for the first. English.
 * @param blob as the recorder made it, up to 15 minutes
 * @throws Error with a sentence for the person; the signal's reason when it was given up
 */
export async function recogniseOnDevice(
  blob: Blob,
  { signal, onProgress }: RecogniseOptions = {},
): Promise<DeviceTranscript> {
  signal?.throwIfAborted();
  if (!(await isOnDeviceReady())) throw new Error(NOT_READY);
  const { ready } = speechDownload.getSnapshot();
  if (ready === null) throw new Error(NOT_READY);
  const samples = await decodeSound(blob);
  const text = await recogniserThread.recognise(
    { model: ready, samples },
    { signal: signal ?? new AbortController().signal, onProgress: onProgress ?? (() => undefined) },
  );
  return { text, model: deviceModelId(ready) };
}

const NOT_READY = "Speech recognition is not on this device. It can be downloaded in Settings.";
