import { type Fields, isFields } from "#shared/json-fields.ts";
import { shorten } from "#shared/shorten.ts";
import { storableText } from "#shared/storable-text.ts";
import type { ModelDelta } from "./language-model.ts";
import { type ToolCallPiece, toolCallPieces } from "./tool-call-pieces.ts";

/** Maximum characters of a model's name, which is stored with every answer. */
const MAX_MODEL_NAME = 200;

/** Text or reasoning of a model. */
export type Words = Extract<ModelDelta, { delta: string }>;

/** Content of one `data:` line of a streamed chat completion, or a whole one. */
export interface CompletionChunk {
  /** The model that answers, at most 200 characters; null when the chunk does not name it. */
  model: string | null;
  deltas: Words[];
  /** Pieces of tool calls, each with the index of its call. */
  toolCalls: ToolCallPiece[];
  /** Reasoning under the provider's own field names, which some providers want back with the calls. */
  reasoning: Fields;
  /** `length`: at its length limit. `filtered`: by the provider's content filter. `broken`: by a fault. Null: it goes on. */
  ending: "finished" | "length" | "filtered" | "broken" | null;
  /** The chunk is a whole message, not a piece of one. */
  isWhole: boolean;
  /** A provider's error after the status 200 was sent. Null when there is none. */
  error: { status: number; message: string } | null;
}

/**
 * Parses the OpenAI chunk format with both field names for reasoning (`reasoning`: OpenRouter; `reasoning_content`: DeepSeek,
 * vLLM, llama-server), content as a list of text and thinking parts (Mistral, gateways to Claude), OpenAI's `refusal`, OpenRouter's
 * top-level `error` and `reasoning_details`, `message` or `text` in place of `delta` (servers that ignore `stream`), and Ollama's own
 * format. Null when it is none of them: keepalive words, cost events, blanks.
 */
export function parseCompletionChunk(json: string): CompletionChunk | null {
  const parsed = parseJson(json);
  // Google wraps its errors into a list.
  const chunk: unknown = Array.isArray(parsed) ? parsed[0] : parsed;
  if (!isFields(chunk)) return null;
  const error = errorOf(chunk);
  const choices = chunk["choices"];
  if (
    error === null &&
    !Array.isArray(choices) &&
    !isFields(chunk["message"]) &&
    chunk["model"] === undefined
  )
    return null;
  const choice = Array.isArray(choices) ? (choices as unknown[])[0] : chunk; // any[] -> unknown[]
  const {
    delta,
    message,
    text,
    finish_reason: reason,
    done_reason: ollamas,
  } = isFields(choice) ? choice : {};
  const piece = isFields(delta) ? delta : isFields(message) ? message : { content: text };
  const reasoning = reasoningOf(piece);
  return {
    model: nameOf(chunk["model"]),
    deltas: deltasOf(piece, reasoning),
    toolCalls: toolCallPieces(piece["tool_calls"]),
    reasoning,
    ending: endingOf(reason ?? ollamas),
    isWhole: !isFields(delta) && isFields(message) && chunk["done"] === undefined,
    error,
  };
}

function nameOf(model: unknown): string | null {
  return typeof model === "string" && model !== "" ? shorten(storableText(model), MAX_MODEL_NAME) : null;
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json) as unknown; // JSON.parse returns any
  } catch {
    return null;
  }
}

function endingOf(reason: unknown): CompletionChunk["ending"] {
  if (typeof reason !== "string" || reason === "") return null;
  if (/^(?:length|max_(?:output_)?tokens|model_length)$/i.test(reason)) return "length";
  if (/^(?:error|network_error)$/i.test(reason)) return "broken";
  return /^(?:content_filter|safety|recitation|prohibited_content|blocked|sensitive|guardrail)/i.test(reason)
    ? "filtered"
    : "finished";
}

const REASONING = ["reasoning", "reasoning_content", "thinking", "reasoning_details"] as const;

function reasoningOf(delta: Fields): Fields {
  const given: Record<string, unknown> = {};
  for (const field of REASONING)
    if (delta[field] !== undefined && delta[field] !== null) given[field] = delta[field];
  return given;
}

function deltasOf({ content, refusal }: Fields, reasoning: Fields): Words[] {
  // Some providers fill two of these fields with the same words.
  const thoughts = Object.values(reasoning).map((field) => wordsIn(field, "reasoning"));
  return [
    ...(thoughts.find(({ length }) => length > 0) ?? []),
    ...wordsIn(content, "text"),
    ...wordsIn(refusal, "text"),
  ];
}

/** The words of a text, a part with a text, or a list of them. @param type the type of words without one */
function wordsIn(content: unknown, type: Words["type"]): Words[] {
  if (typeof content === "string") return content === "" ? [] : [{ type, delta: content }];
  if (Array.isArray(content)) return content.flatMap((part) => wordsIn(part, type));
  if (!isFields(content)) return [];
  const { type: named, text, refusal, thinking, reasoning, summary } = content;
  const isThought = typeof named === "string" && /^(?:thinking|reasoning)/.test(named);
  return [
    ...wordsIn(text ?? refusal, isThought ? "reasoning" : type),
    ...wordsIn(thinking ?? reasoning ?? summary, "reasoning"),
  ];
}

/** OpenAI's `{"error": {...}}`, Ollama's `{"error": "..."}`, vLLM's `{"object": "error"}`, FastAPI's `{"detail": "..."}`. */
function errorOf(chunk: Fields): CompletionChunk["error"] {
  const { error, object, detail } = chunk;
  if (typeof error === "string") return { status: 502, message: error };
  if (isFields(error)) return fieldsOfError(error);
  if (object === "error" || Number(chunk["code"]) >= 400) return fieldsOfError(chunk);
  return typeof detail === "string" ? { status: 502, message: detail } : null;
}

function fieldsOfError({ code, status, message }: Fields): CompletionChunk["error"] {
  const known = [Number(code), Number(status)].find((each) => Number.isInteger(each) && each >= 400);
  return { status: known ?? 502, message: typeof message === "string" ? message : "" };
}

/** A provider's words about an error, from the body of its answer; empty when it says nothing. Bedrock and Cohere send them bare, Cloudflare in a list. */
export function errorInBody(body: string): string {
  const parsed = parseJson(body);
  const bare = isFields(parsed) ? ((parsed["errors"] as unknown[] | undefined)?.[0] ?? parsed) : null;
  const said = isFields(bare) ? bare["message"] : null;
  return parseCompletionChunk(body)?.error?.message ?? (typeof said === "string" ? said : "");
}
