import { closestWords } from "#shared/word-likeness.ts";
import { searchWords } from "./search-terms.ts";
import type { WordIndex } from "./word-index.ts";

/** Shorter parts are endings rather than words. */
const SHORTEST_PART = 3;
/** Shorter compounds may not have a typo. */
const SHORTEST_WITH_TYPO = 8;

/**
 * The question with compounds written as in the index: "sleepingbag" becomes "sleeping bag", "sledge hamer" becomes "sledgehammer". Words
 * that the index contains are unchanged.
 */
export function withKnownCompounds(index: WordIndex, question: string): string {
  const words = searchWords(question);
  const isKnown = (at: number) => index.postings.has(words[at]?.term ?? "");
  const written: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at]?.word ?? "";
    const next = words[at + 1]?.word;
    const whole = next === undefined || (isKnown(at) && isKnown(at + 1)) ? null : joined(index, word + next);
    written.push(whole ?? (isKnown(at) ? word : (parted(index, word) ?? word)));
    if (whole !== null) at += 1;
  }
  return words.length === 0 ? question : written.join(" ");
}

/** The word of the index formed by two words of the question, with at most one typo. */
function joined({ words }: WordIndex, compound: string): string | null {
  if (words.has(compound)) return compound;
  if (compound.length < SHORTEST_WITH_TYPO) return null;
  return closestWords(compound, words.keys(), () => 1)[0] ?? null;
}

/** The two words of the index that form a word, if they are adjacent in an entry. */
function parted({ words, postings, entries }: WordIndex, compound: string): string | null {
  for (let end = SHORTEST_PART; end <= compound.length - SHORTEST_PART; end += 1) {
    const [first, second] = [compound.slice(0, end), compound.slice(end)];
    const [one, other] = [words.get(first), words.get(second)];
    if (one === undefined || other === undefined) continue;
    const beside = new RegExp(`\\b${first}[ -]${second}`, "i");
    for (const place of postings.get(one)?.keys() ?? [])
      if (beside.test(entries[place]?.text ?? "")) return `${first} ${second}`;
  }
  return null;
}
