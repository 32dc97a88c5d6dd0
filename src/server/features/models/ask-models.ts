import {
  type LanguageModel,
  type ModelDelta,
  ModelError,
  type PromptMessage,
  type Tool,
} from "#server/platform/llm/language-model.ts";
import { createStorableStream, storableText } from "#shared/storable-text.ts";

/** Maximum models tried in total when some are missing. */
const TRIES = 2;

/** Measurements of a language model's answer so far. */
export interface Meter {
  /** The model that answers: the requested id until the provider names one. */
  model: string;
  /** The requested model id. */
  askedFor?: string;
  /** Text and reasoning, whether shown or not, plus tool calls and their results. */
  characters: number;
  /** How often a model was called: more than once if it called tools. Default 1. */
  rounds?: number;
  /** It failed before its first word, and the library answered. */
  wasAway?: boolean;
}

export interface ModelRequest {
  messages: readonly PromptMessage[];
  /** Ids to try, best first. */
  models: readonly string[];
  signal: AbortSignal;
  /** Called for every model the provider does not have. */
  onGone: (id: string) => void;
  tools?: readonly Tool[];
  /** False: no tool may be called now. */
  mayCall?: boolean;
}

/**
 * Streams the output of the first available model. The next model replaces it only if the provider does not have it, once and before its
 * first word. No other failure is retried without the user's knowledge.
 * @param meter updated with every call
 * @throws ModelError
 */
export async function* askModels(
  languageModel: LanguageModel,
  { models, onGone, ...request }: ModelRequest,
  meter: Meter,
): AsyncGenerator<ModelDelta> {
  const tries = models.slice(0, TRIES);
  for (const [index, id] of tries.entries()) {
    meter.model = id;
    meter.askedFor = id;
    try {
      const generation = await languageModel.generate({ ...request, model: id });
      for await (const delta of storableDeltas(generation.deltas)) {
        meter.characters += lengthOf(delta);
        meter.model = storableText(generation.model);
        yield delta;
      }
      meter.model = storableText(generation.model);
      return;
    } catch (error) {
      if (!isGone(error) || meter.characters > 0) throw error;
      onGone(id);
      if (index === tries.length - 1) throw error;
    }
  }
}

/** The same output as text that can be stored. Half of a surrogate pair waits for the next delta of its kind. */
async function* storableDeltas(deltas: AsyncIterable<ModelDelta>): AsyncGenerator<ModelDelta> {
  const stream = createStorableStream();
  let kind: "text" | "reasoning" = "text";
  for await (const chunk of deltas) {
    if (chunk.type === "returned") {
      yield chunk;
      continue;
    }
    if (chunk.type !== kind) {
      const rest = stream.end();
      if (rest !== "") yield { type: kind, delta: rest };
    }
    if (chunk.type === "tool-call") {
      const { id, name, arguments: argumentsJson } = chunk.call;
      const call = { id: storableText(id), name: storableText(name), arguments: storableText(argumentsJson) };
      yield { type: "tool-call", call: { ...chunk.call, ...call } };
      continue;
    }
    kind = chunk.type;
    const delta = stream.push(chunk.delta);
    if (delta !== "") yield { type: kind, delta };
  }
  const rest = stream.end();
  if (rest !== "") yield { type: kind, delta: rest };
}

function lengthOf(delta: ModelDelta): number {
  if (delta.type === "returned") return 0;
  return delta.type === "tool-call"
    ? delta.call.name.length + delta.call.arguments.length
    : delta.delta.length;
}

function isGone(error: unknown): boolean {
  return error instanceof ModelError && error.failure.code === "model-gone";
}
