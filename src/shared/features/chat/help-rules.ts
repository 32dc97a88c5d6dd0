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
import { correctSpelling } from "#shared/features/chat/spelling.ts";

export type HelpKind = "overdose" | "emergency" | "consent" | "distress";

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
  const texts = new Set([plain.join(" "), corrected.join(" ")]);
  for (const [kind, phrases] of rules) {
    if (phrases.some((phrase) => [...texts].some((text) => phrase.test(text)))) {
      return { kind, text: helpTexts[kind] };
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
  ["overdose", [...overdosePhrases, ...overdoseSigns]],
  ["emergency", [...emergencyPhrases, ...emergencySigns]],
  ["consent", [...consentPhrases, ...consentSigns]],
  ["distress", [...distressPhrases, ...distressSigns]],
];

const helpTexts: Record<HelpKind, string> = {
  emergency: `**Get people first, now.** I am a program and cannot call anybody.

1. Shout for the people around you. Send one of them to the nearest **Ranger** or **medical station**; anyone with a radio can call them.
2. Stay with the person. Do not move somebody who fell, unless they are in danger where they lie.
3. Not breathing: begin chest compressions, hard and fast, and let others take turns. Bleeding: press on the wound and keep pressing.
4. If you have signal, call the local emergency number and give the nearest street and time as your address.

A child is missing or found: tell the nearest Ranger at once and stay where you are.`,
  overdose: `**Get people first, now.** Nobody gets into trouble for asking for medical help.

1. Tell the people around you. Send one of them to the **medical station** or the nearest **Ranger**; stay with the person yourself.
2. Hard to wake, slow or no breathing, blue lips, a seizure or very hot skin is an emergency: call for medics with the words "not responding".
3. Unconscious but breathing: lay them on their side, mouth downwards. Not breathing: chest compressions, and naloxone if anybody has it.
4. Tell the medics honestly what was taken, how much and when. No more of anything, no more mixing, no coffee, no cold shower.

Frightened but awake: a calm friend, shade, small sips of water and time. Ask Rangers for the quiet space with trained sitters.`,
  consent: `**You are not to blame, and you do not have to be alone with this.** Go to people first.

1. Get to people you trust or to any lit, busy camp, and say: "I do not feel safe, please stay with me."
2. Any **Ranger** will listen, keep you company and go with you; the **medical station** helps too and does not need the whole story. You decide what is told and what is done.
3. In danger right now: shout, and let the people around you call Rangers.
4. If it was an assault: try not to wash or change before you have seen a medic, if you may want it recorded. It stays your choice.

Seen it happen to somebody else: ask "Are you okay? Do you want me to stay?", then get a Ranger.`,
  distress: `**I am glad you said it. Please say it to a person too, now.** I am a program; you deserve somebody who can sit with you.

1. Tell whoever is nearest: "I am not okay, can you stay with me?" People here say yes.
2. Any **Ranger** can bring you to a quiet space with trained listeners, day and night. The **medical station** is there for this too.
3. If you think of killing or harming yourself: stay with people, put what could hurt you out of reach, and let somebody call Rangers or, with signal, the local emergency number or crisis line.
4. Until they come: shade or warmth, water, a bite to eat, breathe out slowly and longer than in.

It is a friend you fear for: stay with them, ask openly whether they think of suicide, and get a Ranger.`,
};
