/**
 * Learns the weights of src/shared/features/chat/help/help-classifier.ts from the messages in bench/help-training and writes
 * help-weights.ts:
 *
 *   node bench/train-help.ts [--misses]
 *
 * Only the most important features are stored, because the page has to load them. The threshold comes from five-fold cross-validation in
 * which nearly identical messages stay in one fold. The same input gives the same weights.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  featureHash,
  type LinearModel,
  logOdds,
  type PackedModel,
  RICE,
} from "#shared/features/chat/help/help-classifier.ts";
import { helpFeatures } from "#shared/features/chat/help/help-features.ts";
import { type HelpKind, helpKinds } from "#shared/features/chat/help/help-kinds.ts";
import {
  ASKED,
  besideQuestions,
  FOLDS,
  inPlaces,
  type Message,
  moreAfterPatterns,
  readMessages,
} from "./help-training.ts";
import { countOf, type Example, fit } from "./logistic-regression.ts";

interface Scored {
  message: Message;
  odds: number;
  kind: HelpKind | null;
}

const WEIGHTS = join(import.meta.dirname, "../src/shared/features/chat/help/help-weights.ts");
/** The share of near misses in the training that may get a card: they are much harder than normal talk. */
const NEAR_ALARMS = 0.055;
/** The topic of this project's sentences that are not about danger, and the share of them that may get a card. */
const PLAIN = "own-words";
const PLAIN_ALARMS = 0.01;
/**
 * The share of everyday questions that may get a card. They are generated, so each has many similar ones among the messages the model is
 * tested on.
 */
const ASKED_ALARMS = 0.008;
const DANGER_FEATURES = 9_000;
const KIND_FEATURES = 250;
/** A word seen less often than this is judged by its letters. */
const KNOWN_FROM = 4;
const STEP = 0.6;

const messages = readMessages();
const scored = crossValidate(messages);
const threshold = thresholdFor(scored);
report(scored, threshold);
write(messages, threshold);

function crossValidate(all: readonly Message[]): Scored[] {
  return Array.from({ length: FOLDS }, (_, fold) => {
    const models = train(all.filter((message) => message.fold !== fold));
    return all
      .filter((message) => message.fold === fold)
      .map((message) => {
        const features = featuresOf(message, models.known);
        const kinds = helpKinds.map((kind) => ({ kind, odds: logOdds(models.kinds[kind], features) }));
        return {
          message,
          odds: logOdds(models.danger, features),
          kind: kinds.toSorted((one, other) => other.odds - one.odds)[0]?.kind ?? null,
        };
      });
  }).flat();
}

interface Models {
  known: ReadonlySet<string>;
  danger: LinearModel;
  kinds: Record<HelpKind, LinearModel>;
}

function train(all: readonly Message[]): Models {
  // The generated questions repeat the same few words often, and would crowd out the words of real messages.
  const known = knownWords(all.filter(({ topic }) => topic !== ASKED));
  const examples = [...all, ...inPlaces(all), ...besideQuestions(all), ...moreAfterPatterns(all)].map(
    (message) => ({
      message,
      features: featuresOf(message, known),
    }),
  );
  const dangerous = examples.filter(({ message }) => message.kind !== null);
  const danger = fitSmall(
    examples.map(({ message, features }) => ({ features, isPositive: message.kind !== null })),
    DANGER_FEATURES,
    { always: [...known].map(featureHash) },
  );
  const kindModel = (kind: HelpKind) =>
    fitSmall(
      dangerous.map(({ message, features }) => ({ features, isPositive: message.kind === kind })),
      KIND_FEATURES,
      { isAllowed: (feature) => danger.weights.has(feature) },
    );
  return {
    known,
    danger,
    kinds: {
      overdose: kindModel("overdose"),
      emergency: kindModel("emergency"),
      consent: kindModel("consent"),
      distress: kindModel("distress"),
    },
  };
}

/** Trains with all features, and again with the most important ones. Features in `always` stay, whatever their weight. */
function fitSmall(
  examples: readonly Example[],
  limit: number,
  { always = [], isAllowed = () => true }: { always?: number[]; isAllowed?: (feature: number) => boolean },
): LinearModel {
  const counts = countOf(examples.flatMap(({ features }) => features));
  const seenTwice = [...counts]
    .filter(([name, count]) => count >= 2 && isAllowed(name))
    .map(([name]) => name);
  const { weights } = fit(examples, seenTwice);
  const matter = (name: number) => Math.abs(weights.get(name) ?? 0) * Math.sqrt(counts.get(name) ?? 0);
  const best = seenTwice.toSorted((one, other) => matter(other) - matter(one)).slice(0, limit);
  const small = fit(examples, best);
  const rounded = [...small.weights]
    .map(([name, weight]) => [name, Math.round(weight / STEP) * STEP] as const)
    .filter(([, weight]) => weight !== 0);
  return {
    bias: small.bias,
    weights: new Map([...always.map((name) => [name, 0] as const), ...rounded]),
  };
}

function knownWords(all: readonly Message[]): Set<string> {
  const counts = countOf(all.flatMap(({ stems }) => [...stems]));
  return new Set([...counts].filter(([, count]) => count >= KNOWN_FROM).map(([word]) => word));
}

function featuresOf({ text, pattern }: Message, known: ReadonlySet<string>): number[] {
  const names = [...helpFeatures(text, (word) => known.has(word)), ...pattern];
  return [...new Set(names.map(featureHash))];
}

function thresholdFor(all: readonly Scored[]): number {
  const harmless = all.filter(({ message }) => message.kind === null);
  const exceeded = (scored: readonly Scored[], share: number) =>
    scored.map(({ odds }) => odds).toSorted((one, other) => other - one)[Math.floor(scored.length * share)] ??
    0;
  const {
    plain = [],
    asked = [],
    near = [],
  } = Object.groupBy(harmless, ({ message }) => harmlessKind(message));
  return Math.max(exceeded(plain, PLAIN_ALARMS), exceeded(asked, ASKED_ALARMS), exceeded(near, NEAR_ALARMS));
}

function harmlessKind({ topic }: Message): "plain" | "asked" | "near" {
  if (topic === PLAIN) return "plain";
  return topic === ASKED ? "asked" : "near";
}

function report(all: readonly Scored[], limit: number): void {
  const danger = all.filter(({ message }) => message.kind !== null);
  const harmless = all.filter(({ message }) => message.kind === null);
  const recognized = danger.filter(({ odds }) => odds > limit);
  const alarms = harmless.filter(({ odds }) => odds > limit);
  const right = recognized.filter(({ message, kind }) => message.kind === kind);
  console.log(
    `${danger.length} messages of danger, ${harmless.length} harmless, cross-validated at ${limit.toFixed(2)}:`,
  );
  console.log(
    `heard ${percent(recognized, danger)}, false alarms ${percent(alarms, harmless)}, right card ${percent(right, recognized)}`,
  );
  for (const [name, part = []] of Object.entries(
    Object.groupBy(harmless, (each) => harmlessKind(each.message)),
  )) {
    const alarmed = part.filter(({ odds }) => odds > limit);
    console.log(`  harmless, ${name}: ${percent(alarmed, part)} of ${part.length} got a card`);
  }
  for (const [topic, part = []] of Object.entries(Object.groupBy(danger, ({ message }) => message.topic))) {
    console.log(
      `  ${topic}: ${percent(
        part.filter(({ odds }) => odds > limit),
        part,
      )} of ${part.length}`,
    );
  }
  if (!process.argv.includes("--misses")) return;
  for (const { message, odds } of danger.filter((each) => !recognized.includes(each))) {
    console.log(`missed ${odds.toFixed(2)} ${message.topic}: ${message.text}`);
  }
  for (const { message, odds } of alarms) {
    console.log(`alarm ${odds.toFixed(2)}${message.pattern.length > 0 ? " (pattern)" : ""}: ${message.text}`);
  }
}

function write(all: readonly Message[], limit: number): void {
  const { danger, kinds } = train(all);
  const ordered = [...danger.weights.keys()].toSorted((one, other) => one - other);
  const places = new Map(ordered.map((hash, place) => [hash, place]));
  const learned = {
    threshold: Number(limit.toFixed(3)),
    sureOfKind: -1,
    danger: packed(danger, (hash) => hash),
    kinds: Object.fromEntries(
      helpKinds.map((kind) => [kind, packed(kinds[kind], (hash) => places.get(hash) ?? 0)]),
    ),
  };
  const text = `// Written by bench/train-help.ts.\nexport const learned = ${JSON.stringify(learned, null, 2)};\n`;
  writeFileSync(WEIGHTS, text);
  console.log(`help-weights.ts: ${danger.weights.size} features, ${(text.length / 1000).toFixed(1)} kB`);
}

/** See `PackedModel`. */
function packed({ bias, weights }: LinearModel, placeOf: (hash: number) => number): PackedModel {
  const ordered = [...weights].toSorted(([one], [other]) => one - other);
  const stored = ordered.map(([, weight]) => Math.round(weight / STEP));
  const counts = [...countOf(stored)].toSorted(([one, many], [other, more]) => more - many || one - other);
  const levels = counts.map(([level]) => level);
  let before = 0;
  const codes = ordered.map(([hash], index) => {
    const place = placeOf(hash);
    const gap = place - before;
    before = place;
    return riceOf(gap, RICE.gap) + riceOf(levels.indexOf(stored[index] ?? 0), RICE.level);
  });
  const bytes = codes.join("").match(/.{1,8}/g) ?? [];
  return {
    bias: Number(bias.toFixed(3)),
    count: ordered.length,
    step: STEP,
    levels,
    bits: Buffer.from(bytes.map((byte) => Number.parseInt(byte.padEnd(8, "0"), 2))).toString("base64"),
  };
}

function riceOf(value: number, low: number): string {
  return `${"1".repeat(value >> low)}0${(value & ((1 << low) - 1)).toString(2).padStart(low, "0")}`;
}

function percent(part: readonly unknown[], whole: readonly unknown[]): string {
  return `${((part.length / Math.max(1, whole.length)) * 100).toFixed(1)} %`;
}
