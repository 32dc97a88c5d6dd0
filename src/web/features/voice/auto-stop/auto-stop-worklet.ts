/** Listens on the audio thread; says one thing, once: that the speech is over. */
import { listenForEnd } from "./listen-for-end.ts";

/** What of the audio thread's global scope is used here; TypeScript's DOM library has none of it. */
declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}
declare const sampleRate: number;
declare function registerProcessor(
  name: string,
  processor: new (options: AudioWorkletNodeOptions) => unknown,
): void;

class AutoStop extends AudioWorkletProcessor {
  readonly #listen: (samples: Float32Array) => boolean;

  constructor({ processorOptions }: AudioWorkletNodeOptions) {
    super();
    const { code } = processorOptions as { code: ArrayBuffer }; // as auto-stop.ts gives it
    this.#listen = listenForEnd(code, sampleRate);
  }

  /** False ends the processor. */
  process([input]: Float32Array[][]): boolean {
    const samples = input?.[0];
    if (samples === undefined || !this.#listen(samples)) return true;
    this.port.postMessage("over");
    return false;
  }
}

registerProcessor("looby-auto-stop", AutoStop);
