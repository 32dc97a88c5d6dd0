import { classifyDanger } from "./help-classifier.ts";
import { findCry } from "./help-cries.ts";
import { type HelpKind, helpKinds } from "./help-kinds.ts";
import { findPatterns } from "./help-patterns.ts";
import { plainWords } from "./help-words.ts";

/** Matches a place or a thing that is wanted, lost or broken, without a person: "somewhere quiet to lie down", "lost my left boot". */
const WISH =
  /\b(?:(?:somewhere|place|spot|corner) (?:\w+ ){0,3}(?:to|for)|something for|lost (?:track of )?(?:my|our|a|the) (?!(?:\w+ )?(?:kid|child|son|daughter|baby|friend|group|camp|way|mind|finger|toe)s?\b)|to (?:lend|borrow)|my (?:phone|flashlight|battery|generator))\b/;

/**
 * Log odds that a wish needs in addition to count as danger. Of 59 cries that name a place or a thing, one has less; of four false alarms,
 * three.
 */
const SECOND_SIGN = 0.5;
/** Log odds from which a wish may be about danger. */
const DOUBT = -1.5;

/** Words classified at once: about as many as in the training texts. A long text is classified part by part. */
const PASSAGE_WORDS = 40;

/**
 * Checks a message for danger before all other processing. Uses fixed patterns and weights, the same on the server and on an offline phone.
 * @returns the matching help, whose card is in `helpCards`; null when there is no danger
 */
export function findHelp(message: string): HelpKind | null {
  return helpIn(message, SECOND_SIGN, 0);
}

/** Whether a message in which `findHelp` found no danger is a wish that may be about danger: its answer asks the user. */
export function mayNeedHelp(message: string): boolean {
  return helpIn(message, DOUBT, Infinity) !== null;
}

/** @param wish log odds by which a wish must be likelier to be about danger @param other the same of other passages */
function helpIn(message: string, wish: number, other: number): HelpKind | null {
  const found = new Set(
    passagesOf(message).map((passage) => {
      const words = plainWords(passage);
      const more = WISH.test(words.join(" ")) ? wish : other;
      return classifyDanger(passage, findPatterns(words), more) ?? findCry(passage);
    }),
  );
  return helpKinds.find((kind) => found.has(kind)) ?? null;
}

/** The message itself, or overlapping parts of it: each part begins in the middle of the previous one. */
function passagesOf(message: string): string[] {
  const words = message.split(/\s+/);
  if (words.length <= PASSAGE_WORDS) return [message];
  const half = PASSAGE_WORDS / 2;
  return Array.from({ length: Math.ceil(words.length / half) - 1 }, (_, part) =>
    words.slice(part * half, part * half + PASSAGE_WORDS).join(" "),
  );
}
