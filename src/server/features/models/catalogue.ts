import type { ModelOffer } from "#shared/features/models/contract.ts";
import { candidatesFor, type Chooser, type Knowledge, offersFor } from "./menu.ts";
import { AppError } from "#server/http/app-error.ts";
import type { Log } from "#server/log.ts";
import type { LanguageModel } from "#server/platform/llm/language-model.ts";

/** Which models there are to choose from. */
export type ModelChooser = Pick<ModelCatalogue, "choose" | "markGone">;

/** The model menu against what the provider really has. One per server; each asks for itself. */
export class ModelCatalogue {
  readonly #model: LanguageModel | null;
  readonly #log: Log;
  #listed: ReadonlySet<string> | null = null;
  readonly #refused = new Set<string>();

  /** @param model null: search mode, there is nothing to choose */
  constructor(model: LanguageModel | null, log: Log) {
    this.#model = model;
    this.#log = log;
  }

  /** Asks the provider what it has. When it cannot be asked now, what was known stays. */
  async check(signal: AbortSignal): Promise<void> {
    if (this.#model === null) return;
    try {
      const ids = await this.#model.listModels(signal);
      this.#listed = ids === null ? null : new Set(ids);
      this.#refused.clear();
    } catch (error) {
      if (!signal.aborted) this.#log.warn({ err: error }, "the provider's list of models could not be read");
      return;
    }
    const missing = this.offers("user").filter(({ replacedBy }) => replacedBy !== null);
    if (missing.length > 0) {
      this.#log.info(
        { replaced: Object.fromEntries(missing.map(({ label, id }) => [label, id])) },
        "models of the menu that the provider does not have",
      );
    }
  }

  /** The menu for a user; empty in search mode. */
  offers(chooser: Chooser): ModelOffer[] {
    return this.#model === null ? [] : offersFor(this.#knowledge(this.#model), chooser);
  }

  /**
   * Ids to try for what a user asked for, the best first; none in search mode, where there is nothing to choose.
   * @param asked a label or an id of the menu; null: the operator's own model
   * @throws AppError `invalid-input`
   */
  choose(asked: string | null, chooser: Chooser): readonly string[] {
    if (this.#model === null) return [];
    const candidates = candidatesFor(asked, this.#knowledge(this.#model), chooser);
    if (candidates !== null) return candidates;
    const message = "There is no such language model here. Please choose one in Settings.";
    throw new AppError("invalid-input", message, { fields: [{ path: "llm", message }] });
  }

  /** The provider said that it does not have this model, whatever its list says. */
  markGone(id: string): void {
    this.#refused.add(id);
  }

  #knowledge({ defaultModel }: LanguageModel): Knowledge {
    return { own: defaultModel, listed: this.#listed, refused: this.#refused };
  }
}
