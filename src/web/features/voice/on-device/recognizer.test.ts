import { readFile } from "node:fs/promises";
import { join } from "node:path";
import tokenizer from "llama-tokenizer-js";
import { env, InferenceSession, Tensor } from "onnxruntime-web";
import { beforeAll, expect, test } from "vitest";
import { createRecognizer, type DeviceRecognizer } from "./recognizer.ts";

// The real weights, as on a device, on Node's WebAssembly.

const root = join(import.meta.dirname, "../../../../..");

let recognizer: DeviceRecognizer;
beforeAll(async () => {
  env.wasm.numThreads = 1;
  const load = async (path: string) =>
    await InferenceSession.create(await readFile(join(root, "node_modules", path)), { logSeverityLevel: 3 });
  const weights = "@usefulsensors/moonshine-js/dist/model/tiny/quantized";
  recognizer = createRecognizer({
    Tensor,
    encoder: await load(`${weights}/encoder_model.onnx`),
    decoder: await load(`${weights}/decoder_model_merged.onnx`),
    voiceActivity: await load("@ricky0123/vad-web/dist/silero_vad_v5.onnx"),
    vocabulary: tokenizer.vocabById,
  });
});

test("transcribes speech with progress from the first second to the last", async () => {
  const shares: number[] = [];
  const text = await recognizer.recognize(await readSound("generator"), (share) => shares.push(share));
  expect(text).toMatch(/^I have a spare generator near (7:30|seven.thirty)/);
  expect(shares).toEqual(shares.toSorted((a, b) => a - b));
  expect(shares.at(-1)).toBeCloseTo(1);
  expect(await recognizer.recognize(await readSound("water"), () => undefined)).toBe(
    "I am looking for drinking water for our kitchen.",
  );
});

test("transcribes a recording too long for one pass completely and without repetition", async () => {
  const sentence = await readSound("water");
  const sound = new Float32Array(sentence.length * 5);
  for (let index = 0; index < 5; index += 1) sound.set(sentence, index * sentence.length);
  const text = await recognizer.recognize(sound, () => undefined);
  expect(text.match(/drinking water/g)).toHaveLength(5);
});

test("returns no text for noise, silence and empty recordings", async () => {
  for (const sound of [await readSound("noise"), new Float32Array(32_000), new Float32Array(0)]) {
    expect(await recognizer.recognize(sound, () => undefined)).toBe("");
  }
});

/** Reads a fixture: 16 kHz mono, 16 bit. */
async function readSound(name: string): Promise<Float32Array> {
  const bytes = await readFile(join(root, `e2e/fixtures/speech/${name}.wav`));
  const samples = new Int16Array(Uint8Array.from(bytes.subarray(bytes.indexOf("data") + 8)).buffer);
  return Float32Array.from(samples, (sample) => sample / 32_768);
}
