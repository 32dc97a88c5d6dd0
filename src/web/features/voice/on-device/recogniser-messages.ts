import type { DeviceModelName } from "#shared/features/voice/device-speech.ts";

/** A request from the page to the worker: one recording at a time. */
export interface RecogniseRequest {
  model: DeviceModelName;
  /** 16 kHz mono. */
  samples: Float32Array<ArrayBuffer>;
}

export type RecogniseReply =
  | { kind: "progress"; share: number }
  | { kind: "heard"; text: string }
  | { kind: "failed"; message: string };
