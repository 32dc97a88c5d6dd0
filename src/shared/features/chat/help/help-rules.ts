import { helpText } from "./help-cards.ts";
import { classifyDanger } from "./help-classifier.ts";
import { type HelpKind, helpKinds } from "./help-kinds.ts";
import { findPatterns } from "./help-patterns.ts";
import { plainWords } from "./help-words.ts";

/** The fixed answer to words of danger. */
export interface Help {
  kind: HelpKind;
  /** Markdown that sends the person to people first. */
  text: string;
}

/** What is judged at once, in words: about what the classifier was trained with. Of a long text each part is judged. */
const PASSAGE_WORDS = 40;

/**
 * Looks for words of danger before anything else is done with a message: by patterns and weights fixed beforehand, on the
 * server and on a phone without signal alike. Null when there are none.
 */
export function findHelp(message: string): Help | null {
  const found = new Set(
    passagesOf(message).map((passage) => classifyDanger(passage, findPatterns(plainWords(passage)))),
  );
  const kind = helpKinds.find((each) => found.has(each));
  return kind === undefined ? null : { kind, text: helpText(kind) };
}

/** The message itself, or its parts, each beginning in the middle of the one before. */
function passagesOf(message: string): string[] {
  const words = message.split(/\s+/);
  if (words.length <= PASSAGE_WORDS) return [message];
  const half = PASSAGE_WORDS / 2;
  return Array.from({ length: Math.ceil(words.length / half) - 1 }, (_, part) =>
    words.slice(part * half, part * half + PASSAGE_WORDS).join(" "),
  );
}
