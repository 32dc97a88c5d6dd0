import { isEmptyWord } from "../subject.ts";
import { stemOf, type Token } from "./tokens.ts";

/** The slots of an ability that words of a message can fill. */
export const spanNames = [
  "what",
  "near",
  "from",
  "to",
  "at",
  "when",
  "size",
  "not",
  "whose",
  "item",
] as const;
export type SpanName = (typeof spanNames)[number];
/** `-`: in no slot. */
export type SpanTag = SpanName | "-";

/**
 * Features for the tag of one word: the word, its neighbors, the tags of the previous words, and the message's ability. The words after it
 * have no tags yet.
 * @param words of the message
 * @param tags of the tokens before `at`
 */
export function spanFeatures(
  words: readonly SpanWord[],
  at: number,
  tags: readonly SpanTag[],
  ability: string,
): string[] {
  const edge = (ahead: number) => (at + ahead < 0 ? "^" : "$");
  const word = (ahead: number) => words[at + ahead]?.stem ?? edge(ahead);
  const [here, last, next] = [word(0), word(-1), word(1)];
  const shape = (ahead: number) => words[at + ahead]?.shape ?? edge(ahead);
  const [kind, lastKind, nextKind] = [shape(0), shape(-1), shape(1)];
  const [tag, tagBefore] = [tags[at - 1] ?? "^", tags[at - 2] ?? "^"];
  return [
    `0 ${here}`,
    `-1 ${last}`,
    `1 ${next}`,
    `-2 ${word(-2)}`,
    `2 ${word(2)}`,
    `-1 ${last} 0 ${here}`,
    `0 ${here} 1 ${next}`,
    `-2 ${word(-2)} -1 ${last}`,
    `1 ${next} 2 ${word(2)}`,
    `-1 ${last} 1 ${next}`,
    `. ${here.slice(-3)}`,
    `t ${tag}`,
    `t ${tagBefore} ${tag}`,
    `t ${tag} 0 ${here}`,
    `t ${tag} -1 ${last}`,
    `t ${tag} 1 ${next}`,
    `a ${ability}`,
    `a ${ability} t ${tag}`,
    `a ${ability} 0 ${here}`,
    `a ${ability} -1 ${last}`,
    `a ${ability} t ${tag} -1 ${last}`,
    `s ${shape(-2)} ${lastKind} ${kind}`,
    `s ${lastKind} ${kind} ${nextKind}`,
    `s ${kind} ${nextKind} ${shape(2)}`,
    `s ${shape(-2)} ${lastKind} ${kind} ${nextKind} ${shape(2)}`,
    `s ${tag} ${lastKind} ${kind} ${nextKind}`,
    `a ${ability} s ${lastKind} ${kind} ${nextKind}`,
    `a ${ability} t ${tag} s ${kind}`,
    ...(at === 0 ? [`^ ${ability}`] : []),
    ...(at === words.length - 1 ? [`$ ${ability} ${tag}`] : []),
  ];
}

/** A word in the form the tagger uses. */
export interface SpanWord {
  stem: string;
  /** Stop words are unchanged; all words that may name something have the same shape. */
  shape: string;
}

export function spanWords(tokens: readonly Token[]): SpanWord[] {
  return tokens.map(({ seen }) => ({
    stem: stemOf(seen),
    shape: /^[^\p{L}]/u.test(seen) || isEmptyWord(seen) ? seen : "W",
  }));
}
