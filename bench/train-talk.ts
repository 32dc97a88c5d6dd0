/**
 * Learns the intent of a message in a talk and the words that fill its slots, from bench/talk-training and the development talks, and
 * writes src/shared/features/talk/understand/learned/*-weights.ts:
 *
 * node bench/train-talk.ts [--misses] [--dry]
 *
 * First prints the result of five-fold cross-validation, on sentences that were not learned from. The same input gives the same weights.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { labelOf } from "#shared/features/talk/understand/learned/label-of-message.ts";
import { messageFeatures } from "#shared/features/talk/understand/learned/message-features.ts";
import {
  type ClassModel,
  featureHash,
  packed,
  type PackedModel,
  scoresOf,
  unpacked,
} from "#shared/features/talk/understand/learned/packed-model.ts";
import {
  spanFeatures,
  spanNames,
  type SpanTag,
  spanWords,
} from "#shared/features/talk/understand/learned/span-features.ts";
import type { TalkModels } from "#shared/features/talk/understand/learned/talk-models.ts";
import { stemOf } from "#shared/features/talk/understand/learned/tokens.ts";
import { countOf } from "./logistic-regression.ts";
import { type ClassExample, fitClasses, type Fitting } from "./softmax-regression.ts";
import { FOLDS, type Line, readLines, readTalkLines } from "./talk-training.ts";

const LEARNED = join(import.meta.dirname, "../src/shared/features/talk/understand/learned");
const ABILITY_WEIGHTS = 32_000;
const TOPIC_WEIGHTS = { about: 9_000, "small-talk": 1_500, my: 800, nearest: 1_000, details: 1_200 };
const SPAN_WEIGHTS = 8_000;
/** A word seen less often than this is judged by its letters. */
const KNOWN_FROM = 3;
const STEP = 0.25;
const fitting = { rounds: 14, rate: 1, l1: 1e-4, l2: 1e-5 };
const spanFitting = { rounds: 12, rate: 0.3, l1: 1e-5, l2: 1e-6 };

type Models = TalkModels;

const lines = readLines();
const talkLines = readTalkLines();
const labels = [...new Set([...lines, ...talkLines].map(({ label }) => label))].toSorted();
const abilities = [...new Set(labels.map(abilityIn))];
const tags: SpanTag[] = ["-", ...spanNames];
console.log(`${lines.length} sentences, ${talkLines.length} turns of talks, ${labels.length} labels`);
if (!process.argv.includes("--quick")) crossValidate();
if (!process.argv.includes("--dry")) write(train([...lines, ...talkLines]));

function train(all: readonly Line[]): Models {
  return { ...trainLabels(all), spans: trainSpans(all) };
}

function trainLabels(all: readonly Line[]): Omit<Models, "spans"> {
  const counts = countOf(all.flatMap(({ tokens }) => [...new Set(tokens.map(({ seen }) => stemOf(seen)))]));
  const known = new Set([...counts].filter(([, count]) => count >= KNOWN_FROM).map(([word]) => word));
  const total = (ability: string) => totals.get(ability) ?? 1;
  const totals = new Map<string, number>();
  for (const { label, weight } of all) totals.set(abilityIn(label), total(abilityIn(label)) + weight);
  const mean = all.reduce((sum, { weight }) => sum + weight, 0) / totals.size;
  const examples = all.map(({ tokens, before, hints, label, weight }) => ({
    label,
    features: messageFeatures(tokens, before, hints, (stem) => known.has(stem)).map(featureHash),
    target: abilities.indexOf(abilityIn(label)),
    // The many sentences about the guide reflect its many sections, not how often people ask, so they weigh less.
    weight: weight * Math.sqrt(mean / total(abilityIn(label))),
  }));
  const topics = Object.entries(TOPIC_WEIGHTS).map(([ability, limit]) => {
    const labelsOfAbility = labels.filter((label) => label.startsWith(`${ability}:`));
    const those = examples
      .filter(({ label }) => labelsOfAbility.includes(label))
      .map((example) => ({ ...example, target: labelsOfAbility.indexOf(example.label), weight: 1 }));
    const model = fitSmall(those, labelsOfAbility, limit, fitting, []);
    return [
      ability,
      { ...model, classes: labelsOfAbility.map((label) => label.slice(ability.length + 1)) },
    ] as const;
  });
  return {
    abilities: fitSmall(examples, abilities, ABILITY_WEIGHTS, fitting, [...known].map(featureHash)),
    topics: new Map(topics),
  };
}

function trainSpans(all: readonly Line[]): ClassModel {
  const examples = all.flatMap(({ tokens, tags: right, label }) => {
    if (right === null) return [];
    const words = spanWords(tokens);
    return right.map((tag, at) => ({
      features: spanFeatures(words, at, right.slice(0, at), abilityIn(label)).map(featureHash),
      target: tags.indexOf(tag),
      weight: 1,
    }));
  });
  return fitSmall(examples, tags, SPAN_WEIGHTS, spanFitting, []);
}

/**
 * Trains with all features, and again with the most important weights, because the page has to load them. Features in `always` stay,
 * whatever their weight.
 */
function fitSmall(
  examples: readonly ClassExample[],
  classes: readonly string[],
  limit: number,
  how: Fitting,
  always: readonly number[],
): ClassModel {
  const counts = countOf(examples.flatMap(({ features }) => features));
  const all = classes.map((_, at) => at);
  const seenTwice = [...counts].filter(([, count]) => count >= 2).map(([name]) => name);
  const whole = fitClasses(examples, classes, new Map(seenTwice.map((name) => [name, all])), {
    ...how,
    rounds: Math.ceil(how.rounds / 2),
  });
  const matters = [...whole.weights].flatMap(([name, row]) =>
    row.map(([at, weight]) => ({ name, at, matter: Math.abs(weight) * Math.sqrt(counts.get(name) ?? 0) })),
  );
  const best = matters.toSorted((one, other) => other.matter - one.matter).slice(0, limit);
  const allowed = new Map<number, number[]>(always.map((name) => [name, []]));
  for (const { name, at } of best) allowed.set(name, [...(allowed.get(name) ?? []), at]);
  return unpacked(packed(fitClasses(examples, classes, allowed, how), STEP));
}

function abilityIn(label: string): string {
  return label.split(":")[0] ?? label;
}

function labelFor(models: Models, { tokens, before, hints }: Line): string {
  const { ability, topic } = labelOf(models, tokens, before, hints);
  return topic === null ? ability : `${ability}:${topic}`;
}

function tagsFor({ spans }: Models, { tokens }: Line, ability: string): SpanTag[] {
  const words = spanWords(tokens);
  const predicted: SpanTag[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const scores = scoresOf(spans, spanFeatures(words, at, predicted, ability).map(featureHash));
    predicted.push(tags[scores.indexOf(Math.max(...scores))] ?? "-");
  }
  return predicted;
}

function crossValidate(): void {
  const judged: { line: Line; isTalk: boolean; label: string; tags: SpanTag[] }[] = [];
  for (let fold = 0; fold < (process.argv.includes("--one-fold") ? 1 : FOLDS); fold += 1) {
    const models = train([...lines, ...talkLines].filter((line) => line.fold !== fold));
    for (const line of [...lines, ...talkLines].filter((each) => each.fold === fold)) {
      const label = labelFor(models, line);
      judged.push({
        line,
        isTalk: talkLines.includes(line),
        label,
        tags: tagsFor(models, line, abilityIn(label)),
      });
    }
  }
  for (const isTalk of [false, true]) {
    const part = judged.filter((each) => each.isTalk === isTalk);
    const right = part.filter(({ line, label }) => abilityIn(label) === abilityIn(line.label));
    const exact = part.filter(({ line, label }) => label === line.label);
    console.log(
      `${isTalk ? "talks" : "sentences"}: ability ${percent(right, part)}, label ${percent(exact, part)} of ${part.length}`,
    );
  }
  const tagged = judged.filter(({ line }) => line.tags !== null);
  for (const name of spanNames) {
    const expected = tagged.filter(({ line, tags: predicted }) =>
      [...(line.tags ?? []), ...predicted].includes(name),
    );
    const right = expected.filter(({ line, tags: predicted }) =>
      predicted.every((tag, at) => (tag === name) === (line.tags?.[at] === name)),
    );
    console.log(`  ${name}: ${percent(right, expected)} of ${expected.length} exactly`);
  }
  const byLabel = Map.groupBy(judged, ({ line }) => abilityIn(line.label));
  for (const [ability, part] of byLabel) {
    const wrong = part.filter(({ line, label }) => abilityIn(label) !== abilityIn(line.label));
    const taken = [...Map.groupBy(wrong, ({ label }) => abilityIn(label))]
      .toSorted(([, one], [, other]) => other.length - one.length)
      .slice(0, 4)
      .map(([name, each]) => `${name} ${each.length}`);
    console.log(
      `  ${ability}: ${percent(
        part.filter((each) => !wrong.includes(each)),
        part,
      )} of ${part.length}; taken for ${taken.join(", ")}`,
    );
  }
  if (process.argv.includes("--misses"))
    for (const { line, label } of judged)
      if (label !== line.label)
        console.log(`${line.label} -> ${label} | ${line.before.ability ?? "-"} | ${line.message}`);
}

function write({ abilities: abilityModel, topics, spans }: Models): void {
  const topicModels = [...topics].map(([ability, model]) => [ability, packed(model, STEP)] as const);
  writeWeights("ability-weights.ts", "abilityWeights", packed(abilityModel, STEP));
  writeWeights("topic-weights.ts", "topicWeights", Object.fromEntries(topicModels));
  writeWeights("span-weights.ts", "spanWeights", packed(spans, STEP));
}

function writeWeights(file: string, name: string, model: PackedModel | Record<string, PackedModel>): void {
  const text = `// Written by bench/train-talk.ts.\nexport const ${name} = ${JSON.stringify(model, null, 2)};\n`;
  writeFileSync(join(LEARNED, file), text);
  console.log(
    `${file}: ${(text.length / 1000).toFixed(1)} kB, ${(gzipSync(text).length / 1000).toFixed(1)} kB gzip`,
  );
}

function percent(part: readonly unknown[], whole: readonly unknown[]): string {
  return `${((part.length / Math.max(1, whole.length)) * 100).toFixed(1)} %`;
}
