import { asksHow, withoutAskingWords } from "./asking-words.ts";
import type { Retrieved } from "./retrieved.ts";

/** What an item gains whose title is wholly in the question: it was asked for by name. */
const NAMED = 0.1;
/** What the guide gains when a user asks how things are done. */
const GUIDE = 0.1;
/** What it gains for each part of the question its title has: the rest is only mentioned. */
const IN_TITLE = 0.06;
/** What the guide loses when nobody asks how: who looks for a thing wants the thing. */
const NOT_GUIDE = 0.04;
/** Items of one kind in the same words: a library has five of the same ladder. */
const MOST_ALIKE = 2;

/** Hits in a better order for a person: named ones up, the guide up for how-to questions, not three times the same. */
export function rank(question: string, hits: readonly Retrieved[]): Retrieved[] {
  const asked = new Set(stemsOf(withoutAskingWords(question)));
  const isHowTo = asksHow(question);
  const ranked = hits
    .map((hit) => {
      const title = stemsOf(hit.source.title);
      const isNamed = title.length > 0 && title.every((stem) => asked.has(stem));
      const said = title.filter((stem) => asked.has(stem)).length / Math.max(1, asked.size);
      const guide = hit.source.kind !== "context" ? 0 : isHowTo ? GUIDE : -NOT_GUIDE;
      return { ...hit, score: hit.score + (isNamed ? NAMED : 0) + IN_TITLE * Math.min(1, said) + guide };
    })
    .toSorted((one, other) => other.score - one.score);
  return varied(ranked);
}

/** What repeats goes to the end instead of away: it may still be the nearest. */
function varied(hits: readonly Retrieved[]): Retrieved[] {
  const seen = new Map<string, number>();
  const [first, repeats]: [Retrieved[], Retrieved[]] = [[], []];
  for (const hit of hits) {
    const likeness = `${hit.source.kind} ${hit.body.split(/[.\n]/, 1)[0]}`;
    const count = seen.get(likeness) ?? 0;
    seen.set(likeness, count + 1);
    // A guide's passages and a user's own notes repeat only by chance.
    (count < MOST_ALIKE || hit.body === "" ? first : repeats).push(hit);
  }
  return [...first, ...repeats];
}

/** Words without the, and, of; plural and singular are one. */
function stemsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "" && !/^(?:the|a|an|of|and|in|on|to|for|if|you|are)$/.test(word))
    .map((word) => (word.length > 3 ? word.replace(/(?:es|s)$/, "") : word));
}
