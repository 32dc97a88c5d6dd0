import { readBoundedText } from "#server/platform/bounded-body.ts";
import type { Egress } from "#server/platform/egress.ts";
import { failureOfStatus } from "./model-failures.ts";
import { type ListedModel, ModelError } from "./language-model.ts";
import { type Fields, isFields } from "#shared/json-fields.ts";
import { parseStorable } from "#shared/storable-text.ts";

/** OpenRouter's list is half a megabyte. */
const MAX_BYTES = 16_000_000;
const DEADLINE_MS = 30_000;
const MAX_ID = 200;
const MAX_MODELS = 10_000;

interface Provider {
  baseUrl: string;
  apiKey: string | null;
}

export function authorization({ apiKey }: Provider): Record<string, string> {
  return apiKey === null ? {} : { authorization: `Bearer ${apiKey}` };
}

/** The models of `GET /models`. Null when the provider has no such list or its list cannot be read. @throws ModelError */
export async function listModels(
  egress: Egress,
  options: Provider,
  signal: AbortSignal,
): Promise<readonly ListedModel[] | null> {
  const headers = { accept: "application/json", ...authorization(options) };
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(DEADLINE_MS)]);
  const response = await egress(`${options.baseUrl}/models`, {
    purpose: "answer",
    headers,
    signal: inTime,
  });
  if (response.status >= 500 || [401, 403, 429].includes(response.status)) {
    await response.body?.cancel();
    throw new ModelError(failureOfStatus(response.status, null));
  }
  const text = response.ok ? await readBoundedText(response, MAX_BYTES) : null;
  if (text === null) {
    await response.body?.cancel().catch(() => undefined); // it may have been read or closed already
    return null;
  }
  return modelsIn(text);
}

/** An empty list counts as no list: a provider without any model could not answer either. */
function modelsIn(text: string): ListedModel[] | null {
  let answer: unknown;
  try {
    answer = parseStorable(text);
  } catch {
    return null;
  }
  const data = isFields(answer) ? answer["data"] : null;
  if (!Array.isArray(data)) return null;
  const models = (data as unknown[]) // any[] -> unknown[]
    .flatMap((entry) => (isFields(entry) ? modelOf(entry) : []))
    .slice(0, MAX_MODELS);
  return models.length === 0 ? null : models;
}

/** OpenRouter lists the parameters a model supports in `supported_parameters`. */
function modelOf(entry: Fields): ListedModel[] {
  const { id, supported_parameters: taken } = entry;
  if (typeof id !== "string" || id === "" || id.length > MAX_ID) return [];
  const takesTools = Array.isArray(taken) ? taken.includes("tools") : null;
  return [{ id, takesTools, window: windowOf(entry) }];
}

/**
 * Where servers list a window: vLLM and SGLang `max_model_len`, LM Studio `loaded_context_length`, Groq `context_window`, OpenRouter and
 * Together `context_length`, Mistral `max_context_length`. The first of them applies: LM Studio also lists the most that a model could have.
 */
const WINDOWS = [
  "loaded_context_length",
  "max_model_len",
  "context_window",
  "context_length",
  "max_context_length",
];

/** llama-server lists `n_ctx` beside `n_ctx_train`, which is the window the model was trained with, not the one it runs with. */
function windowOf(entry: Fields): number | null {
  const { meta } = entry;
  const listed = [...WINDOWS.map((name) => entry[name]), isFields(meta) ? meta["n_ctx"] : null];
  return listed.find(isCount) ?? null;
}

function isCount(tokens: unknown): tokens is number {
  return typeof tokens === "number" && Number.isInteger(tokens) && tokens > 0;
}
