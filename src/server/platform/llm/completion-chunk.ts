import { isFields } from "#shared/json-fields.ts";
import type { ModelDelta } from "./language-model.ts";

/** What one `data:` line of a streamed chat completion says. */
export interface CompletionChunk {
  /** The model that speaks; null when the chunk does not name it. */
  model: string | null;
  deltas: ModelDelta[];
  isFinished: boolean;
  /** It ends because it may not be longer. */
  isCutOff: boolean;
  /** A provider's error after the first token: HTTP said 200 long ago. Null when there is none. */
  error: { status: number; message: string } | null;
}

/**
 * Reads the OpenAI chunk format with the two names reasoning goes by (`reasoning`: OpenRouter; `reasoning_content`:
 * DeepSeek, vLLM, llama-server) and OpenRouter's top-level `error`. Null when it is not a JSON object.
 */
export function parseCompletionChunk(json: string): CompletionChunk | null {
  const chunk = parseJson(json);
  if (!isFields(chunk)) return null;
  const choice = Array.isArray(chunk["choices"]) ? (chunk["choices"] as unknown[])[0] : undefined; // any[] -> unknown[]
  const delta = isFields(choice) ? choice["delta"] : undefined;
  const finishReason = isFields(choice) ? choice["finish_reason"] : undefined;
  return {
    model: typeof chunk["model"] === "string" && chunk["model"] !== "" ? chunk["model"] : null,
    deltas: isFields(delta) ? deltasOf(delta) : [],
    isFinished: typeof finishReason === "string",
    isCutOff: finishReason === "length",
    error: isFields(chunk["error"]) ? errorOf(chunk["error"]) : null,
  };
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json) as unknown; // JSON.parse answers any
  } catch {
    return null;
  }
}

function deltasOf(delta: Record<string, unknown>): ModelDelta[] {
  const deltas: ModelDelta[] = [];
  const reasoning = delta["reasoning"] ?? delta["reasoning_content"];
  if (typeof reasoning === "string" && reasoning !== "") deltas.push({ type: "reasoning", delta: reasoning });
  const content = delta["content"];
  if (typeof content === "string" && content !== "") deltas.push({ type: "text", delta: content });
  return deltas;
}

function errorOf(error: Record<string, unknown>): CompletionChunk["error"] {
  const status = Number(error["code"]);
  return {
    status: Number.isInteger(status) ? status : 502,
    message: typeof error["message"] === "string" ? error["message"].slice(0, 500) : "",
  };
}
