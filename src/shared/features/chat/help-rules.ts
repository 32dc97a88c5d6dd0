import { helpText } from "#shared/features/chat/help-cards.ts";
import type { HelpKind } from "#shared/features/chat/help-kinds.ts";
import {
  consentPhrases,
  distressPhrases,
  emergencyPhrases,
  helpVocabulary,
  overdosePhrases,
  realWords,
} from "#shared/features/chat/help-phrases.ts";
import {
  consentSigns,
  distressSigns,
  emergencySigns,
  overdoseSigns,
} from "#shared/features/chat/help-signs.ts";
import {
  consentSituations,
  distressSituations,
  emergencySituations,
  overdoseSituations,
} from "#shared/features/chat/help-situations.ts";
import { correctSpelling } from "#shared/features/chat/spelling.ts";

/** The fixed answer to words of danger. */
export interface Help {
  kind: HelpKind;
  /** Markdown that sends the person to people first. */
  text: string;
}

/**
 * Looks for words of danger before anything else is done with a message: by fixed rules, never by likeness, on the
 * server and on a phone without signal alike. Null when there are none.
 */
export function findHelp(message: string): Help | null {
  const plain = plainWords(message);
  const corrected = correctSpelling(plain, helpVocabulary, realWords);
  const texts = new Set([plain, corrected].map((words) => words.join(" ").replaceAll(harmlessTalk, " ")));
  for (const [kind, phrases] of rules) {
    if (phrases.some((phrase) => [...texts].some((text) => phrase.test(text)))) {
      return { kind, text: helpText(kind) };
    }
  }
  return null;
}

/** Lower case words without accents: "he's" becomes "he s", "can't" "cant", other signs part words. */
function plainWords(message: string): string[] {
  return (
    message
      .normalize("NFKD")
      .replaceAll(/\p{M}/gu, "")
      .toLowerCase()
      .replaceAll(/\bod['’](?:d|ed|ing)\b/g, "overdosed")
      .replaceAll(/['’‘`´]s\b/g, " s")
      .replaceAll(/['’‘`´]/g, "")
      // "heeelp", "sooo": nothing in English has a letter three times.
      .replaceAll(/(\p{L})\1{2,}/gu, "$1")
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word !== "")
      .flatMap((word) => slang.get(word) ?? word)
  );
}

/** What a festival says in fun with words of danger: taken out before anything is looked for. */
const harmlessTalk =
  /\b(?:(?:glitter|sparkle|cuteness|sugar|chocolate|bacon|cheese|joy|love|fun|art|rainbow|pancake|coffee|caffeine|disco|unicorn|sequin|hug) overdose|overdose (?:of|on) (?:glitter|cuteness|sugar|love|joy|art|fun|hugs)|bleeding (?:money|cash|edge)|(?:bad )?trip down memory lane|heart attack (?:grill|burgers?|sandwich|style)|(?:it|they|bike|tire|tyre|tent|cooler) (?:\w+ )?got run over|run over by a (?:couch|unicorn|banana|rubber duck)|this (?:party|heat|dust|music|hill|queue|line|bass|weather|job|playlist) is killing me|hit me (?:with|up|right in the (?:heart|feels)|in the feels)|dead (?:tired|serious|set|phone|battery)|(?:die|died|dying|dead) (?:of|from|with) (?:laugh\w*|cute\w*|boredom|happiness|joy)|(?:felt|feel|feeling) a bit (?:lonely|sad|alone)(?= (?:at|but|until|before)\b.*\b(?:but|then)\b)|co detector for a)\b/g;

const slang: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    u: ["you"],
    ur: ["your"],
    pls: ["please"],
    plz: ["please"],
    rn: ["right", "now"],
    bf: ["boyfriend"],
    gf: ["girlfriend"],
    gonna: ["going", "to"],
    wanna: ["want", "to"],
    khole: ["k", "hole"],
    hilfe: ["help"],
    notfall: ["emergency"],
    notarzt: ["ambulance"],
    krankenwagen: ["ambulance"],
    ayuda: ["help"],
    socorro: ["help"],
  }),
);

/** In the order they are tried: what needs hands at once comes first. */
const rules: readonly (readonly [HelpKind, readonly RegExp[]])[] = [
  ["overdose", [...overdosePhrases, ...overdoseSigns, ...overdoseSituations]],
  ["emergency", [...emergencyPhrases, ...emergencySigns, ...emergencySituations]],
  ["consent", [...consentPhrases, ...consentSigns, ...consentSituations]],
  ["distress", [...distressPhrases, ...distressSigns, ...distressSituations]],
];
