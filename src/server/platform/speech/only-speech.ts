import { AppError } from "#server/http/app-error.ts";
import type { Log } from "#server/log.ts";
import { EmbeddedTranscriber, startSpeechProcess } from "./embedded-transcriber.ts";
import type { Transcriber } from "./transcriber.ts";

/** Error codes of a recording that cannot be decoded here, and of a detector that does not start. */
const UNDETECTED = new Set(["unsupported-media-type", "unavailable"]);

/**
 * An engine that gets only recordings with speech, by the same measure as the embedded one: for silence and noise, such engines invent
 * sentences. Recordings that cannot be decoded here are passed to the engine.
 */
export function onlySpeech(engine: Transcriber, log: Log): Transcriber {
  const startProcess = () => startSpeechProcess("notice");
  // It starts in half a second.
  const detector = new EmbeddedTranscriber({ log, startProcess, idleMs: 60_000 });
  return {
    id: engine.id,
    async transcribe(recording, signal) {
      const detected = await detector.transcribe(recording, signal).catch((error: unknown) => {
        if (signal.aborted || !(error instanceof AppError && UNDETECTED.has(error.code))) throw error;
        return null;
      });
      return detected === "" ? "" : await engine.transcribe(recording, signal);
    },
    async close() {
      await Promise.all([detector.close(), engine.close()]);
    },
  };
}
