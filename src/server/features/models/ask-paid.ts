import { createReasoningSplitter, textAfter } from "#shared/features/chat/reasoning.ts";
import type { Deps } from "#server/deps.ts";
import { askModels } from "./ask-models.ts";
import { chargesFor, settleCharges, pay, type Payer } from "./budget.ts";
import type { ModelChooser } from "./catalogue.ts";
import type { PromptMessage } from "#server/platform/llm/language-model.ts";

/** Time limit for a small request, and the maximum length of the output read. */
const MODEL_MS = 20_000;
const MOST_CHARACTERS = 4000;

export interface PaidQuestion {
  payer: Payer;
  /** The payer's network address; null when no client waits. */
  address: string | null;
  messages: PromptMessage[];
  /** The purpose, for the log: "a quest". */
  what: string;
}

export type PaidAnswer =
  | { state: "answered"; text: string; model: string }
  | { state: "failed" }
  | { state: "no budget" };

/**
 * Sends a small request outside a conversation to the operator's own model, charged to the same budgets as an answer. Never throws on
 * failure, because the caller has a fallback.
 */
export async function askPaid(
  { languageModel, database, config, log }: Pick<Deps, "languageModel" | "database" | "config" | "log">,
  models: ModelChooser,
  { payer, address, messages, what }: PaidQuestion,
): Promise<PaidAnswer> {
  if (languageModel === null) return { state: "failed" };
  const charges = chargesFor(config.limits, { actor: payer, address, now: Date.now() });
  const meter = { model: "", characters: 0 };
  const refusal = await database.kysely.transaction().execute((tx) => pay(tx, charges));
  if (refusal !== null) {
    log.info({ refusal }, `no budget for ${what} by a language model`);
    return { state: "no budget" };
  }
  try {
    const request = {
      messages,
      models: models.choose(null, payer.kind),
      signal: AbortSignal.timeout(MODEL_MS),
      onGone: (id: string) => models.markGone(id),
    };
    const splitter = createReasoningSplitter();
    let text = "";
    for await (const delta of askModels(languageModel, request, meter)) {
      if (delta.type === "text") text = splitter.push(delta.delta).reduce(textAfter, text);
      if (meter.characters > MOST_CHARACTERS * 4 || text.length > MOST_CHARACTERS) break;
    }
    // Unfinished reasoning is not an answer: the caller uses its fallback.
    return { state: "answered", text: splitter.end(false).reduce(textAfter, text), model: meter.model };
  } catch (error) {
    log.warn({ err: error }, `a language model failed at ${what}`);
    return { state: "failed" };
  } finally {
    await settleCharges({ database, log }, charges, meter.characters === 0 ? null : meter);
  }
}
