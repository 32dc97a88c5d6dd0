import type { HelpKind } from "./help-kinds.ts";
import {
  consentPhrases,
  distressPhrases,
  emergencyPhrases,
  helpVocabulary,
  overdosePhrases,
  realWords,
} from "./help-phrases.ts";
import { consentSigns, distressSigns, emergencySigns, overdoseSigns } from "./help-signs.ts";
import {
  consentSituations,
  distressSituations,
  emergencySituations,
  overdoseSituations,
} from "./help-situations.ts";
import { correctHelpWords } from "./help-spelling.ts";

/** A match of the patterns for one kind of danger in a text. */
export interface PatternFind {
  kind: HelpKind;
  /** The list that matched: fixed phrases, signs whose parts are harmless alone, or descriptions of a situation. */
  list: "phrases" | "signs" | "situations";
  /** The places in the list of the patterns that matched. */
  places: readonly number[];
}

/**
 * Matches of the handwritten patterns in a text, in the matching order of the kinds.
 * @param words see `plainWords`
 */
export function findPatterns(words: readonly string[]): PatternFind[] {
  const corrected = correctHelpWords(words, helpVocabulary, realWords);
  const texts = new Set([words, corrected].map((each) => each.join(" ").replaceAll(harmlessTalk, " ")));
  return rules.flatMap(({ kind, list, patterns }) => {
    const places = patterns.flatMap((pattern, place) =>
      [...texts].some((text) => pattern.test(text)) ? [place] : [],
    );
    return places.length > 0 ? [{ kind, list, places }] : [];
  });
}

/** Festival talk that uses words of danger in fun. It is removed before matching. */
const harmlessTalk =
  /(?:^(?:i m|i am|im) (?:so )?dead$|\b(?:(?:glitter|sparkle|cuteness|sugar|chocolate|bacon|cheese|joy|love|fun|art|rainbow|pancake|coffee|caffeine|disco|unicorn|sequin|hug) overdose|overdose (?:of|on) (?:glitter|cuteness|sugar|love|joy|art|fun|hugs)|bleeding (?:money|cash|edge)|(?:bad )?trip down memory lane|heart attack (?:grill|burgers?|sandwich|style)|(?:it|they|bike|tire|tyre|tent|cooler) (?:\w+ )?got run over|run over by a (?:couch|unicorn|banana|rubber duck)|this (?:party|heat|dust|music|hill|queue|line|bass|weather|job|playlist) is killing me|hit me (?:with|up|right in the (?:heart|feels)|in the feels)|dead (?:tired|serious|set|phone|battery)|(?:die|died|dying|dead) (?:of|from|with) (?:laugh\w*|cute\w*|boredom|happiness|joy)|(?:felt|feel|feeling) a bit (?:lonely|sad|alone)(?= (?:at|but|until|before)\b.*\b(?:but|then)\b)|co detector for a)\b)/g;

/** In matching order: dangers that need immediate hands-on help come first. */
const rules: readonly (Omit<PatternFind, "places"> & { patterns: readonly RegExp[] })[] = [
  { kind: "overdose", list: "phrases", patterns: overdosePhrases },
  { kind: "overdose", list: "signs", patterns: overdoseSigns },
  { kind: "overdose", list: "situations", patterns: overdoseSituations },
  { kind: "emergency", list: "phrases", patterns: emergencyPhrases },
  { kind: "emergency", list: "signs", patterns: emergencySigns },
  { kind: "emergency", list: "situations", patterns: emergencySituations },
  { kind: "consent", list: "phrases", patterns: consentPhrases },
  { kind: "consent", list: "signs", patterns: consentSigns },
  { kind: "consent", list: "situations", patterns: consentSituations },
  { kind: "distress", list: "phrases", patterns: distressPhrases },
  { kind: "distress", list: "signs", patterns: distressSigns },
  { kind: "distress", list: "situations", patterns: distressSituations },
];
