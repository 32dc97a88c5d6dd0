import { readFile } from "node:fs/promises";
import { AppError } from "#server/http/app-error.ts";
import { readBoundedText } from "#server/platform/bounded-body.ts";
import type { Egress } from "#server/platform/egress.ts";
import { notDecodable, speechOff, tooLong, type Transcriber } from "./transcriber.ts";
import { parseStorable } from "#shared/storable-text.ts";

export interface OpenaiTranscriberSettings {
  /** Such as `https://api.openai.com/v1`. */
  baseUrl: string;
  apiKey: string | null;
  model: string;
}

const DEADLINE_MS = 120_000;
const MAX_ANSWER_BYTES = 200_000;
const types = {
  webm: "audio/webm",
  mp4: "audio/mp4",
  mp3: "audio/mpeg",
  wav: "audio/wav",
  ogg: "audio/ogg",
} as const;

/** Any server with an OpenAI-compatible `/audio/transcriptions`: OpenAI, OpenRouter, whisper.cpp, speaches. */
export function openaiTranscriber(egress: Egress, settings: OpenaiTranscriberSettings): Transcriber {
  return {
    id: settings.model,
    async transcribe({ path, container }, signal) {
      const form = new FormData();
      const audio = new Blob([await readFile(path)], { type: types[container] });
      form.set("file", audio, `recording.${container}`);
      form.set("model", settings.model);
      form.set("response_format", "json");
      const response = await egress(`${settings.baseUrl}/audio/transcriptions`, {
        purpose: "speech",
        method: "POST",
        headers: settings.apiKey === null ? {} : { authorization: `Bearer ${settings.apiKey}` },
        body: form,
        deadlineMs: DEADLINE_MS,
        signal,
      });
      if (!response.ok) {
        await response.body?.cancel().catch(() => undefined); // best effort: the connection may be closed already
        throw failureOf(response);
      }
      return transcriptIn(await readBoundedText(response, MAX_ANSWER_BYTES));
    },
    close: async () => undefined,
  };
}

function transcriptIn(answer: string | null): string {
  const parsed = answer === null ? null : parse(answer);
  const text = typeof parsed === "object" && parsed !== null && "text" in parsed ? parsed.text : null;
  if (typeof text === "string") return text.trim();
  throw new AppError(
    "upstream-failed",
    "The speech service answered something unexpected. Please try again.",
  );
}

function parse(json: string): unknown {
  try {
    return parseStorable(json);
  } catch {
    return null;
  }
}

function failureOf({ status, headers }: Response): AppError {
  const cause = new Error(`the speech service answered ${status}`);
  if (status === 413) return tooLong();
  if (status === 400 || status === 415 || status === 422) return notDecodable(cause);
  if (status === 429) {
    const retryAfter = Math.min(3600, Number(headers.get("retry-after")) || 30);
    const message = "The speech service has too much to do. Please try again shortly.";
    return new AppError("too-many-requests", message, { retryAfter, cause });
  }
  return speechOff(cause);
}
