import { classifyDanger } from "./help-classifier.ts";
import { findCry } from "./help-cries.ts";
import { type HelpKind, helpKinds } from "./help-kinds.ts";
import { findPatterns } from "./help-patterns.ts";
import { plainWords } from "./help-words.ts";

/** Words classified at once: about as many as in the training texts. A long text is classified part by part. */
const PASSAGE_WORDS = 40;

/**
 * Checks a message for danger before anything else is done with it. Uses fixed patterns and weights, the same on the server and on an
 * offline phone.
 * @returns the help that fits, whose card is in `helpCards`; null when there is no danger
 */
export function findHelp(message: string): HelpKind | null {
  const found = new Set(
    passagesOf(message).map(
      (passage) => classifyDanger(passage, findPatterns(plainWords(passage))) ?? findCry(passage),
    ),
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
