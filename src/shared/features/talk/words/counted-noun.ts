import { isSeveral, withArticle } from "./need-words.ts";

/** The singular and the plural of a countable noun. */
export interface CountedNoun {
  one: string;
  many: string;
}

/** The maximum length of a noun, in words: longer texts are descriptions. */
const MAX_WORDS = 3;
const PLURALS: Readonly<Record<string, string>> = { person: "people", knife: "knives", shelf: "shelves" };
/** Plurals without a common singular. */
const ALWAYS_MANY = /(?:people|clothes|tongs|pliers|scissors|goggles|ves)$/;

/**
 * The noun to count things by, from the user's own words: "generator" or "two generators" give generator and generators. Null when the
 * words are no such noun: "water", "a person who can fix a bike", "chairs for our camp".
 */
export function countedNoun(words: string): CountedNoun | null {
  const noun = words.trim().toLowerCase().replace(DETERMINER, "");
  if (!/^\p{L}+(?:[ -]\p{L}+)*$/u.test(noun) || /\s(?:for|of|with|in|on|to|that|which|who)\s/.test(noun))
    return null;
  if (noun.split(" ").length > MAX_WORDS) return null;
  if (isSeveral(noun)) {
    const one = ALWAYS_MANY.test(noun) ? null : singular(noun);
    return one === null ? null : { one, many: noun };
  }
  // Only a countable singular gets an article.
  return withArticle(noun) === noun || !/^an? /.test(withArticle(noun))
    ? null
    : { one: noun, many: plural(noun) };
}

const DETERMINER = /^(?:an?|the|some|any|my|our|two|three|four|five|six|seven|eight|nine|ten|several) /;

function singular(many: string): string {
  if (/[^aeiou]ies$/.test(many)) return many.replace(/ies$/, "y");
  return /(?:ch|sh|x|ss|zz)es$/.test(many) ? many.slice(0, -2) : many.slice(0, -1);
}

function plural(one: string): string {
  const last = one.split(" ").at(-1) ?? "";
  const irregular = PLURALS[last];
  if (irregular !== undefined) return one.slice(0, -last.length) + irregular;
  if (/[^aeiou]y$/.test(one)) return one.replace(/y$/, "ies");
  return /(?:s|x|z|ch|sh)$/.test(one) ? `${one}es` : `${one}s`;
}
