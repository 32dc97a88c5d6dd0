import { plainLetters } from "#shared/plain-letters.ts";
import { editDistance } from "#shared/word-likeness.ts";

/** A community that a text names. */
export interface NamedCommunity<C> {
  community: C;
  /** The words of the text besides its name. */
  rest: readonly string[];
}

/** Words that a name may include or omit. */
const FILLER = new Set("a and camp of the".split(" "));

/**
 * The communities whose full name is in a text, in the name's order: exact spellings first, then longer names. A long word may have a typo,
 * except in a one-word name, because that word may be any other.
 */
export function communitiesNamed<C extends { name: string }>(
  text: string,
  communities: readonly C[],
): NamedCommunity<C>[] {
  const words = wordsOf(text);
  return communities
    .flatMap((community) => {
      const name = wordsOf(community.name);
      const found = name.length === 0 ? null : placeIn(words, name);
      if (found === null) return [];
      const rest = words.toSpliced(found.at, name.length);
      return [{ community, rest, slips: found.slips, length: name.length }];
    })
    .toSorted((one, other) => one.slips - other.slips || other.length - one.length)
    .map(({ community, rest }) => ({ community, rest }));
}

/** The communities with a name like this, best first: full matches, then those whose words begin with all typed words. */
export function communitiesMatching<C extends { name: string }>(
  typed: string,
  communities: readonly C[],
): C[] {
  const named = communitiesNamed(typed, communities)
    .filter(({ rest }) => rest.length === 0)
    .map(({ community }) => community);
  const words = wordsOf(typed);
  const begun = communities.filter(({ name }) => {
    const parts = wordsOf(name);
    return words.length > 0 && words.every((word) => parts.some((part) => part.startsWith(word)));
  });
  return [...new Set([...named, ...begun])];
}

/** Where the name begins among the words, with the fewest typos. */
function placeIn(words: readonly string[], name: readonly string[]): { at: number; slips: number } | null {
  let best: { at: number; slips: number } | null = null;
  for (let at = 0; at + name.length <= words.length; at += 1) {
    const slips = name.reduce((sum, word, index) => sum + slipsIn(words[at + index] ?? "", word), 0);
    if (slips <= name.length && (name.length > 1 || slips === 0) && slips < (best?.slips ?? Infinity))
      best = { at, slips };
  }
  return best;
}

function slipsIn(typed: string, word: string): number {
  if (typed === word) return 0;
  const allowed = word.length < 5 ? 0 : word.length < 8 ? 1 : 2;
  if (Math.abs(typed.length - word.length) > allowed) return Infinity;
  const slips = editDistance(typed, word);
  return slips > allowed ? Infinity : slips;
}

function wordsOf(text: string): string[] {
  return plainLetters(text)
    .replaceAll(/['’]/g, "")
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "" && !FILLER.has(word));
}

/** A community's number of things, in words: "shares 31 things". */
export function thingsShared(count: number): string {
  if (count === 0) return "shares nothing yet";
  return `shares ${count === 1 ? "1 thing" : `${count} things`}`;
}
