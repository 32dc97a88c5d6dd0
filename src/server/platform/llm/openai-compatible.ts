import { AppError } from "#server/http/app-error.ts";
import { readBoundedText } from "#server/platform/bounded-body.ts";
import type { Egress } from "#server/platform/egress.ts";
import { errorInBody } from "./completion-chunk.ts";
import { CompletionReader } from "./completion-reader.ts";
import { completionRequest, type CompletionStyle } from "./completion-request.ts";
import { type GenerationRequest, type LanguageModel, type ModelDelta, ModelError } from "./language-model.ts";
import { authorization, listModels } from "./list-models.ts";
import { brokenOff, failureOfStatus, noTools, parseRetryAfter, timeout } from "./model-failures.ts";

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

/** Any server with an OpenAI-compatible `/chat/completions`: OpenRouter, Ollama, llama-server, vLLM. */
export function openaiCompatibleModel(egress: Egress, options: OpenaiCompatibleOptions): LanguageModel {
  /** The styles that models of this provider accept, where they are not the usual one. */
  const styles = new Map<string, CompletionStyle>();
  return {
    defaultModel: options.model,
    isLocal: LOCAL.test(new URL(options.baseUrl).hostname),
    async generate({ model = options.model, signal, ...asked }) {
      const silence = createSilenceTimer(options.stallMs ?? 30_000);
      const both = AbortSignal.any([signal, silence.signal]);
      const response = await request(egress, options, styles, { ...asked, model, signal: both });
      const reader = new CompletionReader(model);
      return {
        get model() {
          return reader.speaker;
        },
        deltas: readDeltas(response, reader, silence, signal),
      };
    },
    listModels: (signal) => listModels(egress, options, signal),
  };
}

/** Loopback and private addresses, and names without a domain or of a local one, such as a container's. */
const LOCAL =
  /^(?:127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|169\.254\.|\[(?:::1|f[cd]|fe80)|[^.:[\]]+$|.*\.(?:local|lan|internal|localhost|home\.arpa)$)/;
const USUAL: CompletionStyle = { noText: null, returnsThoughts: true, limitField: "max_tokens" };
/** How often one round is sent: as learned, and in two other styles. */
const MOST_TRIES = 3;

type Call = GenerationRequest & { model: string };

async function request(
  egress: Egress,
  options: OpenaiCompatibleOptions,
  styles: Map<string, CompletionStyle>,
  call: Call,
  { style, tries } = { style: styles.get(call.model) ?? USUAL, tries: MOST_TRIES },
): Promise<Response> {
  const response = await post(egress, options, style, call);
  if (response.ok && response.body !== null) {
    if (style !== USUAL) styles.set(call.model, style);
    return response;
  }
  const retryAfter = parseRetryAfter(response.headers.get("retry-after"), Date.now());
  const body = (await readBoundedText(response, MAX_REFUSAL).catch(() => null)) ?? ""; // the status says enough
  const failure = failureOfStatus(response.status, retryAfter, errorInBody(body) || body.slice(0, 500));
  const cause = new Error(`the provider answered ${response.status}`);
  if (failure.code === "too-long") throw new ModelError(failure, { cause });
  const isOwnCall = call.tools !== undefined && OWN_CALL.test(body);
  const other = isOwnCall ? style : otherStyle(style, call, { status: response.status, body });
  if (other !== null && tries > 1)
    return await request(egress, options, styles, call, { style: other, tries: tries - 1 });
  if (call.tools !== undefined && !isOwnCall && !hasCalls(call) && refusesTools(response.status, body))
    throw new ModelError(noTools());
  throw new ModelError(failure, { cause });
}

async function post(
  egress: Egress,
  options: OpenaiCompatibleOptions,
  style: CompletionStyle,
  call: Call,
): Promise<Response> {
  const { baseUrl, answerTokens } = options;
  try {
    return await egress(`${baseUrl}/chat/completions`, {
      purpose: "answer",
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "text/event-stream",
        ...authorization(options),
      },
      body: JSON.stringify(completionRequest(call, answerTokens, style)),
      deadlineMs: options.firstAnswerMs ?? 60_000,
      signal: call.signal,
    });
  } catch (cause) {
    if (!(cause instanceof AppError)) throw cause;
    throw new ModelError(failureOfStatus(503, null), { cause });
  }
}

/** The server could not read the call that its own model wrote; the next one may be better. Groq: 400; Ollama and llama-server: 500. */
const OWN_CALL =
  /tool_use_failed|failed_generation|(?:error|failed)(?: to)? pars\w* (?:the )?(?:tool|function|input)/i;

/** Errors that mention tools. OpenRouter sends them with status 404, Ollama and vLLM with 400, llama-server with 500. */
const NAMES_TOOLS = /\btools?\b|\btool[_ -](?:use|choice|call)|\bfunction[_ -]?call/i;
const MAX_REFUSAL = 20_000;

/** Only the first round's refusal means that a model takes no tools: later ones are about its own calls. */
function refusesTools(status: number, body: string): boolean {
  return [400, 404, 405, 422, 500, 501].includes(status) && NAMES_TOOLS.test(body);
}

const REFUSES_THOUGHTS =
  /reasoning[^]{0,80}(?:unsupported|not permitted|not allowed|forbidden|unexpected|unrecognized|unknown|extra)|(?:unsupported|not permitted|not allowed|forbidden|unexpected|unrecognized|unknown|extra)[^]{0,80}reasoning/i;
/** A router may pass one model's questions to several providers. */
const MISSES_THOUGHTS = /missing[^]{0,40}reasoning|reasoning[^]{0,80}must be passed/i;
const REFUSES_EMPTY = /empty|blank/i;
/** In whatever words a server's template or validation has for a content that is null. */
const REFUSES_NULL = /content|null|\bnone|NoneType|valid string/i;

/** Another style for a provider that refused a round; null when there is none left, or another reason. */
function otherStyle(
  style: CompletionStyle,
  call: Call,
  { status, body }: { status: number; body: string },
): CompletionStyle | null {
  if (![400, 422, 500].includes(status)) return null;
  if (style.limitField === "max_tokens" && /max_completion_tokens/.test(body))
    return { ...style, limitField: "max_completion_tokens" };
  if (!hasCalls(call) || /filter|polic|moderat/i.test(body)) return null;
  if (!style.returnsThoughts && MISSES_THOUGHTS.test(body)) return { ...style, returnsThoughts: true };
  if (style.returnsThoughts && REFUSES_THOUGHTS.test(body)) return { ...style, returnsThoughts: false };
  if (style.noText === "" && REFUSES_EMPTY.test(body)) return { ...style, noText: null };
  return style.noText === null && REFUSES_NULL.test(body) ? { ...style, noText: "" } : null;
}

function hasCalls({ messages }: Call): boolean {
  return messages.some(({ role }) => role === "tool");
}

/** Tokens that arrive in one network chunk are emitted as one delta, so a fast model costs no more than a slow one. */
async function* readDeltas(
  response: Response,
  completion: CompletionReader,
  silence: SilenceTimer,
  signal: AbortSignal,
): AsyncGenerator<ModelDelta> {
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  silence.start();
  try {
    for (let isOver = false; !isOver;) {
      const { done, value } = (await reader?.read()) ?? { done: true };
      silence.markAlive();
      const text = decoder.decode(value, { stream: !done });
      const { deltas, ending } = done ? completion.end(text) : completion.read(text);
      for (const delta of deltas) yield delta; // not yield*, which costs an async-from-sync iterator per chunk
      if (ending instanceof ModelError) throw ending;
      isOver = ending === "done";
    }
  } catch (cause) {
    // A server that has finished its answer may leave the connection open.
    if (!(silence.signal.aborted && completion.isFinished)) throw toModelError(cause, signal, silence);
  } finally {
    silence.stop();
    await reader?.cancel().catch(() => undefined); // closes the connection, unless it is closed already
  }
  for (const delta of completion.finalDeltas()) yield delta;
}

function toModelError(cause: unknown, signal: AbortSignal, silence: SilenceTimer): unknown {
  if (signal.aborted || cause instanceof ModelError) return cause;
  if (silence.signal.aborted) return new ModelError(timeout(), { cause });
  return new ModelError(brokenOff(), { cause });
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
