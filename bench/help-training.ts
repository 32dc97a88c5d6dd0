/** The training messages for bench/train-help.ts. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { patternFeatures } from "#shared/features/chat/help/help-classifier.ts";
import { stemsOf } from "#shared/features/chat/help/help-features.ts";
import { type HelpKind, helpKinds } from "#shared/features/chat/help/help-kinds.ts";
import { findPatterns } from "#shared/features/chat/help/help-patterns.ts";
import { plainWords } from "#shared/features/chat/help/help-words.ts";
import sloppyMessages from "./help-messages.json" with { type: "json" };
import { developmentHelp, harmless, knownHelp } from "./help-questions.ts";
import { mulberry32 } from "./logistic-regression.ts";
import { plainQuestions } from "./plain-questions.ts";

export interface Message {
  text: string;
  /** Null for a harmless message. */
  kind: HelpKind | null;
  topic: string;
  stems: ReadonlySet<string>;
  pattern: readonly string[];
  fold: number;
}

const TRAINING = join(import.meta.dirname, "help-training");
export const FOLDS = 5;
/** The topics written after the patterns, by people who had not seen them: only these show how far a pattern can be trusted. */
const AFTER_PATTERNS: ReadonlySet<string> = new Set(["fresh", "fresh-cries", "idioms"]);
/** The number of times the few messages of these topics are learned. */
const TIMES_AFTER_PATTERNS = 3;
/** The topic of everyday questions. */
export const ASKED = "asked";
/** The share of danger messages that are also learned combined with an everyday question. */
const BESIDE_A_QUESTION = 0.25;
/** Topics of bench/help-messages.json for which the emergency card is not the best answer. */
const openKinds: Readonly<Record<string, HelpKind>> = {
  overdose_drugs: "overdose",
  bad_trip_panic: "overdose",
  drugged_or_spiked: "overdose",
  sexual_assault_consent: "consent",
  waking_beside_stranger: "consent",
  violence_threat: "consent",
  being_followed: "consent",
  suicidal: "distress",
  self_harm: "distress",
};
const BEFORE = [
  "hi",
  "hey",
  "so",
  "ok",
  "omg",
  "um hello",
  "guys",
  "at our camp",
  "just now",
  "last night",
  "hello everyone",
];
const AFTER = [
  "at our camp",
  "at the party",
  "near the temple",
  "at 4:30 and D",
  "at 7:15 & H",
  "at the bar",
  "by the man",
  "in our dome",
  "please",
  "pls",
  "right now",
  "omg",
  "today",
  "tonight",
  "this morning",
  "here",
  "near center camp",
  "by the art car",
  "at the dance floor",
  "on the esplanade",
  "thanks",
  "anyone",
  "next to our tent",
  "in the kitchen",
];

/** Every message of bench/help-training, and the questions that are not held out, each with its fold. */
export function readMessages(): Message[] {
  const texts = new Map<string, { kind: HelpKind | null; topic: string }>();
  for (const file of readdirSync(TRAINING).toSorted()) {
    for (const section of readFileSync(join(TRAINING, file), "utf8").split(/^= /mu).slice(1)) {
      const [heading = "", ...lines] = section.split("\n");
      const [name, topic = ""] = heading.split(" ");
      const kind = helpKinds.find((each) => each === name) ?? null;
      if (kind === null && name !== "harmless") throw new Error(`${file}: no such kind: ${heading}`);
      for (const text of lines.filter((line) => line !== "")) texts.set(text, { kind, topic });
    }
  }
  for (const text of plainQuestions().filter((question) => !texts.has(question))) {
    texts.set(text, { kind: null, topic: ASKED });
  }
  const all = [
    ...[...texts].map(([text, { kind, topic }]) => messageOf(text, kind, topic)),
    ...[...readQuestions()].map(([text, kind]) => messageOf(text, kind, "questions")),
  ];
  const folds = foldsOf(all.map(({ stems }) => stems));
  return all.map((message, index) => ({ ...message, fold: folds[index] ?? 0 }));
}

/** The messages of the benchmark that are not held out. */
function readQuestions(): Map<string, HelpKind | null> {
  const kindOf = (topic: string): HelpKind => openKinds[topic] ?? "emergency";
  return new Map([
    ...[knownHelp, developmentHelp].flatMap((questions) =>
      helpKinds.flatMap((kind) => questions[kind].map((text) => [text, kind] as const)),
    ),
    ...Object.entries(sloppyMessages.danger).flatMap(([topic, texts]) =>
      texts.map((text) => [text, kindOf(topic)] as const),
    ),
    ...[...harmless, ...sloppyMessages.harmless].map((text) => [text, null] as const),
  ]);
}

/** Assigns folds in turn; a message that shares three fifths of its words with an earlier one goes into the same fold. */
function foldsOf(all: readonly ReadonlySet<string>[]): number[] {
  const seen = new Map<string, number[]>();
  const folds: number[] = [];
  for (const [index, stems] of all.entries()) {
    const shared = new Map<number, number>();
    for (const word of stems) {
      for (const other of seen.get(word) ?? []) shared.set(other, (shared.get(other) ?? 0) + 1);
      seen.set(word, [...(seen.get(word) ?? []), index]);
    }
    const twin = [...shared].find(
      ([other, count]) => count / (stems.size + (all[other]?.size ?? 0) - count) >= 0.6,
    );
    folds.push(folds[twin?.[0] ?? -1] ?? index % FOLDS);
  }
  return folds;
}

/** Repeats the messages that were written after the patterns. */
export function moreAfterPatterns(all: readonly Message[]): Message[] {
  const few = all.filter(({ topic }) => AFTER_PATTERNS.has(topic));
  return Array.from({ length: TIMES_AFTER_PATTERNS - 1 }, () => few).flat();
}

/** Repeats half of the messages with added words that fit any message, so that "at our camp" by itself carries no meaning. */
export function inPlaces(all: readonly Message[]): Message[] {
  const random = mulberry32(11);
  return all.flatMap((message) => {
    if (random() < 0.5) return [];
    const before = random() < 0.3;
    const words = (before ? BEFORE : AFTER)[Math.floor(random() * (before ? BEFORE : AFTER).length)] ?? "";
    return [again(message, before ? `${words} ${message.text}` : `${message.text} ${words}`)];
  });
}

/**
 * Repeats some of the danger messages combined with an everyday question: "where is the temple" is harmless by itself, but does not make
 * the rest of the message less serious.
 */
export function besideQuestions(all: readonly Message[]): Message[] {
  const random = mulberry32(17);
  const questions = all.filter(({ topic }) => topic === ASKED);
  return all.flatMap((message) => {
    const question = questions[Math.floor(random() * questions.length)];
    if (message.kind === null || question === undefined || random() >= BESIDE_A_QUESTION) return [];
    const isBefore = random() < 0.6;
    return [
      again(message, isBefore ? `${question.text} ${message.text}` : `${message.text} ${question.text}`),
    ];
  });
}

/** @param hasPattern the patterns were written with the other messages, which would make them look better than they are */
function messageOf(
  text: string,
  kind: HelpKind | null,
  topic: string,
  hasPattern = AFTER_PATTERNS.has(topic),
): Omit<Message, "fold"> {
  const pattern = hasPattern ? patternFeatures(findPatterns(plainWords(text))) : [];
  return { text, kind, topic, stems: new Set(stemsOf(text)), pattern };
}

/** The same message with more words, and with its patterns unless it is one of the benchmark. */
function again({ kind, topic, fold }: Message, text: string): Message {
  return { ...messageOf(text, kind, topic, topic !== "questions"), fold };
}
