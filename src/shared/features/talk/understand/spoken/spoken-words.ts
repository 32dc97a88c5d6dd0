import type { Intent, Sought } from "../intent.ts";

const COMPARED: readonly (readonly [RegExp, NonNullable<Intent["compared"]>])[] = [
  [/\b(?:biggest|largest|strongest|longest|highest|most powerful)\b/, "biggest"],
  [/\b(?:smallest|shortest|lightest|weakest|quietest)\b/, "smallest"],
  [/\b(?:closer|nearer|more near|less far|not so far|not that far|too far|closest|nearest)\b/, "closer"],
  [
    /\b(?:bigger|larger|stronger|more (?:power(?:ful)?|watts?|room|space|people)|longer|taller|higher|heavier|too (?:small|weak|short|little))\b/,
    "bigger",
  ],
  [
    /\b(?:smaller|shorter|lighter|less power(?:ful)?|weaker|quieter|too (?:big|large|heavy|much|long|loud))\b/,
    "smaller",
  ],
];

/** Words that indicate the kind of item a user wants. */
const soughtCues: readonly (readonly [RegExp, Sought])[] = [
  [/\b(?:gear|stuff|equipment|tools? (?:only)?|things?)\b/, "gear"],
  [/\b(?:venues?|spaces?|rooms?|stages?|places?)\b/, "venue"],
  [
    /\b(?:skills?|talents?|teachers?|lessons?|(?:some|any)?(?:one|body) (?:who|that|to)(?! (?:has|have|lend|can lend))|who (?:can(?! (?:lend|give|borrow|spare|sell|rent|share))|could(?! (?:lend|give|borrow|spare))|does|knows|teaches|plays|fixes|repairs|makes|cuts|is able|speaks?)|(?:some|any)(?:one|body) (?:do|does|speaks?|teach\w*|play\w*))\b/,
    "talent",
  ],
  [/(?<!\b(?:my|our) )\bcamps?\b/, "camp"],
  [/\b(?:my )?(?:memor(?:y|ies)|notes)\b/, "memory"],
];

/** Adjectives of size in front of a noun: "big" in "big pot". */
export const SIZE_WORDS =
  /\b(?:small|little|tiny|short|light|big|large|huge|long|tall|strong|heavy) (?=\p{L})/gu;

const ordinals: readonly (readonly [RegExp, number])[] = [
  [/\b(?:the )?(?:first|1st|top|number one|no 1|#1)(?: one)?\b(?! (?:aid|thing))/, 0],
  [/\b(?:the )?(?:second|2nd|number two|no 2|#2)(?: one)?\b|\bthe other(?: one)?\b/, 1],
  [/\b(?:the )?(?:third|3rd|number three|no 3|#3)(?: one)?\b/, 2],
  [/\b(?:the )?last(?: one)\b/, -1],
];
const PRONOUN =
  /\b(?:it|that one|this one|that|this|they|them|him|her|he|she|one)\b|(?<!\b(?:is|are|was|were) )\bthere\b/;
const SEQUEL =
  /^(?:(?:ok|okay|hmm|oh|no|nope|yes|well|so|cool|great|thanks|wait|actually|sorry|i mean(?:t)?)[\s,]+)*(?:and|what about|how about|or|also|plus|what if|then|but|rather|maybe|make (?:it|that)|same (?:for|with|thing)|i meant?|not)\b/;

/** The comparison a message makes with the shown items: "a bigger one". */
export function comparedIn(text: string): Intent["compared"] {
  return COMPARED.find(([words]) => words.test(text))?.[1] ?? null;
}

export function soughtIn(text: string): Sought | null {
  return soughtCues.find(([words]) => words.test(text))?.[1] ?? null;
}

/** Index in the shown items, -1 for the last; null without an ordinal. */
export function ordinalIn(text: string): number | null {
  return ordinals.find(([words]) => words.test(text))?.[1] ?? null;
}

export function hasPronoun(text: string): boolean {
  return PRONOUN.test(text);
}

const DESCRIBED =
  /\b(?:the|that) (?:other )?(?:one|thing|camp|place|person) (?:with|in|of|that (?:has|is|does|serves|plays)|which (?:has|is)|who (?:has|is|does|plays)) (?:the |an? |his |her |their )?([\p{L}][\p{L}\p{N} '-]{2,40})/u;

/** The words that describe a shown item: "wheels" in "the one with wheels". Empty when none do. */
export function describedIn(text: string): string {
  return DESCRIBED.exec(text)?.[1]?.trim() ?? "";
}

/** Whether a message adds to the previous question or repeats it for another subject: "what about ...", "and ...?". */
export function isSequel(text: string): boolean {
  return SEQUEL.test(text);
}
