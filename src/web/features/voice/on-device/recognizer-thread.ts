import type { DeviceModelName } from "#shared/features/voice/device-speech.ts";

/** Idle milliseconds after which the worker is terminated, which frees 200 MB or more. */
const IDLE_MS = 60_000;
const FAILED = "Speech recognition on this device did not work. Please try again, or type instead.";

interface ThreadOptions {
  start: () => Pick<Worker, "postMessage" | "terminate" | "onmessage" | "onerror">;
  idleMs: number;
}

interface Watch {
  signal: AbortSignal;
  onProgress: (share: number) => void;
}

/**
 * The worker for speech recognition: started with the first recording, reused, and terminated when idle. Aborting a recording also
 * terminates it, because a calculation cannot be stopped otherwise.
 */
export class RecognizerThread {
  readonly #options: ThreadOptions;
  #worker: ReturnType<ThreadOptions["start"]> | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #queue: Promise<unknown> = Promise.resolve();

  constructor(options: ThreadOptions) {
    this.#options = options;
  }

  /** @throws Error with a sentence for the user, or the signal's reason */
  async recognize(request: RecognizeRequest, watch: Watch): Promise<string> {
    const before = this.#queue;
    const mine = before.catch(() => undefined).then(() => this.#run(request, watch));
    this.#queue = mine;
    return await mine;
  }

  async #run(request: RecognizeRequest, { signal, onProgress }: Watch): Promise<string> {
    signal.throwIfAborted();
    clearTimeout(this.#timer);
    const worker = this.#worker ?? this.#options.start();
    this.#worker = worker;
    let giveUp = () => {};
    try {
      return await new Promise<string>((resolve, reject) => {
        giveUp = () => reject(signal.reason as Error); // the signal's reason is thrown unchanged
        signal.addEventListener("abort", giveUp);
        worker.onerror = (event) => reject(new Error(FAILED, { cause: event.message }));
        worker.onmessage = ({ data }: MessageEvent<RecognizeReply>) => {
          if (data.kind === "progress") onProgress(data.share);
          else if (data.kind === "transcript") resolve(data.text);
          else reject(new Error(FAILED, { cause: data.message }));
        };
        worker.postMessage(request, [request.samples.buffer]);
      });
    } catch (error) {
      this.#end();
      throw error;
    } finally {
      signal.removeEventListener("abort", giveUp);
      this.#timer = setTimeout(() => this.#end(), this.#options.idleMs);
    }
  }

  #end(): void {
    this.#worker?.terminate();
    this.#worker = null;
  }
}

export const recognizerThread = new RecognizerThread({
  idleMs: IDLE_MS,
  start: () => new Worker(new URL("./recognize-worker.ts", import.meta.url), { type: "module" }),
});

/** A request from the page to the worker: one recording at a time. */
export interface RecognizeRequest {
  model: DeviceModelName;
  /** 16 kHz mono. */
  samples: Float32Array<ArrayBuffer>;
}

export type RecognizeReply =
  | { kind: "progress"; share: number }
  | { kind: "transcript"; text: string }
  | { kind: "failed"; message: string };
