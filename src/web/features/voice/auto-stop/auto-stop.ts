import { voiceDetectorFile } from "#shared/features/voice/device-speech.ts";
import { canStoreFiles, forgetFile, storePart, listParts, readPart } from "#web/offline/copy/stored-files.ts";
import { fetchFiles, readFile } from "../on-device/download/device-files.ts";
import { fetchPart } from "../on-device/download/fetch-part.ts";
// Imported as a URL: a worklet is not a worker.
// oxlint-disable-next-line import/default -- the build makes it
import workletUrl from "./auto-stop-worklet.ts?worker&url";

const store = { storePart, readPart, listParts, forgetFile };

/**
 * Stores the files of auto-stop (0.1 MB) on this device, so that it works offline later.
 * @throws when offline without a cached copy, or when the browser has no storage
 */
export async function prepareAutoStop(): Promise<Uint8Array<ArrayBuffer>> {
  if (!canStoreFiles()) throw new Error("This browser keeps no files.");
  const signal = AbortSignal.timeout(60_000);
  await fetchFiles([voiceDetectorFile], { store, fetchPart, signal, onProgress: () => undefined });
  return await readFile(voiceDetectorFile, store);
}

interface Listening {
  /** Stops listening. */
  signal: AbortSignal;
  onOver: () => void;
}

/**
 * Calls back once, 1.5 s after the end of speech in a microphone's stream, also over loud bass. Where it cannot work (an old browser, or
 * offline with no cached files) it never calls back; the Done button is always available.
 */
export async function stopAfterSpeech(stream: MediaStream, { signal, onOver }: Listening): Promise<void> {
  try {
    const code = await prepareAutoStop();
    if (signal.aborted) return;
    const context = new AudioContext();
    signal.addEventListener("abort", () => void context.close().catch(() => undefined));
    await context.audioWorklet.addModule(workletUrl);
    if (signal.aborted) return;
    const node = new AudioWorkletNode(context, "looby-auto-stop", {
      numberOfOutputs: 0,
      processorOptions: { code: code.buffer },
    });
    node.port.addEventListener("message", () => {
      if (!signal.aborted) onOver();
    });
    node.port.start();
    context.createMediaStreamSource(stream).connect(node);
    await context.resume();
  } catch {
    // Ignored, as described above.
  }
}
