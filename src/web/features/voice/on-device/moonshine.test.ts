import { type InferenceSession, Tensor } from "onnxruntime-web";
import { expect, test } from "vitest";
import { recognizeSpeech } from "./moonshine.ts";

// A fake network: these tests check the inputs of each step and the number of steps.

test("cuts a model that repeats itself off at 6.5 tokens a second", async () => {
  const model = fakeModel(() => 7);
  expect(await recognizeSpeech(model, new Float32Array(9.6 * 16_000))).toHaveLength(65); // margins make it 10 s
});

test("stops at the model's end token and passes each step's cache to the next", async () => {
  const tokens = [5, 6, 2, 7];
  const model = fakeModel((step) => tokens[step] ?? 0);
  expect(await recognizeSpeech(model, new Float32Array(16_000))).toEqual([5, 6]);
  expect(model.steps).toEqual([
    { token: 1, isCached: false, ofWords: 0, ofSound: 0 },
    { token: 5, isCached: true, ofWords: 1, ofSound: 1 },
    // The encoder's part of the cache is only returned by the first step, but needed afterwards.
    { token: 6, isCached: true, ofWords: 2, ofSound: 1 },
  ]);
});

interface Step {
  token: number;
  isCached: boolean;
  ofWords: number;
  ofSound: number;
}

function fakeModel(next: (step: number) => number) {
  const steps: Step[] = [];
  const names = ["decoder.key", "encoder.key"].map((name) => `past_key_values.0.${name}`);
  const tensor = (value: number) => new Tensor("float32", Float32Array.of(value), [1]);
  const encoder = { run: async () => ({ last_hidden_state: tensor(0) }) };
  const decoder = {
    inputMetadata: names.map((name) => ({ name, isTensor: true, type: "float32", shape: ["n", 8, "n", 36] })),
    run: async (inputs: Record<string, Tensor>) => {
      const first = (name: string) => Number(inputs[name]?.data[0] ?? 0);
      const step = { token: first("input_ids"), isCached: first("use_cache_branch") === 1 };
      steps.push({ ...step, ofWords: first(names[0] ?? ""), ofSound: first(names[1] ?? "") });
      const logits = new Float32Array(16);
      logits[next(steps.length - 1)] = 1;
      return {
        logits: new Tensor("float32", logits, [1, 1, 16]),
        "present.0.decoder.key": tensor(steps.length),
        "present.0.encoder.key": tensor(step.isCached ? -1 : 1),
      };
    },
  };
  return {
    steps,
    Tensor,
    encoder: encoder as unknown as InferenceSession,
    decoder: decoder as unknown as InferenceSession,
  };
}
