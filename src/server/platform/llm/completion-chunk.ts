import { isFields } from "#shared/json-fields.ts";
import { shorten } from "#shared/shorten.ts";
import { storableText } from "#shared/storable-text.ts";
import type { ModelDelta } from "./language-model.ts";
import { type ToolCallPiece, toolCallPieces } from "./tool-call-pieces.ts";

/** Maximum characters of a model's name, which is stored with every answer. */
const MAX_MODEL_NAME = 200;

/** Text or reasoning of a model. */
export type Words = Exclude<ModelDelta, { type: "tool-call" }>;

/** Content of one `data:` line of a streamed chat completion. */
export interface CompletionChunk {
  /** The model that answers, at most 200 characters; null when the chunk does not name it. */
  model: string | null;
  deltas: Words[];
  /** Pieces of tool calls, each with the index of its call. */
  toolCalls: ToolCallPiece[];
  isFinished: boolean;
  /** The answer ended at its length limit. */
  isCutOff: boolean;
  /** A provider's error after the first token, when the status 200 was already sent. Null when there is none. */
  error: { status: number; message: string } | null;
}

/**
 * Parses the OpenAI chunk format with both field names for reasoning (`reasoning`: OpenRouter; `reasoning_content`: DeepSeek,
 * vLLM, llama-server), content as a list of text and thinking parts (Mistral, gateways to Claude), OpenAI's `refusal`, and OpenRouter's
 * top-level `error` and `reasoning_details`. Null when it is not a JSON object.
 */
export function parseCompletionChunk(json: string): CompletionChunk | null {
  const chunk = parseJson(json);
  if (!isFields(chunk)) return null;
  const choice = Array.isArray(chunk["choices"]) ? (chunk["choices"] as unknown[])[0] : undefined; // any[] -> unknown[]
  const delta = isFields(choice) ? choice["delta"] : undefined;
  const finishReason = isFields(choice) ? choice["finish_reason"] : undefined;
  return {
    model: nameOf(chunk["model"]),
    deltas: isFields(delta) ? deltasOf(delta) : [],
    toolCalls: isFields(delta) ? toolCallPieces(delta["tool_calls"]) : [],
    isFinished: typeof finishReason === "string",
    isCutOff: finishReason === "length",
    error: isFields(chunk["error"]) ? errorOf(chunk["error"]) : null,
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

function deltasOf(delta: Record<string, unknown>): Words[] {
  const { reasoning, reasoning_content, thinking, reasoning_details, content, refusal } = delta;
  // Some providers fill two of these fields with the same words.
  const fields = [reasoning, reasoning_content, thinking, reasoning_details];
  const thoughts = fields.map((field) => wordsIn(field, "reasoning"));
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

function errorOf(error: Record<string, unknown>): CompletionChunk["error"] {
  const status = Number(error["code"]);
  return {
    status: Number.isInteger(status) ? status : 502,
    message: typeof error["message"] === "string" ? error["message"].slice(0, 500) : "",
  };
}
