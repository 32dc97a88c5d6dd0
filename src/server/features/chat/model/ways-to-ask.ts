import type { Meter } from "#server/features/models/ask-models.ts";
import { ModelError } from "#server/platform/llm/language-model.ts";

/** How a model is asked. */
export interface Way {
  hasTools: boolean;
  /** With less of the conversation, for a model with a small window. */
  isShort: boolean;
}

/** How to ask once more after a provider refused the prompt before it produced anything; null when it did not. */
export function nextWay(meter: Meter, way: Way, error: unknown): Way | null {
  if (!(error instanceof ModelError) || meter.characters > 0) return null;
  if (error.failure.code === "no-tools" && way.hasTools) return { ...way, hasTools: false };
  return error.failure.code === "too-long" && !way.isShort ? { ...way, isShort: true } : null;
}
