/**
 * The process the embedded speech model runs in. Decoding foreign audio may kill a process, and recognition takes a core
 * for seconds: neither may happen to the server.
 *
 * Moonshine base (English), run by sherpa-onnx. Long audio is cut at its silences first: in one piece the model loops.
 */
import { decodeAudio, DecodeError } from "./decode-audio.ts";
import { openRecognizer } from "./recognizer.ts";
import { verifySpeechWeights } from "./speech-weights.ts";
import type { Recording } from "./transcriber.ts";

export type SpeechReply =
  | { kind: "ready" }
  /** A sign of life: decoding or recognition went on. */
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
  // Without its server it has nothing to live for.
  process.on("disconnect", () => process.exit());
  tell({ kind: "ready" });
} catch (error) {
  process.send?.({ kind: "failed", message: String(error) } satisfies SpeechReply, () => process.exit(1));
}

function tell(reply: SpeechReply): void {
  process.send?.(reply);
}
