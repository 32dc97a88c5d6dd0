import { AUDIO_PART_BYTES, transcribe } from "#shared/features/voice/contract.ts";
import { transcriptionTimeoutMs } from "#shared/features/voice/recording.ts";
import { call } from "#web/lib/server/api-client.ts";
import { ApiError } from "#web/lib/server/api-error.ts";
import { fileNameOf } from "../recording/audio-format.ts";
import { currentPlatform, deviceInfoOf } from "../microphone/platform.ts";
import type { Recording } from "../recording/recording.ts";
import type { Transcript } from "./transcribe-recording.ts";
import { retryDelayMs, TranscriptionFailed } from "./transcription-failure.ts";

/** Sends a recording to the server, a large one in parts. Each request is retried after a temporary failure. */
export async function transcribeOnServer(recording: Recording, signal: AbortSignal): Promise<Transcript> {
  const { audio } = recording;
  const totalChunks = Math.max(1, Math.ceil(audio.size / AUDIO_PART_BYTES));
  const texts: string[] = [];
  let model = "";
  for (let index = 0; index < totalChunks; index += 1) {
    const part = await insist(() => sendPart(recording, { index, totalChunks }, signal), signal);
    model = part.model;
    if (part.text !== "") texts.push(part.text);
  }
  return { text: texts.join(" ").trim(), model };
}

async function sendPart(
  { id, purpose, audio }: Recording,
  { index, totalChunks }: { index: number; totalChunks: number },
  signal: AbortSignal,
): Promise<Transcript> {
  const bytes = audio.slice(index * AUDIO_PART_BYTES, (index + 1) * AUDIO_PART_BYTES, audio.type);
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), transcriptionTimeoutMs(purpose, audio.size));
  try {
    const body = {
      audio: new File([bytes], fileNameOf(audio.type), { type: audio.type }),
      // The same for every attempt, because the server joins the parts of a recording by it.
      sessionId: id,
      chunkIndex: index,
      totalChunks,
      deviceInfo: deviceInfoOf(currentPlatform()),
      mimeType: audio.type,
      fileSize: String(audio.size),
      ...(purpose === "resource" ? { isResource: "true" } : {}),
    };
    const { transcription, meta } = await call(
      transcribe,
      { body },
      { signal: AbortSignal.any([signal, limit.signal]) },
    );
    if (transcription === undefined) throw noText();
    return { text: transcription.trim(), model: meta?.model ?? "" };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof TranscriptionFailed) throw error;
    throw failed(error, limit.signal.aborted);
  } finally {
    clearTimeout(timer);
  }
}

function noText(): TranscriptionFailed {
  const message = "No transcription returned from API";
  return new TranscriptionFailed({ kind: "no-text", status: 200, message, retryAfter: null });
}

function failed(error: unknown, isTooLate: boolean): TranscriptionFailed {
  if (isTooLate) {
    const failure = { kind: "timeout", status: 0, message: "No answer in time.", retryAfter: null } as const;
    return new TranscriptionFailed(failure, error);
  }
  if (!(error instanceof ApiError)) throw error;
  const { status, message, retryAfter, code } = error;
  const kind = status === 0 ? "no-signal" : status < 300 || code === "garbled" ? "garbled" : "refused";
  return new TranscriptionFailed({ kind, status, message, retryAfter }, error);
}

async function insist<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      const delay = error instanceof TranscriptionFailed ? retryDelayMs(error.failure, tries) : null;
      if (delay === null) throw error;
      await pause(delay, signal);
    }
  }
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, milliseconds);
  signal.addEventListener("abort", () => resolve(), { once: true });
  await promise;
  clearTimeout(timer);
  signal.throwIfAborted();
}
