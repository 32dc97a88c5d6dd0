/**
 * The process that runs the embedded speech model. Decoding untrusted audio may crash a process, and recognition keeps a core
 * busy for seconds. Neither may happen in the server's process.
 *
 * Moonshine base (English), run by sherpa-onnx. Long audio is split at silences first, because the model loops on long input.
 */
import { decodeAudio, DecodeError } from "./decode-audio.ts";
import { openRecognizer } from "./recognizer.ts";
import { verifySpeechWeights } from "./speech-weights.ts";
import type { Recording } from "./transcriber.ts";

/** Asks for the next piece of a recording, the first one if it is new, or to give the recording up. */
export type SpeechRequest = Recording & { isUnwanted?: true };

export type SpeechReply =
  | { kind: "ready" }
  /** A piece is done, and the recording goes on. */
  | { kind: "piece" }
  | { kind: "heard"; text: string }
  | { kind: "unreadable"; reason: DecodeError["reason"]; message: string }
  | { kind: "failed"; message: string };

try {
  await verifySpeechWeights();
  const recognizer = await openRecognizer();
  /** By path. */
  const begun = new Map<string, AsyncGenerator<void, string>>();
  process.on("message", ({ isUnwanted, ...recording }: SpeechRequest) => {
    const { path } = recording;
    if (isUnwanted) {
      void begun.get(path)?.return("");
      begun.delete(path);
      return;
    }
    const listening = begun.get(path) ?? recognizer.transcribe(decodeAudio(recording));
    begun.set(path, listening);
    listening
      .next()
      .then(({ done, value }): SpeechReply => (done ? { kind: "heard", text: value } : { kind: "piece" }))
      .catch((error: unknown): SpeechReply => {
        if (error instanceof DecodeError)
          return { kind: "unreadable", reason: error.reason, message: error.message };
        return { kind: "failed", message: String(error) };
      })
      .then((reply) => {
        if (reply.kind !== "piece") begun.delete(path);
        tell(reply);
      });
  });
  // Without its server the process has no purpose.
  process.on("disconnect", () => process.exit());
  tell({ kind: "ready" });
} catch (error) {
  process.send?.({ kind: "failed", message: String(error) } satisfies SpeechReply, () => process.exit(1));
}

function tell(reply: SpeechReply): void {
  process.send?.(reply);
}
