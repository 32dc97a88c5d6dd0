import { createHash } from "node:crypto";
import type { Embedder } from "#server/platform/embeddings/embedder.ts";

export interface FakeEmbedderOptions {
  id?: string;
  dimensions?: number;
  /** Length of a text's vector. Default 1 for every text, like the embedded model. */
  normOf?: (text: string) => number;
}

/**
 * For tests. A word always has the same direction, and a text is the sum of its words, so texts that share words are near each other. It
 * ignores meanings.
 */
export function fakeEmbedder(options: FakeEmbedderOptions = {}): Embedder {
  const { id = "fake", dimensions = 256, normOf = () => 1 } = options;
  return {
    id,
    dimensions,
    isUnitLength: options.normOf === undefined,
    embed: async (texts) => texts.map((text) => scaled(sumOfWords(text, dimensions), normOf(text))),
    close: async () => undefined,
  };
}

function sumOfWords(text: string, dimensions: number): Float32Array {
  const sum = new Float32Array(dimensions);
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [""]) {
    const next = randomNumbers(createHash("sha1").update(word).digest().readUInt32BE());
    for (let index = 0; index < dimensions; index += 1) sum[index] = (sum[index] ?? 0) + next();
  }
  return sum;
}

/** Numbers from -0.5 to 0.5, the same for the same seed on every machine (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32 - 0.5;
  };
}

function scaled(vector: Float32Array, norm: number): Float32Array {
  const length = Math.hypot(...vector);
  return vector.map((value) => (value / length) * norm);
}
