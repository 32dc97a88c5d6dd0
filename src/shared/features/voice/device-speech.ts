/** Speech recognition on the device: the available models, and the files a device has to fetch for them. */

export const deviceModelNames = ["tiny", "base"] as const;
export type DeviceModelName = (typeof deviceModelNames)[number];

/** A file as it was measured. It is addressed by its hash, so its content never changes. */
export interface DeviceFile {
  sha256: string;
  bytes: number;
}

/** Files are sent in parts, so that an interrupted download resumes where it stopped. The last part is shorter. */
export const DEVICE_PART_BYTES = 1024 * 1024;

/** Files every model needs: the engine (onnxruntime's WebAssembly), the voice activity detector (Silero) and the vocabulary. */
export const sharedFiles = {
  engine: {
    sha256: "3398c10d07d229bd91b364548e130e0e51a8e5704b88c7c083ebbeb78842dee2",
    bytes: 14_239_897,
  },
  voiceActivity: {
    sha256: "2623a2953f6ff3d2c1e61740c6cdb7168133479b267dfef114a4a3cc5bdd788f",
    bytes: 2_327_524,
  },
  vocabulary: {
    sha256: "608ca83fc874507e0ff72d0505dc39d9cc95b100e0ce979dbc1625aedd94b532",
    bytes: 307_260,
  },
} as const satisfies Record<string, DeviceFile>;

/** RNNoise: distinguishes a voice from music while recording. Fetched separately, when the switch that needs it is turned on. */
export const voiceDetectorFile: DeviceFile = {
  sha256: "677147b9248aedc0a00de79dc090d1ecead37c08c8bb773a790da16109d2c487",
  bytes: 112_141,
};

/** The two halves of a model: the encoder from sound to meaning, the decoder from meaning to words. */
export const modelFiles = {
  tiny: {
    encoder: {
      sha256: "c6fc4b7bc5af75c0591fd157a1f3829b533d18e9769a888fd95a62e470dd4f4a",
      bytes: 7_937_661,
    },
    decoder: {
      sha256: "eed87831c3a6103534aae7d47a5d485025c659a1323901513961c39fe8a1a367",
      bytes: 20_243_286,
    },
  },
  base: {
    encoder: {
      sha256: "1dd9ab0a7f987113d30affcba5a068d11c8f90fa0223caa3e491ade431ad9751",
      bytes: 20_513_063,
    },
    decoder: {
      sha256: "cc9f3cd6698a369c6008b41aa60aa3fb3322e7f03c9bdf19d8e6b7200afca4f3",
      bytes: 42_498_870,
    },
  },
} as const satisfies Record<DeviceModelName, Record<"encoder" | "decoder", DeviceFile>>;

/** Every file a device needs for a model, in the order they are fetched. */
export function deviceFiles(model: DeviceModelName): DeviceFile[] {
  return [...Object.values(modelFiles[model]), ...Object.values(sharedFiles)];
}

/** Bytes a model occupies on the device. */
export function deviceBytes(model: DeviceModelName): number {
  return deviceFiles(model).reduce((sum, { bytes }) => sum + bytes, 0);
}

export function partCount({ bytes }: DeviceFile): number {
  return Math.ceil(bytes / DEVICE_PART_BYTES);
}

/** The model's id in a response, like `meta.model` of the server's. */
export function deviceModelId(model: DeviceModelName): string {
  return `moonshine-${model}-en (on this device)`;
}
