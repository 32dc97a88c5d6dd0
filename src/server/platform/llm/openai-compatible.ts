import { createParser } from "eventsource-parser";
import { AppError } from "#server/http/app-error.ts";
import type { Egress } from "#server/platform/egress.ts";
import { authorization, listModels } from "./list-models.ts";
import { parseCompletionChunk } from "./completion-chunk.ts";
import {
  type Generation,
  type LanguageModel,
  type ModelDelta,
  ModelError,
  type PromptMessage,
} from "./language-model.ts";
import { brokenOff, failureOfStatus, garbled, parseRetryAfter, timeout } from "./model-failures.ts";

export interface OpenaiCompatibleOptions {
  /** Such as `https://openrouter.ai/api/v1` or `http://127.0.0.1:11434/v1`. */
  baseUrl: string;
  apiKey: string | null;
  model: string;
  /** Tokens an answer may have, thoughts included; the provider's own limit when not given. */
  answerTokens?: number;
  /** Milliseconds until the first answer; a local model may have to be loaded first. Default 60,000. */
  firstAnswerMs?: number;
  /** Milliseconds of silence in the middle of an answer. Default 30,000. */
  stallMs?: number;
}

/** UTF-16 units of an event; no honest provider sends more. */
const MAX_EVENT = 1_000_000;
/** Text and reasoning together, in UTF-16 units. */
export const MAX_ANSWER = 64_000;

/** Any server with OpenAI's `/chat/completions`: OpenRouter, Ollama, llama-server, vLLM. */
export function openaiCompatibleModel(egress: Egress, options: OpenaiCompatibleOptions): LanguageModel {
  return {
    defaultModel: options.model,
    async generate({ messages, model = options.model, signal }) {
      const silence = createSilenceTimer(options.stallMs ?? 30_000);
      const both = AbortSignal.any([signal, silence.signal]);
      const response = await request(egress, options, { messages, model, signal: both });
      return readGeneration(response, { model, signal, silence });
    },
    listModels: (signal) => listModels(egress, options, signal),
  };
}

async function request(
  egress: Egress,
  options: OpenaiCompatibleOptions,
  call: { messages: readonly PromptMessage[]; model: string; signal: AbortSignal },
): Promise<Response> {
  const { baseUrl, answerTokens } = options;
  let response: Response;
  try {
    response = await egress(`${baseUrl}/chat/completions`, {
      purpose: "answer",
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "text/event-stream",
        ...authorization(options),
      },
      body: JSON.stringify({
        model: call.model,
        messages: call.messages,
        stream: true,
        ...(answerTokens === undefined ? {} : { max_tokens: answerTokens }),
      }),
      deadlineMs: options.firstAnswerMs ?? 60_000,
      signal: call.signal,
    });
  } catch (cause) {
    if (!(cause instanceof AppError)) throw cause;
    throw new ModelError(failureOfStatus(503, null), { cause });
  }
  if (response.ok && response.body !== null) return response;
  const retryAfter = parseRetryAfter(response.headers.get("retry-after"), Date.now());
  await response.body?.cancel().catch(() => undefined); // best effort: the connection may be gone already
  throw new ModelError(failureOfStatus(response.status, retryAfter), {
    cause: new Error(`the provider answered ${response.status}`),
  });
}

function readGeneration(
  response: Response,
  { model, signal, silence }: { model: string; signal: AbortSignal; silence: SilenceTimer },
): Generation {
  const progress: Progress = { speaker: model, length: 0, isFinished: false };
  return {
    get model() {
      return progress.speaker;
    },
    deltas: readDeltas(response, progress, silence, signal),
  };
}

/** What a stream has said so far. */
interface Progress {
  speaker: string;
  length: number;
  isFinished: boolean;
}

/** Tokens that came in one chunk of the network leave as one delta: a fast model costs no more than a slow one. */
async function* readDeltas(
  response: Response,
  progress: Progress,
  silence: SilenceTimer,
  signal: AbortSignal,
): AsyncGenerator<ModelDelta> {
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  const events: string[] = [];
  const parser = createParser({
    onEvent: ({ data }) => events.push(data),
    onError(error) {
      if (error.type === "max-buffer-size-exceeded") throw garbled(error);
    },
    maxBufferSize: MAX_EVENT,
  });
  silence.start();
  try {
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true };
      silence.hear();
      // Some providers leave out the blank line behind their last event.
      parser.feed(value === undefined ? `${decoder.decode()}\n\n` : decoder.decode(value, { stream: true }));
      const { deltas, ending } = readGroup(events.splice(0), progress);
      for (const delta of deltas) yield delta; // not yield*, which costs an async-from-sync iterator per chunk
      if (ending === "done") return;
      if (ending !== null) throw ending;
      if (done) break;
    }
    if (!progress.isFinished) throw new ModelError(brokenOff());
  } catch (cause) {
    throw toModelError(cause, signal, silence);
  } finally {
    silence.stop();
    await reader?.cancel().catch(() => undefined); // closes the connection, unless it is gone already
  }
}

function readGroup(
  events: readonly string[],
  progress: Progress,
): { deltas: ModelDelta[]; ending: "done" | ModelError | null } {
  const deltas: ModelDelta[] = [];
  for (const data of events) {
    if (data.trim() === "[DONE]") return { deltas, ending: "done" };
    const chunk = parseCompletionChunk(data);
    if (chunk === null) return { deltas, ending: garbled(new SyntaxError("not a completion chunk")) };
    progress.speaker = chunk.model ?? progress.speaker;
    progress.isFinished ||= chunk.isFinished;
    for (const delta of chunk.deltas) {
      progress.length += delta.delta.length;
      if (progress.length > MAX_ANSWER) return { deltas, ending: tooLong() };
      addDelta(deltas, delta);
    }
    if (chunk.isCutOff) return { deltas, ending: tooLong() };
    if (chunk.error !== null) {
      const cause = new Error(chunk.error.message);
      return { deltas, ending: new ModelError(failureOfStatus(chunk.error.status, null), { cause }) };
    }
  }
  return { deltas, ending: null };
}

function addDelta(group: ModelDelta[], delta: ModelDelta): void {
  const last = group.at(-1);
  if (last?.type === delta.type) last.delta += delta.delta;
  else group.push(delta);
}

function toModelError(cause: unknown, signal: AbortSignal, silence: SilenceTimer): unknown {
  if (signal.aborted || cause instanceof ModelError) return cause;
  if (silence.signal.aborted) return new ModelError(timeout(), { cause });
  return new ModelError(brokenOff(), { cause });
}

function tooLong(): ModelError {
  return new ModelError({
    code: "garbled",
    retryable: true,
    retryAfter: null,
    message: "The language model's answer grew too long and was cut here. Please ask for less at once.",
  });
}

interface SilenceTimer {
  readonly signal: AbortSignal;
  start(): void;
  hear(): void;
  stop(): void;
}

/** Aborts when nothing is heard for `limitMs`. It looks four times per limit, which is cheaper than a timer per chunk. */
function createSilenceTimer(limitMs: number): SilenceTimer {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let heardAt = 0;
  const hear = () => {
    heardAt = performance.now();
  };
  const start = () => {
    hear();
    timer = setInterval(() => {
      if (performance.now() - heardAt > limitMs) controller.abort(new Error(`silent for ${limitMs} ms`));
    }, limitMs / 4);
  };
  return { signal: controller.signal, start, hear, stop: () => clearInterval(timer) };
}
