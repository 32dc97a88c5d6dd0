import { createParser } from "eventsource-parser";
import { AppError } from "#server/http/app-error.ts";
import type { Egress } from "#server/platform/egress.ts";
import { authorization, listModels } from "./list-models.ts";
import { completionRequest } from "./completion-request.ts";
import { parseCompletionChunk, type Words } from "./completion-chunk.ts";
import {
  type Generation,
  type GenerationRequest,
  type LanguageModel,
  type ModelDelta,
  ModelError,
} from "./language-model.ts";
import { brokenOff, failureOfStatus, garbled, noTools, parseRetryAfter, timeout } from "./model-failures.ts";
import { readBoundedText } from "#server/platform/bounded-body.ts";
import { ToolCallAssembler } from "./tool-call-pieces.ts";

export interface OpenaiCompatibleOptions {
  /** Such as `https://openrouter.ai/api/v1` or `http://127.0.0.1:11434/v1`. */
  baseUrl: string;
  apiKey: string | null;
  model: string;
  /** Maximum tokens of an answer, reasoning included; the provider's own limit if not given. */
  answerTokens?: number;
  /** Milliseconds until the response starts; a local model may have to be loaded first. Default 60,000. */
  firstAnswerMs?: number;
  /** Milliseconds of silence in the middle of an answer. Default 30,000. */
  stallMs?: number;
}

/** UTF-16 units of one event. No well-behaved provider sends more. */
const MAX_EVENT = 1_000_000;
/** Text and reasoning together, in UTF-16 units. */
export const MAX_ANSWER = 64_000;

/** Any server with an OpenAI-compatible `/chat/completions`: OpenRouter, Ollama, llama-server, vLLM. */
export function openaiCompatibleModel(egress: Egress, options: OpenaiCompatibleOptions): LanguageModel {
  return {
    defaultModel: options.model,
    async generate({ model = options.model, signal, ...asked }) {
      const silence = createSilenceTimer(options.stallMs ?? 30_000);
      const both = AbortSignal.any([signal, silence.signal]);
      const response = await request(egress, options, { ...asked, model, signal: both });
      return readGeneration(response, { model, signal, silence });
    },
    listModels: (signal) => listModels(egress, options, signal),
  };
}

async function request(
  egress: Egress,
  options: OpenaiCompatibleOptions,
  call: GenerationRequest & { model: string },
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
      body: JSON.stringify(completionRequest(call, answerTokens)),
      deadlineMs: options.firstAnswerMs ?? 60_000,
      signal: call.signal,
    });
  } catch (cause) {
    if (!(cause instanceof AppError)) throw cause;
    throw new ModelError(failureOfStatus(503, null), { cause });
  }
  if (response.ok && response.body !== null) return response;
  const retryAfter = parseRetryAfter(response.headers.get("retry-after"), Date.now());
  if (call.tools !== undefined && (await refusesTools(response))) throw new ModelError(noTools());
  await response.body?.cancel().catch(() => undefined); // best effort: the connection may be closed already
  throw new ModelError(failureOfStatus(response.status, retryAfter), {
    cause: new Error(`the provider answered ${response.status}`),
  });
}

/** Errors that mention tools. OpenRouter sends them with status 404, Ollama and vLLM with 400, llama-server with 500. */
const NAMES_TOOLS = /\btools?\b|\btool[_ -](?:use|choice|call)|\bfunction[_ -]?call/i;
const MAX_REFUSAL = 20_000;

async function refusesTools(response: Response): Promise<boolean> {
  if (![400, 404, 405, 422, 500, 501].includes(response.status)) return false;
  const body = await readBoundedText(response, MAX_REFUSAL).catch(() => null); // then there is no message to check
  return body !== null && NAMES_TOOLS.test(body);
}

function readGeneration(
  response: Response,
  { model, signal, silence }: { model: string; signal: AbortSignal; silence: SilenceTimer },
): Generation {
  const progress: Progress = {
    speaker: model,
    length: 0,
    isFinished: false,
    toolCalls: new ToolCallAssembler(),
  };
  return {
    get model() {
      return progress.speaker;
    },
    deltas: readDeltas(response, progress, silence, signal),
  };
}

/** State of a stream so far. */
interface Progress {
  speaker: string;
  length: number;
  isFinished: boolean;
  toolCalls: ToolCallAssembler;
}

/** Tokens that arrive in one network chunk are emitted as one delta, so a fast model costs no more than a slow one. */
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
      silence.markAlive();
      // Some providers omit the blank line after their last event.
      parser.feed(value === undefined ? `${decoder.decode()}\n\n` : decoder.decode(value, { stream: true }));
      const { deltas, ending } = readGroup(events.splice(0), progress);
      for (const delta of deltas) yield delta; // not yield*, which costs an async-from-sync iterator per chunk
      if (ending !== null && ending !== "done") throw ending;
      if (done || ending === "done") {
        if (ending !== "done" && !progress.isFinished) throw new ModelError(brokenOff());
        break;
      }
    }
    // Calls are emitted only here, after a complete stream: in a broken one their arguments may be incomplete.
    for (const call of progress.toolCalls.calls) yield { type: "tool-call", call };
  } catch (cause) {
    throw toModelError(cause, signal, silence);
  } finally {
    silence.stop();
    await reader?.cancel().catch(() => undefined); // closes the connection, unless it is closed already
  }
}

function readGroup(
  events: readonly string[],
  progress: Progress,
): { deltas: Words[]; ending: "done" | ModelError | null } {
  const deltas: Words[] = [];
  for (const data of events) {
    if (data.trim() === "[DONE]") return { deltas, ending: "done" };
    const chunk = parseCompletionChunk(data);
    if (chunk === null) return { deltas, ending: garbled(new SyntaxError("not a completion chunk")) };
    progress.speaker = chunk.model ?? progress.speaker;
    progress.isFinished ||= chunk.isFinished;
    for (const piece of chunk.toolCalls) {
      progress.length += piece.arguments.length;
      if (progress.length > MAX_ANSWER) return { deltas, ending: tooLong() };
      progress.toolCalls.add(piece);
    }
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

function addDelta(group: Words[], delta: Words): void {
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
  markAlive(): void;
  stop(): void;
}

/** Aborts after `limitMs` without data. It polls four times per limit, which is cheaper than a timer per chunk. */
function createSilenceTimer(limitMs: number): SilenceTimer {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let heardAt = 0;
  const markAlive = () => {
    heardAt = performance.now();
  };
  const start = () => {
    markAlive();
    timer = setInterval(() => {
      if (performance.now() - heardAt > limitMs) controller.abort(new Error(`silent for ${limitMs} ms`));
    }, limitMs / 4);
  };
  return { signal: controller.signal, start, markAlive, stop: () => clearInterval(timer) };
}
