import { createCodeReader } from "#shared/features/chat/code-reader.ts";

/** A piece of text in which every citation refers to a retrieved item. */
export interface CheckedText {
  text: string;
  /** Items the piece cites, in order. */
  cited: string[];
}

export interface CitationFilter {
  /** Accepts the next chunk of the stream and returns the text that is final so far. */
  push(chunk: string): CheckedText;
  /** Ends the stream and returns the withheld text. */
  end(): CheckedText;
}

/** The items that may be cited. They may change while the answer streams. */
export interface Citable {
  ids: Pick<ReadonlySet<string>, "has">;
  /** The item that a number cites, from 1 on; null for none. */
  nth: (number: number) => string | null;
  titleOf: (id: string) => string;
}

const ID = String.raw`[^\s[\]]{1,160}`;
const NUMBERS = String.raw`\d{1,3}(?:, ?\d{1,3}){0,5}`;
/** `[^camp:1]`, `[^1]`; without the caret `[camp:1]`, `[1]`, `[1, 2]`, `(1)`, `【1†source】`. With the space before it. */
const MARK = new RegExp(
  String.raw` ?(?:\[\^(?<noted>${ID})\]|\[(?<plain>${ID}|${NUMBERS})\](?![(:])|(?<=[^\s\])] )\((?<bracketed>\d{1,2})\)(?=[.,;!?\n]|$)|【(?<lenticular>\d{1,3})[^】\n]{0,20}】)`,
  "g",
);
/** An item's id, or the bare footnote number (`[^1]`) models like to add. Other marks are text, such as `[^a-z]`. */
const CITATION = /^(?:[^:]+:.+|\d{1,4})$/;
/** The end of a text that may become a mark with the next chunk. */
const STARTED = new RegExp(
  String.raw` ?(?:\[(?:\^?[^\s[\]]{0,160}|\d{1,3}(?:, ?\d{0,3}){0,5})\]?|\((?:\d{1,2}\)?)?|【[^】\n]{0,24})?$`,
);
/** The end of a text that may form a mark with the text after a removed mark. */
const OPEN = /\[\^?[^\s[\]]*$/;
const LONGEST_MARK = 180;
/** UTF-16 units of a sentence that are looked at. */
const MAX_SENTENCE = 200;

/**
 * Turns the forms in which models cite items into `[^camp:1]`, and removes citations of items that were not retrieved, also where chunk
 * borders cut them. The output does not depend on the borders, and removing one citation never creates another. A number cites the n-th
 * item; in the forms without a caret, a mark that cites no item, or stands in code, stays text. A number in brackets counts only at the end
 * of a line or before a punctuation mark, behind a word of the item's title: elsewhere it is an amount.
 */
export function createCitationFilter({ ids, nth, titleOf }: Citable): CitationFilter {
  let held = "";
  /** The last characters before it, which decide whether brackets are a mark. */
  let before = "";
  /** The end of the output so far, if it could become part of a mark. */
  let open = "";
  /** The end of the output so far. */
  let recent = "";
  const code = createCodeReader();

  /** Checks the first characters of the held text. @param length how many; no mark may begin in them and end behind them */
  function check(length: number): CheckedText {
    const cited: string[] = [];
    const text = before + held;
    const end = before.length + length;
    let checked = "";
    let from = before.length;
    // Most chunks have no mark, and a fast model sends many of them.
    for (const match of /[[(【]/.test(held) ? text.matchAll(MARK) : []) {
      if (match.index < from || match.index >= end) continue;
      checked += text.slice(from, match.index);
      code.read(text.slice(from, match.index));
      from = match.index + match[0].length;
      const [whole] = match;
      const { noted, plain, bracketed, lenticular } = match.groups ?? {};
      const found = (noted ?? plain ?? bracketed ?? lenticular ?? "").split(/, ?/).map(idOf);
      const known = found.filter((id) => id !== null);
      const isCited = bracketed === undefined || isAbout(recent + checked, known[0]);
      if (known.length === found.length && isCited && (noted !== undefined || !code.isInCode())) {
        checked += (whole.startsWith(" ") ? " " : "") + known.map((id) => `[^${id}]`).join("");
        cited.push(...known);
      } else if (noted === undefined || !CITATION.test(noted)) {
        checked += whole;
      } else if (OPEN.test(open + checked)) {
        checked += " ";
      }
    }
    checked += text.slice(from, end);
    code.read(text.slice(from, end));
    before = text.slice(0, end).slice(-2);
    recent = (recent + checked).slice(-MAX_SENTENCE);
    held = held.slice(length);
    if (open !== "" || checked.includes("[")) {
      open = OPEN.exec((open + checked).slice(-LONGEST_MARK))?.[0] ?? "";
    }
    return { text: checked, cited };
  }

  function idOf(named: string): string | null {
    if (ids.has(named)) return named;
    return /^\d+$/.test(named) ? nth(Number(named)) : null;
  }

  /** Whether the sentence before a number in brackets is about the item: otherwise the number is an amount. */
  function isAbout(sentence: string, id: string | undefined): boolean {
    const said = wordsOf(
      sentence
        .slice(-MAX_SENTENCE)
        .split(/[.!?\n](?=\s|$)/)
        .at(-1) ?? "",
    );
    return id !== undefined && [...wordsOf(titleOf(id))].some((word) => said.has(word));
  }

  return {
    push(chunk) {
      held += chunk;
      return check(STARTED.exec(held)?.index ?? held.length);
    },
    end: () => check(held.length),
  };
}

/** The words of at least three letters, in lower case and without the end that makes a plural. */
function wordsOf(text: string): Set<string> {
  return new Set(
    (text.toLowerCase().match(/\p{L}{3,}/gu) ?? []).map((word) => word.replace(/(?<=..)s$/, "")),
  );
}

/**
 * Whether a text names an item by its whole title: one of three words or more in any case, one of two words as it is written, and one of a
 * single word, which any sentence may have, between marks of a name.
 */
export function namesTitle(text: string, title: string): boolean {
  const words = foldedWords(title);
  const count = words.trim().split(" ").length;
  if (count > 2) return foldedWords(text).includes(words);
  return (count === 2 ? [title] : [`**${title}**`, `"${title}"`, `“${title}”`]).some((name) =>
    text.includes(name),
  );
}

/** A text's words in lower case, each between spaces. */
function foldedWords(text: string): string {
  return ` ${text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim()} `;
}
