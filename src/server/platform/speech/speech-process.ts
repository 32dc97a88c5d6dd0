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

export type SpeechReply =
  | { kind: "ready" }
  /** A sign of life: decoding or recognition made progress. */
  | { kind: "working" }
  | { kind: "heard"; text: string }
  | { kind: "unreadable"; reason: DecodeError["reason"]; message: string }
  | { kind: "failed"; message: string };

try {
  await verifySpeechWeights();
  const recognizer = await openRecognizer();
  process.on("message", (recording: Recording) => {
    recognizer
      .transcribe(decodeAudio(recording), () => tell({ kind: "working" }))
      .then((text) => tell({ kind: "heard", text }))
      .catch((error: unknown) => {
        if (error instanceof DecodeError) {
          tell({ kind: "unreadable", reason: error.reason, message: error.message });
        } else tell({ kind: "failed", message: String(error) });
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
