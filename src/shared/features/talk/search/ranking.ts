import { newestFirst } from "./newest-first.ts";
import { asksHow, subjectWords } from "./search-plan.ts";
import type { Retrieved } from "#shared/features/chat/retrieved.ts";

/** Score bonus for an item whose full title is in the question: the user requested it by name. */
const NAMED = 0.1;
/** Score bonus for the guide when a user asks how things are done. */
const GUIDE = 0.1;
/** Score bonus for the share of the question that the item's title contains. The rest is only mentioned in the item. */
const IN_TITLE = 0.06;
/** Score penalty for the guide on other questions: users who look for an item want the item. */
const NOT_GUIDE = 0.04;
/** The maximum number of items of one kind with the same text to rank normally: a library may have five of the same ladder. */
const MOST_ALIKE = 2;

/**
 * Reorders hits for people: items requested by name rise, the guide rises for how-to questions, the newest of similar notes
 * comes first among them, and repeats move to the end. */
export function rank(question: string, hits: readonly Retrieved[]): Retrieved[] {
  const asked = new Set(stemsOf(subjectWords(question)));
  const isHowTo = asksHow(question);
  const ranked = hits
    .map((hit) => {
      const title = stemsOf(hit.source.title);
      const isNamed = title.length > 0 && title.every((stem) => asked.has(stem));
      const share = title.filter((stem) => asked.has(stem)).length / Math.max(1, asked.size);
      const guide = hit.source.kind !== "context" ? 0 : isHowTo ? GUIDE : -NOT_GUIDE;
      return { ...hit, score: hit.score + (isNamed ? NAMED : 0) + IN_TITLE * Math.min(1, share) + guide };
    })
    .toSorted((one, other) => other.score - one.score);
  return newestFirst(varied(ranked));
}

/** Moves repeats to the end instead of dropping them: a repeat may still be the nearest. */
function varied(hits: readonly Retrieved[]): Retrieved[] {
  const seen = new Map<string, number>();
  const [first, repeats]: [Retrieved[], Retrieved[]] = [[], []];
  for (const hit of hits) {
    const likeness = `${hit.source.kind} ${hit.body.split(/[.\n]/, 1)[0]}`;
    const count = seen.get(likeness) ?? 0;
    seen.set(likeness, count + 1);
    // Passages of a guide and a user's own notes repeat only by chance.
    (count < MOST_ALIKE || hit.body === "" ? first : repeats).push(hit);
  }
  return [...first, ...repeats];
}

/** Without stop words such as "the", "and", "of"; plural and singular become the same. */
function stemsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "" && !/^(?:the|a|an|of|and|in|on|to|for|if|you|are)$/.test(word))
    .map((word) => (word.length > 3 ? word.replace(/(?:es|s)$/, "") : word));
}
