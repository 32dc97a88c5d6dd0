import { setTimeout as sleep } from "node:timers/promises";
import {
  type LanguageModel,
  type ModelDelta,
  ModelError,
  type PromptMessage,
} from "#server/platform/llm/language-model.ts";

/** A step of a scripted answer: text, a delta, a pause in milliseconds, or the failure that ends it. */
export type ScriptStep = string | ModelDelta | { pauseMs: number } | ModelError;

export interface ScriptedModel extends LanguageModel {
  /** Prompts received, in order. */
  readonly prompts: (readonly PromptMessage[])[];
  /** Models requested, in order. It answers to every name. */
  readonly asked: readonly string[];
  /** Number of generations aborted by their listener. */
  readonly aborted: number;
}

/**
 * A fake language model for tests. It gives the same script as its answer to every request.
 * @param listed the models it lists
 */
export function scriptedModel(
  script: readonly ScriptStep[],
  model = "scripted",
  listed: readonly string[] | null = null,
): ScriptedModel {
  const prompts: (readonly PromptMessage[])[] = [];
  const asked: string[] = [];
  let aborted = 0;
  async function* play(signal: AbortSignal): AsyncGenerator<ModelDelta> {
    try {
      for (const step of script) {
        signal.throwIfAborted();
        if (step instanceof ModelError) throw step;
        if (typeof step === "string") yield { type: "text", delta: step };
        else if ("pauseMs" in step) await sleep(step.pauseMs, undefined, { signal });
        else yield step;
      }
    } finally {
      if (signal.aborted) aborted += 1;
    }
  }
  return {
    defaultModel: model,
    prompts,
    asked,
    get aborted() {
      return aborted;
    },
    async generate({ messages, model: wanted = model, signal }) {
      prompts.push(messages);
      asked.push(wanted);
      return { model, deltas: play(signal) };
    },
    listModels: async () => listed?.map((id) => ({ id, takesTools: null, window: null })) ?? null,
  };
}
