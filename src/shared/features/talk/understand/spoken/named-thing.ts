import type { Span } from "../learned/spans-of-message.ts";
import type { Token } from "../learned/tokens.ts";
import { subjectOf } from "../subject.ts";

/** The words of each span of a slot, without sizes. */
export function wordsOf(spans: readonly Span[], name: Span["name"]): string[] {
  return spans
    .filter((span) => span.name === name)
    .map(({ tokens }) =>
      tokens
        .filter(({ seen }) => seen !== "@size" || name === "size")
        .map(({ word }) => word)
        .join(" "),
    );
}

/** The words tagged as the item. If there are none and an item must be named, the rest of the message. */
export function namedIn(tokens: readonly Token[], spans: readonly Span[], isOpen: boolean): string {
  const named = subjectOf(wordsOf(spans, "what").join(" ")) || subjectOf(wordsOf(spans, "item").join(" "));
  if (named !== "" || !isOpen) return named;
  const filled = new Set(spans.flatMap((span) => span.tokens));
  const left = tokens.map((token) => (token.place === null && !filled.has(token) ? token.word : "."));
  const runs = afterAsking(left.join(" "))
    .split(/[.,!?;:&+]/)
    .map(subjectOf);
  return runs.toSorted((one, other) => other.length - one.length)[0] ?? "";
}

/** "A person who can fix a bike": includes the verb, "fix a bike". */
export function withDeed(what: string, text: string): string {
  const place = text.indexOf(what);
  if (what === "" || place === -1) return what;
  const deed = /\b(?:can|could|who|to) ((?!can\b|could\b)\p{L}+ (?:(?:an?|the|my|our|some) )?)$/u.exec(
    text.slice(0, place),
  )?.[1];
  return deed === undefined || subjectOf(deed) === "" ? what : `${deed}${what}`;
}

/** "A quiet place to lie down": includes the purpose of the place, "quiet lie". */
export function withPurpose(what: string, text: string): string {
  const deed = /\b(?:place|spot|corner|somewhere)(?: \p{L}+)? to (\p{L}+)/u.exec(text)?.[1] ?? "";
  return what === "" || what.includes(deed) || subjectOf(deed) === "" ? what : `${what} ${deed}`;
}

const ASKING =
  /.*\b(?:(?:any|some)(?:one|body)(?: here)? (?:who )?(?:has|have|got|do|does|with|can|lends?)|who (?:has|have|got|lends)|looking for|need(?: of)?|is there|are there|where (?:can|do|might|could) .{1,25}? (?:find|get))\b/;

/** The subject of "Im freezing who has a blanket" follows the question words. Returns the whole text if no words follow them. */
function afterAsking(text: string): string {
  const asking = ASKING.exec(text)?.[0] ?? "";
  const rest = text.slice(asking.length);
  return subjectOf(rest) === "" ? text : rest;
}
