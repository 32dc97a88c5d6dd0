import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Deps } from "#server/deps.ts";
import { claimUnembedded, storeEmbeddings } from "#server/features/search/embedding-repository.ts";
import { passagesOf } from "#server/features/search/passages.ts";

/** The model that created the vectors in the file. */
export const SAMPLE_MODEL = "use-lite-en@0.2.0";
const DIMENSIONS = 512;
const FILE = join(import.meta.dirname, "sample-vectors.bin");

/**
 * A record of the file: the first 8 bytes of the SHA-256 of the passage, a little-endian float32, and one signed byte per dimension, to be
 * multiplied by the float.
 */
const KEY_BYTES = 8;
const RECORD_BYTES = KEY_BYTES + 4 + DIMENSIONS;
/** Documents whose vectors are stored at once. */
const BATCH = 200;

/**
 * Stores the bundled vectors of the sample festival, so that search by meaning is complete from the first second: embedding the passages
 * takes a minute. A text without one is embedded in the background as any other. Does nothing with another model.
 */
export async function storeSampleVectors({
  database,
  embedder,
}: Pick<Deps, "database" | "embedder">): Promise<void> {
  if (!database.hasVector || embedder.id !== SAMPLE_MODEL) return;
  const known = await readSampleVectors();
  const everything = { model: SAMPLE_MODEL, limit: 1_000_000, leaseMs: 0, changedSince: new Date(0) };
  const documents = await claimUnembedded(database.kysely, everything);
  const embedded = documents.flatMap((document) => {
    const vectors = passagesOf(document).flatMap((passage) => known.get(keyOf(passage)) ?? []);
    return vectors.length === passagesOf(document).length ? [{ ...document, vectors }] : [];
  });
  for (let start = 0; start < embedded.length; start += BATCH)
    await storeEmbeddings(database.kysely, SAMPLE_MODEL, embedded.slice(start, start + BATCH));
}

/** The vectors of the file by the key of their passage, of length 1 except for rounding. */
export async function readSampleVectors(): Promise<Map<string, Float32Array>> {
  const file = await readFile(FILE);
  const vectors = new Map<string, Float32Array>();
  for (let at = 0; at < file.length; at += RECORD_BYTES) {
    const scale = file.readFloatLE(at + KEY_BYTES);
    const first = at + KEY_BYTES + 4;
    const vector = Float32Array.from(
      { length: DIMENSIONS },
      (_, index) => file.readInt8(first + index) * scale,
    );
    vectors.set(file.toString("hex", at, at + KEY_BYTES), vector);
  }
  return vectors;
}

/** The file's contents for these passages, in the order of their keys. */
export function packSampleVectors(passages: readonly string[], vectors: readonly Float32Array[]): Buffer {
  const records = passages.map((passage, index) => {
    const vector = vectors[index] ?? new Float32Array(DIMENSIONS);
    const scale = Math.max(...vector.map(Math.abs)) / 127;
    const record = Buffer.alloc(RECORD_BYTES);
    record.write(keyOf(passage), "hex");
    record.writeFloatLE(scale, KEY_BYTES);
    for (const [place, value] of vector.entries())
      record.writeInt8(Math.round(value / scale), KEY_BYTES + 4 + place);
    return record;
  });
  return Buffer.concat(records.toSorted((one, other) => one.compare(other)));
}

/** Key of a passage in the file. */
export function keyOf(passage: string): string {
  return createHash("sha256")
    .update(passage)
    .digest("hex")
    .slice(0, 2 * KEY_BYTES);
}
