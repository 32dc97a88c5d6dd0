import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** Files of the embedded speech model with the sha256 of the versions that were measured. */
export const speechWeights = {
  encoder: {
    path: inPackage("@usefulsensors/moonshine-js", "model/base/quantized/encoder_model.onnx"),
    sha256: "1dd9ab0a7f987113d30affcba5a068d11c8f90fa0223caa3e491ade431ad9751",
  },
  decoder: {
    path: inPackage("@usefulsensors/moonshine-js", "model/base/quantized/decoder_model_merged.onnx"),
    sha256: "cc9f3cd6698a369c6008b41aa60aa3fb3322e7f03c9bdf19d8e6b7200afca4f3",
  },
  voiceActivity: {
    path: inPackage("@ricky0123/vad-web", "silero_vad_v5.onnx"),
    sha256: "2623a2953f6ff3d2c1e61740c6cdb7168133479b267dfef114a4a3cc5bdd788f",
  },
} as const;

/**
 * Checks the hashes of the weights: with a damaged or replaced file the model produces nonsense.
 * @throws Error naming the file
 */
export async function verifySpeechWeights(): Promise<void> {
  for (const { path, sha256 } of Object.values(speechWeights)) {
    const hash = createHash("sha256");
    for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer); // no encoding is set
    if (hash.digest("hex") !== sha256) throw new Error(`${path} is not the file it should be`);
  }
}

/** These packages do not export the paths of their files, but their main file is in the same folder. */
function inPackage(name: string, file: string): string {
  return join(dirname(fileURLToPath(import.meta.resolve(name))), file);
}
