import { type ClassModel, unpacked } from "./packed-model.ts";

/** The models that understand a message, learned by bench/train-talk.ts. */
export interface TalkModels {
  /** Classifies the ability. */
  abilities: ClassModel;
  /** Classifies the topic, for each ability that has topics. */
  topics: ReadonlyMap<string, ClassModel>;
  /** Tags the words that fill a slot. */
  spans: ClassModel;
}

let loading: Promise<TalkModels> | null = null;

/** Loaded once; after a failure, the next call tries again: a phone's connection may have been lost for a moment. */
export function loadTalkModels(): Promise<TalkModels> {
  loading ??= loadParts().catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

/** In several parts: together they would exceed the size limit of a chunk. */
async function loadParts(): Promise<TalkModels> {
  const [{ abilityWeights }, { topicWeights }, { spanWeights }] = await Promise.all([
    import("./ability-weights.ts"),
    import("./topic-weights.ts"),
    import("./span-weights.ts"),
  ]);
  return {
    abilities: unpacked(abilityWeights),
    topics: new Map(Object.entries(topicWeights).map(([ability, model]) => [ability, unpacked(model)])),
    spans: unpacked(spanWeights),
  };
}
