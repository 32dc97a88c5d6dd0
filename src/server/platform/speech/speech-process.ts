/**
 * The process that runs the embedded speech model. Decoding untrusted audio may crash a process, and recognition occupies a core for
 * seconds. Neither may happen in the server's process.
 *
 * Moonshine base (English), run by sherpa-onnx. Long audio is split at silences first, because the model loops on long input.
 */
import { decodeAudio, DecodeError } from "./decode-audio.ts";
import { openRecognizer, type Recognizer, speechNoticer } from "./recognizer.ts";
import { verifySpeechWeights } from "./speech-weights.ts";
import type { Recording } from "./transcriber.ts";

/** Requests the next piece of a recording, the first one if it is new, or cancels the recording. */
export type SpeechRequest = Recording & { isUnwanted?: true };

export type SpeechReply =
  | { kind: "ready" }
  /** A piece is finished, and the recording continues. */
  | { kind: "piece" }
  | { kind: "transcript"; text: string }
  | { kind: "unreadable"; reason: DecodeError["reason"]; message: string }
  | { kind: "failed"; message: string };

/** The task of a process: to transcribe, or only to detect speech. */
export type SpeechTask = "transcribe" | "notice";

/** By path. */
const begun = new Map<string, AsyncGenerator<void, string>>();

try {
  await verifySpeechWeights();
  const onlyNotices = process.argv[2] === ("notice" satisfies SpeechTask);
  const recognizer = onlyNotices ? speechNoticer : await openRecognizer();
  process.on("message", ({ isUnwanted, ...recording }: SpeechRequest) => {
    if (isUnwanted) void giveUp(recording);
    else void listenTo(recording, recognizer).then(post);
  });
  // Without its server the process has no purpose.
  process.on("disconnect", () => process.exit());
  post({ kind: "ready" });
} catch (error) {
  process.send?.({ kind: "failed", message: String(error) } satisfies SpeechReply, () => process.exit(1));
}

async function listenTo(recording: Recording, recognizer: Recognizer): Promise<SpeechReply> {
  const { path } = recording;
  const pieces = begun.get(path) ?? recognizer.transcribe(decodeAudio(recording));
  begun.set(path, pieces);
  try {
    const { done, value } = await pieces.next();
    if (!done) return { kind: "piece" };
    begun.delete(path);
    return { kind: "transcript", text: value };
  } catch (error) {
    begun.delete(path);
    if (error instanceof DecodeError)
      return { kind: "unreadable", reason: error.reason, message: error.message };
    return { kind: "failed", message: String(error) };
  }
}

async function giveUp({ path }: Recording): Promise<void> {
  const pieces = begun.get(path);
  begun.delete(path);
  await pieces?.return("").catch(() => undefined); // no caller waits for it
}

function post(reply: SpeechReply): void {
  process.send?.(reply);
}
