import { type Before, messageFeatures } from "./message-features.ts";
import { type ClassModel, featureHash, scoresOf } from "./packed-model.ts";
import type { TalkModels } from "./talk-models.ts";
import type { Token } from "./tokens.ts";

/** The ability a message requests, as classified. */
export interface Label {
  ability: string;
  /** From 0 to 1. */
  likelihood: number;
  /** One of the ability's topics; null when it has none. */
  topic: string | null;
  /** Likelihood among the ability's topics, from 0 to 1. */
  topicLikelihood: number;
}

/**
 * Classifies a message: first the most likely ability, then one of its topics. Uses multinomial logistic regression (Hastie, Tibshirani,
 * Friedman, The Elements of Statistical Learning, 4.4) over `messageFeatures`. bench/train-talk.ts learns the weights beforehand.
 */
export function labelOf(
  models: Pick<TalkModels, "abilities" | "topics">,
  tokens: readonly Token[],
  before: Before,
  hints: readonly string[],
): Label {
  const [best] = likelyLabels(models, tokens, before, hints);
  return best;
}

/** The two likeliest labels. The second one's likelihood is that among all labels but the first. */
export function likelyLabels(
  { abilities, topics }: Pick<TalkModels, "abilities" | "topics">,
  tokens: readonly Token[],
  before: Before,
  hints: readonly string[],
): [Label, Label] {
  const isKnown = (stem: string) => abilities.weights.has(featureHash(stem));
  const features = messageFeatures(tokens, before, hints, isKnown).map(featureHash);
  const [first, second] = likeliest(abilities, features);
  const label = ({ name: ability, likelihood }: Likely): Label => {
    const model = topics.get(ability);
    const [topic] = model === undefined ? [null] : likeliest(model, features);
    return { ability, likelihood, topic: topic?.name ?? null, topicLikelihood: topic?.likelihood ?? 0 };
  };
  return [label(first), label({ ...second, likelihood: second.likelihood / (1 - first.likelihood) })];
}

interface Likely {
  name: string;
  likelihood: number;
}

function likeliest(model: ClassModel, features: readonly number[]): [Likely, Likely] {
  const scores = [...scoresOf(model, features)];
  const most = Math.max(...scores);
  const all = scores.reduce((sum, score) => sum + Math.exp(score - most), 0);
  const likely = scores
    .map((score, at) => ({ name: model.classes[at] ?? "", likelihood: Math.exp(score - most) / all }))
    .toSorted((one, other) => other.likelihood - one.likelihood);
  const none = { name: "", likelihood: 0 };
  return [likely[0] ?? none, likely[1] ?? none];
}
