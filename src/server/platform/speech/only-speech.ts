import { AppError } from "#server/http/app-error.ts";
import type { Log } from "#server/log.ts";
import { EmbeddedTranscriber, startSpeechProcess } from "./embedded-transcriber.ts";
import type { Transcriber } from "./transcriber.ts";

/** The result for a recording that cannot be decoded here, or whose detector does not start. */
const DEAF = new Set(["unsupported-media-type", "unavailable"]);

/**
 * An engine that gets only recordings with speech, by the same measure as the embedded one: for silence and noise, such engines invent
 * sentences. Recordings that cannot be decoded here are passed to the engine.
 */
export function onlySpeech(engine: Transcriber, log: Log): Transcriber {
  const startProcess = () => startSpeechProcess("notice");
  // It starts in half a second.
  const ears = new EmbeddedTranscriber({ log, startProcess, idleMs: 60_000 });
  return {
    id: engine.id,
    async transcribe(recording, signal) {
      const noticed = await ears.transcribe(recording, signal).catch((error: unknown) => {
        if (signal.aborted || !(error instanceof AppError && DEAF.has(error.code))) throw error;
        return null;
      });
      return noticed === "" ? "" : await engine.transcribe(recording, signal);
    },
    async close() {
      await Promise.all([ears.close(), engine.close()]);
    },
  };
}
