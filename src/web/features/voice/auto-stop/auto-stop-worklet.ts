/** Runs on the audio thread and posts one message, once: that the speech has ended. */
import { listenForEnd } from "./listen-for-end.ts";

/** The parts of the audio thread's global scope used here; TypeScript's DOM library does not declare them. */
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
    const { code } = processorOptions as { code: ArrayBuffer }; // passed by auto-stop.ts
    this.#listen = listenForEnd(code, sampleRate);
  }

  /** Returns false to end the processor. */
  process([input]: Float32Array[][]): boolean {
    const samples = input?.[0];
    if (samples === undefined || !this.#listen(samples)) return true;
    this.port.postMessage("over");
    return false;
  }
}

registerProcessor("looby-auto-stop", AutoStop);
