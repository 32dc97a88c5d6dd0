import type { InferenceSession, TensorConstructor } from "onnxruntime-web";
import { findSpeech } from "./download/find-speech.ts";
import { recogniseSpeech } from "./moonshine.ts";
import { textOfTokens } from "./vocabulary.ts";
import { rateSpeech } from "./voice-activity.ts";

/** Share of the work spent on finding speech; measured. */
const SEARCH_SHARE = 0.2;

export interface DeviceRecognizer {
  /**
   * Transcribes a recording; empty for silence and noise.
   * @param samples 16 kHz mono
   * @param onProgress the share done, 0 to 1
   */
  recognise(samples: Float32Array, onProgress: (share: number) => void): Promise<string>;
}

interface Parts {
  Tensor: TensorConstructor;
  encoder: InferenceSession;
  decoder: InferenceSession;
  voiceActivity: InferenceSession;
  vocabulary: readonly string[];
}

/** Combines all steps from sound to text, independent of the runtime of the sessions. */
export function createRecognizer({ vocabulary, voiceActivity, ...model }: Parts): DeviceRecognizer {
  return {
    async recognise(samples, onProgress) {
      const finder = { Tensor: model.Tensor, session: voiceActivity };
      const speech = await rateSpeech(finder, samples, (done, all) =>
        onProgress((SEARCH_SHARE * done) / all),
      );
      const pieces = findSpeech(speech, samples.length);
      const spoken = pieces.reduce((sum, { from, to }) => sum + to - from, 0);
      const texts: string[] = [];
      let done = 0;
      for (const { from, to } of pieces) {
        texts.push(textOfTokens(vocabulary, await recogniseSpeech(model, samples.subarray(from, to))));
        done += to - from;
        onProgress(SEARCH_SHARE + ((1 - SEARCH_SHARE) * done) / spoken);
      }
      return texts.filter((text) => text !== "").join(" ");
    },
  };
}
