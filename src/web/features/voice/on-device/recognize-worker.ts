/** Speech recognition in a worker. Loads the files stored on this device once, and transcribes recordings. Sends no network requests. */
import { env, InferenceSession, Tensor } from "onnxruntime-web/wasm";
import {
  type DeviceFile,
  type DeviceModelName,
  modelFiles,
  sharedFiles,
} from "#shared/features/voice/device-speech.ts";
import { readPart } from "#web/offline/copy/stored-files.ts";
import { readFile } from "./download/device-files.ts";
import type { RecognizeReply, RecognizeRequest } from "./recognizer-thread.ts";
import { createRecognizer, type DeviceRecognizer } from "./recognizer.ts";

/** The parts of a worker's global scope used here, because the page's own DOM types define the name `self`. */
interface WorkerScope {
  postMessage(reply: RecognizeReply): void;
  onmessage: ((event: { data: RecognizeRequest }) => void) | null;
}
declare const self: WorkerScope;

/** At most one progress message per percent. */
const PROGRESS_STEP = 0.01;
let loaded: { model: DeviceModelName; recognizer: Promise<DeviceRecognizer> } | null = null;

self.onmessage = ({ data }) => {
  answer(data).then(
    (text) => self.postMessage({ kind: "transcript", text }),
    (error: unknown) => self.postMessage({ kind: "failed", message: String(error) }),
  );
};

async function answer({ model, samples }: RecognizeRequest): Promise<string> {
  // Another model was downloaded. The worker with the old one ends when it is next idle.
  if (loaded?.model !== model) loaded = { model, recognizer: load(model) };
  const recognizer = await loaded.recognizer;
  let reported = 0;
  return await recognizer.recognize(samples, (share) => {
    if (share - reported < PROGRESS_STEP) return;
    reported = share;
    self.postMessage({ kind: "progress", share });
  });
}

async function load(model: DeviceModelName): Promise<DeviceRecognizer> {
  // Threads require headers that would block many other features; one thread is fast enough.
  env.wasm.numThreads = 1;
  env.wasm.wasmBinary = (await read(sharedFiles.engine)).buffer;
  const words: unknown = JSON.parse(new TextDecoder().decode(await read(sharedFiles.vocabulary)));
  const files = modelFiles[model];
  return createRecognizer({
    Tensor,
    // Sequentially, because each model is in memory twice while it loads.
    voiceActivity: await open(sharedFiles.voiceActivity),
    encoder: await open(files.encoder),
    decoder: await open(files.decoder),
    vocabulary: words as string[], // the file's hash was checked
  });
}

async function open(file: DeviceFile): Promise<InferenceSession> {
  return await InferenceSession.create(await read(file), { logSeverityLevel: 3 });
}

async function read(file: DeviceFile): Promise<Uint8Array<ArrayBuffer>> {
  return await readFile(file, { readPart });
}
