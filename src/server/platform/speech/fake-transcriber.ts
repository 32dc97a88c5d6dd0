import { stat } from "node:fs/promises";
import type { Transcriber } from "./transcriber.ts";

/** Returns the number of bytes as text: `7 bytes of wav`. */
export function fakeTranscriber(): Transcriber {
  return {
    id: "fake",
    transcribe: async ({ path, container }) => `${(await stat(path)).size} bytes of ${container}`,
    close: async () => undefined,
  };
}
