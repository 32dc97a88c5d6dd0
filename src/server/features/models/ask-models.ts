import {
  type LanguageModel,
  type ModelDelta,
  ModelError,
  type PromptMessage,
} from "#server/platform/llm/language-model.ts";

/** How often another model is tried in the place of one that is not there. */
const TRIES = 2;

/** What a language model has said of an answer so far. */
export interface Meter {
  /** Who speaks: the id asked for until the provider names one. */
  model: string;
  /** Words and thoughts, whether anybody is shown them or not. */
  characters: number;
  /** It failed before its first word, and the library answered. */
  wasAway?: boolean;
}

export interface ModelRequest {
  messages: readonly PromptMessage[];
  /** Ids to try, the best first. */
  models: readonly string[];
  signal: AbortSignal;
  /** Told of every model the provider does not have. */
  onGone: (id: string) => void;
}

/**
 * The words of the first model that is there. Only a model the provider does not have is replaced by the next, once and
 * before its first word; nothing else is ever asked again without the person knowing.
 * @param meter kept up to date
 * @throws ModelError
 */
export async function* askModels(
  languageModel: LanguageModel,
  { messages, models, signal, onGone }: ModelRequest,
  meter: Meter,
): AsyncGenerator<ModelDelta> {
  const tries = models.slice(0, TRIES);
  for (const [index, id] of tries.entries()) {
    meter.model = id;
    try {
      const generation = await languageModel.generate({ messages, model: id, signal });
      for await (const delta of generation.deltas) {
        meter.characters += delta.delta.length;
        meter.model = generation.model;
        yield delta;
      }
      meter.model = generation.model;
      return;
    } catch (error) {
      if (!isGone(error) || meter.characters > 0) throw error;
      onGone(id);
      if (index === tries.length - 1) throw error;
    }
  }
}

function isGone(error: unknown): boolean {
  return error instanceof ModelError && error.failure.code === "model-gone";
}
