import type { ModelOffer } from "#shared/features/models/contract.ts";
import { type ModelLabel, modelLabels, OWN_MODEL } from "#shared/features/models/labels.ts";

/** Most models of the provider's list in the menu, besides the labels. */
const FURTHER_MODELS = 50;
/** Characters of `llm` in a message. */
const MAX_CHOICE = 120;
/** Models in a list that do not answer questions. */
const OTHER_USE =
  /embed|whisper|transcri|speech|rerank|moderation|dall-e|image|diffusion|minilm|realtime|(?:^|[-_/.:])(?:tts|ocr|guard|bge|gte|clip|audio|voyage|sora|veo|flux|babbage|davinci)(?:[-_.:\d]|$)/i;

/** Routes to a free model chosen by OpenRouter. */
const FREE_ROUTER = "openrouter/free";

/** Models for each label, best first: its own, then the nearest alternatives. A free label never uses a paid model. */
const menu: Record<ModelLabel, readonly [string, ...string[]]> = {
  "Llama 3.3 70B free": ["meta-llama/llama-3.3-70b-instruct:free", FREE_ROUTER],
  "GPT 3.5 Turbo": ["openai/gpt-3.5-turbo", "openai/gpt-3.5-turbo-0613", "openai/gpt-3.5-turbo-16k"],
  "GPT 4": ["openai/gpt-4"],
  "Mixtral 8x7B": ["mistralai/mixtral-8x7b-instruct", "mistralai/mixtral-8x22b-instruct"],
  "Mistral 7B": ["mistralai/mistral-7b-instruct", "mistralai/ministral-8b-2512"],
  "Gemma 7B": ["google/gemma-7b-it", "google/gemma-3-12b-it", "google/gemma-4-26b-a4b-it:free"],
  "DeepSeek Llama 70B free": ["deepseek/deepseek-r1-distill-llama-70b:free", FREE_ROUTER],
};

/** Facts about a provider. */
export interface Knowledge {
  /** The operator's configured model: always worth trying, and the last resort. */
  configured: string;
  /** Ids in the provider's list; null when it has no list. */
  listed: ReadonlySet<string> | null;
  /** The provider is on the operator's own machine or network. */
  isLocal: boolean;
  /** Ids the provider refused as missing since its list was last fetched. */
  refused: ReadonlySet<string>;
}

/** Kind of user: a visitor can choose free models and the operator's default. */
export type Chooser = "visitor" | "user";

/**
 * Ids to try for a user's choice, best first, at least one; null when there is no such choice.
 * @param asked a label in any spelling, or an id of the menu; null: the operator's own model
 */
export function candidatesFor(
  asked: string | null,
  knowledge: Knowledge,
  chooser: Chooser,
): [string, ...string[]] | null {
  const wanted = wantedIds(asked, knowledge);
  if (wanted === null) return null;
  return withLastResort(wanted, knowledge, chooser);
}

/** The models a user may choose. */
export interface Menu {
  /** The operator's own model, the labels whose own model is available, and at most 50 further models (see `isOffered`). */
  models: ModelOffer[];
  /** The other labels: offered only to a user who chose one before. */
  earlier: ModelOffer[];
}

/** The current menu for a user. */
export function menuFor(knowledge: Knowledge, chooser: Chooser): Menu {
  const { configured, listed } = knowledge;
  const isListed = listed?.has(configured) === true;
  const own = offerOf(OWN_MODEL, configured, isListed ? "available" : "unknown");
  const labels = labelOffers(knowledge, chooser);
  const offered = labels.filter(({ status }) => status === "available");
  const known = new Set([configured, ...offered.map(({ id }) => id)]);
  const further = [...(listed ?? [])]
    .filter(
      (id) => !known.has(id) && isThere(id, knowledge) && isOffered(id, knowledge) && isFor(chooser, id),
    )
    .toSorted()
    .slice(0, FURTHER_MODELS)
    .map((id) => offerOf(id, id, "available"));
  return {
    models: [own, ...offered, ...further],
    earlier: labels.filter((label) => !offered.includes(label)),
  };
}

/** Whether users may choose a model of the provider's list by its id: elsewhere than here the operator pays for those that are not free. */
function isOffered(id: string, knowledge: Knowledge): boolean {
  if (knowledge.listed?.has(id) !== true || OTHER_USE.test(id) || id.length > MAX_CHOICE) return false;
  return knowledge.isLocal || isFor("visitor", id);
}

function labelOffers(knowledge: Knowledge, chooser: Chooser): ModelOffer[] {
  return modelLabels.map((label): ModelOffer => {
    const [first] = menu[label];
    const [id] = withLastResort(menu[label], knowledge, chooser);
    if (id === first) return offerOf(label, id, knowledge.listed === null ? "unknown" : "available");
    const isLikeIt = menu[label].includes(id) || isThere(first, knowledge);
    return { label, id, status: isLikeIt ? "replaced" : "gone", replacedBy: id };
  });
}

function offerOf(label: string, id: string, status: "available" | "unknown"): ModelOffer {
  return { label, id, status, replacedBy: null };
}

function wantedIds(asked: string | null, knowledge: Knowledge): readonly string[] | null {
  const { configured } = knowledge;
  if (asked === null || asked === configured || labelKey(asked) === labelKey(OWN_MODEL)) return [configured];
  const label = modelLabels.find((candidate) => labelKey(candidate) === labelKey(asked));
  if (label !== undefined) return menu[label];
  const ids = Object.values(menu).find((candidates) => candidates.includes(asked));
  if (ids !== undefined) return [asked, ...ids.filter((id) => id !== asked)];
  return isOffered(asked, knowledge) ? [asked] : null;
}

function withLastResort(
  wanted: readonly string[],
  knowledge: Knowledge,
  chooser: Chooser,
): [string, ...string[]] {
  const { configured, listed } = knowledge;
  // Without a list from the provider, the operator's own model is the safest second choice.
  const known = listed === null ? wanted.filter((id) => isThere(id, knowledge)).slice(0, 1) : wanted;
  const router = listed?.has(FREE_ROUTER) === true ? [FREE_ROUTER] : [];
  const rest = [...known, ...router]
    .filter((id) => id === configured || isThere(id, knowledge))
    .filter((id) => id === configured || isFor(chooser, id));
  const [first = configured, ...others] = new Set([...rest, configured]);
  return [first, ...others];
}

/** Whether a model is available, as far as is known. */
function isThere(id: string, { listed, refused }: Knowledge): boolean {
  return !refused.has(id) && (listed === null || listed.has(id));
}

/** A visitor's models are free. */
function isFor(chooser: Chooser, id: string): boolean {
  return chooser === "user" || id === FREE_ROUTER || id.endsWith(":free");
}

/** "gpt-4" and "GPT 4" are the same label. */
function labelKey(label: string): string {
  return label.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
}
