import { readFile } from "node:fs/promises";
import { join } from "node:path";
import tokenizer from "llama-tokenizer-js";
// oxlint-disable-next-line import/no-unresolved
import * as ort from "onnxruntime-web";
import { beforeAll, expect, test } from "vitest";
import { createRecognizer, type DeviceRecognizer } from "./recognizer.ts";
import { SAMPLE_RATE } from "./sound.ts";

const packages = join(import.meta.dirname, "../../../../../node_modules");
const fixtures = join(import.meta.dirname, "../../../../../e2e/fixtures/speech");

let recognizer: DeviceRecognizer;
beforeAll(async () => {
  recognizer = await open("tiny");
});

async function open(model: "tiny" | "base"): Promise<DeviceRecognizer> {
  ort.env.wasm.numThreads = 1;
  const load = async (path: string) => await ort.InferenceSession.create(await readFile(join(packages, path)));
  const weights = `@usefulsensors/moonshine-js/dist/model/${model}/quantized`;
  return createRecognizer({
    Tensor: ort.Tensor,
    encoder: await load(`${weights}/encoder_model.onnx`),
    decoder: await load(`${weights}/decoder_model_merged.onnx`),
    voiceActivity: await load("@ricky0123/vad-web/dist/silero_vad_v5.onnx"),
    vocabulary: tokenizer.vocabById,
  });
}

test.each(["generator", "water", "noise"])("%s", async (name) => {
  const samples = await readSound(name);
  const t = performance.now();
  const text = await recognizer.recognise(samples, () => undefined);
  console.log(name, text, (performance.now() - t) / 1000 / (samples.length / SAMPLE_RATE));
});
test.each(["generator", "water", "noise"])("base %s", async (name) => {
  const samples = await readSound(name);
  const r = await open("base");
  const t = performance.now();
  const text = await r.recognise(samples, () => undefined);
  console.log(name, text, (performance.now() - t) / 1000 / (samples.length / SAMPLE_RATE));
});

/** The fixtures are 16 kHz mono, 16 bit. */
async function readSound(name: string): Promise<Float32Array> {
  const bytes = await readFile(join(fixtures, `${name}.wav`));
  const at = bytes.indexOf("data") + 8;
  const samples = new Int16Array(Uint8Array.from(bytes.subarray(at)).buffer);
  return Float32Array.from(samples, (sample) => sample / 32_768);
}
