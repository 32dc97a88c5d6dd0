import { candidatesFor, type Chooser, type Knowledge, type Menu, menuFor } from "./menu.ts";
import { AppError } from "#server/http/app-error.ts";
import type { Log } from "#server/log.ts";
import type { LanguageModel } from "#server/platform/llm/language-model.ts";

/** The methods of the catalogue used to choose models. */
export type ModelChooser = Pick<ModelCatalogue, "choose" | "markGone" | "takesTools" | "markWithoutTools">;

/** The model menu compared with the provider's actual models. One per server; each one queries the provider itself. */
export class ModelCatalogue {
  readonly #model: LanguageModel | null;
  readonly #log: Log;
  #listed: ReadonlySet<string> | null = null;
  readonly #refused = new Set<string>();
  /** Models without tool support according to the list. */
  #listedWithoutTools: ReadonlySet<string> = new Set();
  /** Models that refused tools. */
  readonly #withoutTools = new Set<string>();

  /** @param model null: search mode, without a choice */
  constructor(model: LanguageModel | null, log: Log) {
    this.#model = model;
    this.#log = log;
  }

  /** Fetches the provider's list. If the provider is unreachable, the previous list is used. */
  async check(signal: AbortSignal): Promise<void> {
    if (this.#model === null) return;
    try {
      const models = await this.#model.listModels(signal);
      this.#listed = models === null ? null : new Set(models.map(({ id }) => id));
      this.#listedWithoutTools = new Set(
        (models ?? []).filter(({ takesTools }) => takesTools === false).map(({ id }) => id),
      );
      this.#refused.clear();
      this.#withoutTools.clear();
    } catch (error) {
      if (!signal.aborted) this.#log.warn({ err: error }, "the provider's list of models could not be read");
      return;
    }
    const missing = this.menu("user").earlier.filter(({ replacedBy }) => replacedBy !== null);
    if (missing.length > 0) {
      this.#log.info(
        { replaced: Object.fromEntries(missing.map(({ label, id }) => [label, id])) },
        "models of the menu that the provider does not have",
      );
    }
  }

  /** The menu for a user; empty in search mode. */
  menu(chooser: Chooser): Menu {
    return this.#model === null
      ? { models: [], earlier: [] }
      : menuFor(this.#knowledge(this.#model), chooser);
  }

  /**
   * Ids to try for a user's choice, best first; empty in search mode.
   * @param asked a label, or an id of the menu or of the provider's list; null: the operator's own model
   * @throws AppError `invalid-input`
   */
  choose(asked: string | null, chooser: Chooser): readonly string[] {
    if (this.#model === null) return [];
    const candidates = candidatesFor(asked, this.#knowledge(this.#model), chooser);
    if (candidates !== null) return candidates;
    const message = "There is no such language model here. Please choose one in Settings.";
    throw new AppError("invalid-input", message, { fields: [{ path: "llm", message }] });
  }

  /** Call when the provider reports that it does not have this model, even if its list contains it. */
  markGone(id: string): void {
    this.#refused.add(id);
  }

  /** Whether to offer tools to a model: true unless it is known not to support them. */
  takesTools(id: string): boolean {
    return !this.#withoutTools.has(id) && !this.#listedWithoutTools.has(id);
  }

  /** Call when a model refused tools. It gets none until the list is fetched again. */
  markWithoutTools(id: string): void {
    this.#withoutTools.add(id);
  }

  #knowledge({ defaultModel, isLocal = false }: LanguageModel): Knowledge {
    return { configured: defaultModel, isLocal, listed: this.#listed, refused: this.#refused };
  }
}
