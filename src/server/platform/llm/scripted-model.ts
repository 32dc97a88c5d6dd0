import { setTimeout as sleep } from "node:timers/promises";
import { type LanguageModel, type ModelDelta, ModelError, type PromptMessage } from "./language-model.ts";

/** A step of a scripted answer: words, a pause in milliseconds, or the failure that ends it. */
export type ScriptStep = string | ModelDelta | { pauseMs: number } | ModelError;

export interface ScriptedModel extends LanguageModel {
  /** What it was asked, in order. */
  readonly prompts: (readonly PromptMessage[])[];
  /** Which models were asked for, in order; it answers to every name. */
  readonly asked: readonly string[];
  /** Generations given up by their listener. */
  readonly aborted: number;
}

/**
 * The fake language model of tests: says what its script says, the same script for every question.
 * @param listed the models it says it has
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
    listModels: async () => listed,
  };
}
