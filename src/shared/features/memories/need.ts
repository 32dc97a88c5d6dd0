import { trimEndOf } from "#shared/trim-end.ts";
import { MAX_MEMORY, tooShort } from "./length-rule.ts";

/** Openings of a question, before its subject. Tried one after the other, from the start of the text. */
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

/** The need behind a question: "Who can lend me a kite?" becomes "I'm looking for a kite". At most 2,000 characters. */
export function needOf(question: string): string {
  let need = question.replaceAll(/\s+/g, " ").trim();
  for (const opening of openings) {
    const rest = need.replace(opening, "").trim();
    // "Who is there?" consists only of its opening.
    if (/[\p{L}\p{N}]/u.test(rest)) need = rest;
  }
  const words = trimEndOf(need, (character) => /[\s?!.,;:]/.test(character));
  return `I'm looking for ${words === "" ? need : words}`.slice(0, MAX_MEMORY).toWellFormed();
}

/** The subject of a need, without the words that introduce it: "I'm looking for a kite" becomes "a kite". */
export function subjectOf(content: string): string {
  return needOf(content).replace(/^I'm looking for /, "");
}

/** A need as it was typed. A bare subject, too short to be stored, becomes a sentence: "a pump" becomes "I'm looking for a pump". */
export function statedNeed(typed: string): string {
  const words = typed.trim();
  return words === "" || tooShort("looking-for", words) === null ? words : needOf(words);
}
