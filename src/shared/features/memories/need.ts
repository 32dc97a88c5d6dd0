import { trimEndOf } from "#shared/trim-end.ts";
import { MAX_MEMORY } from "./length-rule.ts";

/** How people begin a question, before what it is about. Tried one after the other, from the start of the text. */
const openings: readonly RegExp[] = [
  /^(?:hi|hey|hello|ok|okay|so|and|please|pls|excuse me)[\s,!.]+/i,
  /^(?:does|do|did|has|have|is|are|can|could|would|will)\s+(?:any(?:one|body)|some(?:one|body)|you|we|i|there)\s+(?:here\s+|perhaps\s+|maybe\s+)?(?:who\s+)?/i,
  /^(?:who|where|what|which\s+camps?|which)\s*(?:'s|’s|\s+(?:is|are|has|have|can|could|does|do|did|would|might))?\s+(?:i\s+|we\s+|you\s+|me\s+|there\s+|here\s+)?/i,
  /^(?:i(?:'|’)?m|i\s+am|we(?:'|’)?re|we\s+are)\s+(?:(?:looking|searching)\s+for|in\s+need\s+of)\s+/i,
  /^(?:i|we)\s+(?:really\s+|badly\s+)?(?:need|want|would\s+like|wish\s+for|lost)\s+(?:to\s+(?:borrow|find|get|rent|have)\s+)?/i,
  /^(?:looking|searching|search)\s+for\s+/i,
  /^(?:find|get|give|show|bring|lend|borrow|have|know|know\s+of|sell|sells|teach|teaches|offer|offers|lends|has)\s+(?:me\s+|us\s+)?/i,
  /^(?:lend|borrow|find|get|buy|rent|have)\s+(?:me\s+|us\s+)?/i,
];

/** A question as the need behind it: "Who can lend me a kite?" becomes "I'm looking for a kite". At most 2,000 characters. */
export function needOf(question: string): string {
  let need = question.replaceAll(/\s+/g, " ").trim();
  for (const opening of openings) {
    const rest = need.replace(opening, "").trim();
    // "Who is there?" is about nothing but its opening.
    if (/[\p{L}\p{N}]/u.test(rest)) need = rest;
  }
  const words = trimEndOf(need, (character) => /[\s?!.,;:]/.test(character));
  return `I'm looking for ${words === "" ? need : words}`.slice(0, MAX_MEMORY).toWellFormed();
}

/** What a need is about, without the words that say that it is one: "I'm looking for a kite" is about a kite. */
export function subjectOf(content: string): string {
  return needOf(content).replace(/^I'm looking for /, "");
}
