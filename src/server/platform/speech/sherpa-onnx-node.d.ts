/** The parts of sherpa-onnx-node 1.13.8 that Looby uses; the package has no declarations. Rates in Hz, times in seconds. */
declare module "sherpa-onnx-node" {
  export interface Waveform {
    samples: Float32Array;
    sampleRate: number;
  }

  export interface OfflineStream {
    acceptWaveform(waveform: Waveform): void;
  }

  export interface OfflineRecognizer {
    createStream(): OfflineStream;
    decodeAsync(stream: OfflineStream): Promise<{ text: string }>;
  }

  export interface VadConfig {
    sileroVad: {
      model: string;
      threshold: number;
      minSilenceDuration: number;
      minSpeechDuration: number;
      maxSpeechDuration: number;
      windowSize: number;
    };
    sampleRate: number;
    numThreads: number;
    debug: boolean;
  }

  export interface Vad {
    acceptWaveform(samples: Float32Array): void;
    isEmpty(): boolean;
    /** `start` in samples from the beginning. */
    front(): { start: number; samples: Float32Array };
    pop(): void;
    flush(): void;
  }

  export interface LinearResampler {
    resample(samples: Float32Array): Float32Array;
    flush(samples: Float32Array): Float32Array;
  }

  const sherpa: {
    OfflineRecognizer: {
      createAsync(config: {
        featConfig: { sampleRate: number; featureDim: number };
        modelConfig: {
          moonshine: { encoder: string; mergedDecoder: string };
          tokens: string;
          numThreads: number;
          debug: boolean;
          provider: "cpu";
        };
      }): Promise<OfflineRecognizer>;
    };
    Vad: new (config: VadConfig, bufferSeconds: number) => Vad;
    LinearResampler: new (from: number, to: number) => LinearResampler;
  };
  export default sherpa;
}

declare module "llama-tokenizer-js" {
  const tokenizer: { vocabById: readonly string[]; encode(text: string): number[] };
  export default tokenizer;
}
