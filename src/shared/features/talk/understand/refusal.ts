import { amountsIn } from "./read-amount.ts";
import { titleHasWord } from "./spoken/title-has-word.ts";
import { isEmptyWord } from "./subject.ts";

// Refusals: at the end of a request, in a part of it, or in the next message.

const NO = "no|not|without|nothing (?:with|about|for)";
/** After "no" or "not", these name nothing that could be left out. */
const NO_THING =
  "thanks?|one|idea|problems?|worr\\w*|matter|rush|hurry|money|need|way|more|signal|internet|my|too|so|far|sure|just|only|today|tonight|tomorrow|wait|longer";
const AT_THE_END = new RegExp(
  String.raw`(?<!\b(?:have|has|had|got|is|are|was|there|with|see|know|find|need|get|take|am))` +
    String.raw`(?:(?:[ ,.;?!]+(?:but|just|please|only|and))+[ ,.;?!]+(?:${NO})|[,.;?!]+ (?:${NO})|` +
    String.raw`[ ,.;?!]+(?:except(?: for)?|(?:anything|everything) but|(?:that|which) (?:is|are) not|who is not|i would (?:rather |like to |prefer to )?(?:skip|avoid|not have)))` +
    String.raw` (?!(?:${NO_THING})\b)(?:(?:the|an?|any|that|those|things? (?:for|with)) )*((?:[\p{L}\p{N}]+[ -]?){1,4})(?:[,;] .*)?[^\p{L}\p{N}]*$`,
  "u",
);
const BY_ITSELF = new RegExp(
  String.raw`^(?:(?:no|but|and|just|ok|please)[ ,]+)*(?:not (?:an? |the |any |that )?(?!(?:so|too|that|far|just|only) )|` +
    String.raw`(?:no(?= (?!(?:${NO_THING}|i|it|that|this|but|where\w*|not)\b)[\p{L} ]+[.!]*$)|nothing (?:with|about|for)|` +
    String.raw`(?:(?:everything|anything|all|any) )?(?:without|except(?: for)?)|(?:everything|anything|all) but|skip|avoid) )` +
    String.raw`(?=\p{L})(?:the |an? |any |that )?([^,.;:?!]+)`,
  "u",
);
const PART = new RegExp(
  String.raw`^(?:(?:but|just|only|please|pls|and|i (?:would|d|'d) rather) )*(?:${NO}|except|skip|avoid)\b(?! (?:idea|problem|worr|rush|hurry|need|thanks?)|\W*$)`,
  "i",
);
const UNWANTED = /^(?:i|we) (?:do not|don'?t) (?:want|need) (?=(?:an?|the|any|another) )/i;

/** A request and what its end leaves out: "live music tonight but no drum and bass", "chairs, not the set of 40". @param text in plain words */
export function splitRefusal(text: string): { request: string; refused: string | null } {
  const found = AT_THE_END.exec(text);
  return found === null
    ? { request: text, refused: null }
    : { request: text.slice(0, found.index).trim(), refused: found[1] ?? "" };
}

/** The thing that a message does nothing but refuse: "not the step ladder", "everything except the big one". Empty for any other. */
export function refusedIn(text: string): string {
  return BY_ITSELF.exec(text)?.[1] ?? "";
}

/** Whether a piece of a message only refuses something: "just not deep house", "nothing about bicycles". */
export function isRefusal(piece: string): boolean {
  return PART.test(piece);
}

/** The thing of "I don't want a generator", said before what is wanted instead; null in any other piece. */
export function unwantedIn(piece: string): string | null {
  return UNWANTED.test(piece) ? piece.replace(UNWANTED, "") : null;
}

/** Whether a text is about a thing the user refuses: it has all words of the refusal, or its size or number ("the 6 m one", "that set of 40"). */
export function isRefused(text: string, without: readonly string[]): boolean {
  return without.some((refused) => {
    const [size] = amountsIn(refused);
    if (size !== undefined)
      return amountsIn(text).some(({ value, unit }) => unit === size.unit && value === size.value);
    const words = refused.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "" && !isEmptyWord(word));
    const numbers = words.filter((word) => /^\d{2,}$/.test(word));
    const wanted = numbers.length > 0 ? numbers : words;
    return wanted.length > 0 && wanted.every((word) => titleHasWord(text, word));
  });
}
