import { open } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import tokenizer from "llama-tokenizer-js";
import {
  DEVICE_PART_BYTES,
  type DeviceFile,
  modelFiles,
  partCount,
  sharedFiles,
  voiceDetectorFile,
} from "#shared/features/voice/device-speech.ts";
import { speechWeights } from "./speech-weights.ts";

/** A part of a file as sent to a device, plain or gzipped. */
interface FilePart {
  bytes: Uint8Array<ArrayBuffer>;
  encoding: "gzip" | null;
}

interface Source {
  file: DeviceFile;
  /** A file of the packages, or its bytes. */
  from: string | (() => Uint8Array);
  /** Weights do not compress; code and vocabulary compress to a quarter. */
  shrinks: boolean;
}

const compress = promisify(gzip);
const sources = new Map(listSources().map((source) => [source.file.sha256, source]));
/** At most 4 MB. Worth it for a phone that has to fetch 14 MB over a camp's Wi-Fi. */
const gzipped = new Map<string, Promise<Buffer>>();

/**
 * A part of one of the files in `device-speech.ts`, read from the packages. Null when there is no such file or part.
 * @param part zero-based
 */
export async function readFilePart(
  sha256: string,
  part: number,
  acceptsGzip: boolean,
): Promise<FilePart | null> {
  const source = sources.get(sha256);
  if (source === undefined || part >= partCount(source.file)) return null;
  if (!acceptsGzip || !source.shrinks) return { bytes: await readPart(source, part), encoding: null };
  const key = `${sha256}/${part}`;
  const packing = gzipped.get(key) ?? readPart(source, part).then((bytes) => compress(bytes));
  gzipped.set(key, packing);
  try {
    return { bytes: new Uint8Array(await packing), encoding: "gzip" };
  } catch (error) {
    gzipped.delete(key);
    throw error;
  }
}

async function readPart({ file, from }: Source, part: number): Promise<Uint8Array<ArrayBuffer>> {
  const at = part * DEVICE_PART_BYTES;
  const length = Math.min(DEVICE_PART_BYTES, file.bytes - at);
  if (typeof from !== "string") return Uint8Array.from(from().subarray(at, at + length));
  const handle = await open(from);
  try {
    const bytes = new Uint8Array(length);
    const { bytesRead } = await handle.read(bytes, 0, length, at);
    if (bytesRead !== length) throw new Error(`${from} is not the file it should be`);
    return bytes;
  } finally {
    await handle.close();
  }
}

function listSources(): Source[] {
  const tiny = join(dirname(speechWeights.encoder.path), "../../tiny/quantized");
  const weights = (file: DeviceFile, from: string) => ({ file, from, shrinks: false });
  return [
    weights(modelFiles.tiny.encoder, join(tiny, "encoder_model.onnx")),
    weights(modelFiles.tiny.decoder, join(tiny, "decoder_model_merged.onnx")),
    weights(modelFiles.base.encoder, speechWeights.encoder.path),
    weights(modelFiles.base.decoder, speechWeights.decoder.path),
    weights(sharedFiles.voiceActivity, speechWeights.voiceActivity.path),
    {
      file: sharedFiles.engine,
      from: fileURLToPath(import.meta.resolve("onnxruntime-web/ort-wasm-simd-threaded.wasm")),
      shrinks: true,
    },
    weights(voiceDetectorFile, fileURLToPath(import.meta.resolve("@jitsi/rnnoise-wasm/dist/rnnoise.wasm"))),
    {
      file: sharedFiles.vocabulary,
      from: () => new TextEncoder().encode(JSON.stringify(tokenizer.vocabById)),
      shrinks: true,
    },
  ];
}
