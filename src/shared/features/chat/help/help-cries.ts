import { fold } from "#shared/word-likeness.ts";
import { alarms, harmlessPairs, letters } from "./help-cry-words.ts";
import { type HelpKind, helpKinds } from "./help-kinds.ts";
import { correctHelpWords } from "./help-spelling.ts";
import { helpVocabulary, realWords } from "./help-phrases.ts";
import { wordClass } from "./help-word-classes.ts";
import { plainWords } from "./help-words.ts";

const MOST_WORDS = 12;
/** Most unknown words, such as the name of a camp, after a word of place. */
const NAME_WORDS = 3;
/** A question of more words than this about a fire or a medic asks for the way or the schedule. */
const QUESTION_WORDS = 3;

const alarmLetters: Readonly<Record<HelpKind, string>> = {
  overdose: "o",
  emergency: "e",
  consent: "c",
  distress: "d",
};
const alarmPatterns = helpKinds.map((kind) => ({
  mark: ` #${alarmLetters[kind]} `,
  pattern: new RegExp(`(?<= )(?:${alarms[kind].replaceAll(" ", " ?")})(?= )`, "g"),
}));

const letterByWord: ReadonlyMap<string, string> = new Map(
  Object.entries(letters)
    .toReversed()
    .flatMap(([letter, words]) => words.split(" ").map((word) => [word, letter] as const)),
);
const letterByClass: Readonly<Record<string, string>> = {
  PERSON: "P",
  CHILD: "K",
  BODY: "B",
  VEHICLE: "V",
  HURT: "O",
};

const BEFORE_PLACE = /^(?:at|near|behind|beside|outside|opposite|under|inside|front|next|close|camp)$/;
const NO_PLACE =
  /^(?:\d+[ap]m|[ap]m|noon|midnight|sun(?:set|rise)|dawn|dusk|night|tonight|today|tomorrow|\w+day|morning|evening|afternoon|later|when|all|least|once|first|last|heart|will|lol)$/;
const NO_PLACE_CLASSES = new Set(["EVENT", "FUN", "FOOD", "GEAR"]);

/** Which letters in which order are a cry, in matching order. See `letters`. */
const cries: readonly [RegExp, HelpKind][] = [
  [/(?<!N[IPKMU]*)o/, "overdose"],
  [/N[IPKM]*L(?!I*[SV])|N[IPKM]*Y[UH]*$|L[IU]*O|ZI*B/, "emergency"],
  [/(?<!N[IPKMU]*)e/, "emergency"],
  // An injured part of the body, or an injured person.
  [/O[IPKMU]*B|B[IUMP]*[OJ]|J[IMPK]*B|[PKM][IU]*J|^[UIHD]*J[UIHD]*$/, "emergency"],
  [/[PK][IU]*Z|[PKMU]F|^F[IU]+|[VX]I*X|[XJ]I*V|VI*X/, "emergency"],
  // A fire or a collapse that is not just a thing.
  [/[SVPKB][IU]*T|T[IU]*[SV]|(?<!S[IU]*)C|C[IU]*[PKM]/, "emergency"],
  [/R[IMPU]*K(?!I*[SV])|K[IMU]*[RO]/, "emergency"],
  [/c|[PK][IU]*A(?:[IU]*[PKM]|[UHD]*$)|AI*[PK]|[PK]I*X[IU]*[PKM]|[PK]I*G/, "consent"],
  [/d/, "distress"],
  [/[JZRWGFTOA].*H|H.*[JZRWGFTOA]/, "emergency"],
  [/^(?=.*H)[HUPKMI]+(?:@?D+)?$/, "emergency"],
];

/**
 * Finds a cry for help of a few words: "fire!! kitchen", "medic now", "shes in labour". All its words are danger, aid, a person, haste or a
 * place. One other word ("fire dancers", "medic shift"), and the message is not a cry.
 */
export function findCry(message: string): HelpKind | null {
  const raw = fold(message);
  if (harmlessPairs.test(raw)) return null;
  const words = correctHelpWords(plainWords(message).map(unslipped), helpVocabulary, realWords);
  if (words.length > MOST_WORDS || (raw.includes("?") && words.length > QUESTION_WORDS)) return null;
  const text = alarmPatterns.reduce(
    (rest, { pattern, mark }) => rest.replaceAll(pattern, mark),
    ` ${words.join(" ")} `,
  );
  const said = lettersOf(text.split(" ").filter((word) => word !== ""));
  if (said === null) return null;
  // Two exclamation marks are a call for help.
  const called = raw.includes("!!") ? `${said}H` : said;
  return cries.find(([pattern]) => pattern.test(called))?.[1] ?? null;
}

/** The letters of the words, or null when one of the words is not in the vocabulary. */
function lettersOf(words: readonly string[]): string | null {
  let nameWords = 0;
  let said = "";
  for (const word of words) {
    const letter = letterOf(word);
    if (
      letter === null &&
      (nameWords === 0 || NO_PLACE.test(word) || NO_PLACE_CLASSES.has(wordClass(word) ?? ""))
    )
      return null;
    nameWords = BEFORE_PLACE.test(word)
      ? NAME_WORDS
      : Math.max(0, letter === "I" ? nameWords : nameWords - 1);
    said += letter ?? "S";
  }
  return said;
}

function letterOf(word: string): string | null {
  if (word.startsWith("#")) return word.charAt(1);
  if (/^(?:\d+(?:yo|yrs?)?|[b-hjl])$/.test(word)) return "D";
  return (
    letterByWord.get(word) ?? letterByClass[wordClass(word) ?? ""] ?? (BEFORE_PLACE.test(word) ? "@" : null)
  );
}

const SHORT_WORDS = new Map(
  ["fire", "medic", "help", "nurse", "doctor", "smoke"].map((word) => [sounds(word), word]),
);

/** A short word of a cry with its letters doubled or out of order, corrected: "firee", "meidc". */
function unslipped(word: string): string {
  return SHORT_WORDS.get(sounds(word)) ?? word;
}

/** The first letter, and the other letters without order. */
function sounds(word: string): string {
  return word.charAt(0) + [...new Set(word.slice(1))].toSorted().join("");
}
