import { isRefusal, unwantedIn } from "./refusal.ts";
import { hasPronoun } from "./spoken/spoken-words.ts";
import { subjectOf } from "./subject.ts";

const SEPARATOR =
  /\s*(?:[;\n]|\band also\b|\balso\b|\bplus\b|\bas well as\b|[.?!]+(?=\s)|,(?! (?:please|pls|right|looby|thanks|thx|ok|man|bro|dude|near|close|by|at|on|for|until|from|tonight|tomorrow|today|tomorow|not|no|but|if|or)\b))\s*/i;
const LISTED =
  /\s+(?:and|&|n|\+)\s+(?=(?:an?|some|somewhere|something|nearest|any|the|my|somebody|sombody|someone|sum1|sm1|anybody|anyone|(?:where|who|what|how)(?:'?s)?|is|can|do|\d{1,2}|maybe|i|we|need|two|three)\b)/i;
/** Openings that are not a separate need. */
const LEADING =
  /^(?:(?:hi+|hey+|hello|hallo|yo|good (?:evening|morning|day|afternoon|night)|evening|morning|ok|okay|so|well|please|pls|plz|thanks?(?: you)?|thx|ty|sorry|sry|excuse me|no|nope|nah|yes|yeah|yep|hmm+|um|uh|looby|and|but|or|oh|ooh|ah|actually|wait|cool|great|nice|perfect|right|otherwise|lol|haha|omg|ffs|hic|nm|nvm|tbh|ugh|wow|brilliant|beauty|sweet|awesome|lovely|super|damn|there|dear|my friend|friend|bro|dude|man|mate)[\s!,.]*)*$/i;
/** Words of a request. When one part of a message has them, parts without them are only background. */
const ASKS =
  /\b(?:who|where|what|which|when|how|any(?:one|body|thing)|some(?:one|body)|need|want|looking|look for|search|find|borrow|lend|can i|could i|can you|is there|are there|does|do you|got (?:a|any|some)|nearest|closest|tell me|show me|take me|remember|directions?)\b|\?$/i;
/** A question of words without a name: "whats on tonight". */
const QUESTION = /\bwha?ts? (?:is )?on\b|\bwhere am i\b/i;
/** "Sun wakes me too early", "its stuffy in the tent": a sentence about the user's state asks for nothing. */
const STATES =
  /(?<!\b(?:for|near|to|with|by|around|from|of|at|4|2) )\b(?:i|we|me|us|it|its|it's|he|she|they|is|are|was|were|am|im|i'm|has|does)\b|'s \w+ing\b|^(?:too|so|because|since|nothing|nobody)\b/i;
/** "My knees are not what they were": no question, though it has a question word. */
const STORY =
  /^(?:(?:and|but|so) )*(?:my|our|his|her|their) (?:\w+ ){1,3}(?:is|are|was|were|hurts?|died|broke)\b(?!.*\?)/i;
/** "A short one" describes the thing named before. */
const OF_THE_ONE = /^(?:an? |the )?(?!\w+est )(?:\w+ )?ones?\W*$/i;
/** "What have you got close by?" names no thing, but asks again. */
const AGAIN =
  /\b(?:what|anything|any|something|have you)\b.*\b(?:close by|nearby|closer|nearer|near me|cheaper|smaller|bigger)\b/i;
/** A part of a list is short. */
const MOST_LISTED_WORDS = 6;
const MOST = 4;

/**
 * Splits a message into its needs, one text each: "need a genny near 7:30, also extension cord and sombody who can fix a bike" has three. A
 * message with one need is returned whole; a story is reduced to its request.
 */
export function splitNeeds(message: string): string[] {
  const pieces = message.split(SEPARATOR).flatMap((piece) => piece.split(LISTED));
  const needs: string[] = [];
  let lead = "";
  let refused = "";
  for (const piece of pieces) {
    const isNeed =
      !LEADING.test(piece) &&
      (subjectOf(piece.toLowerCase()) !== "" || QUESTION.test(piece) || AGAIN.test(piece));
    const unwanted = pieces.length > 1 ? unwantedIn(piece) : null;
    if (unwanted !== null) refused += `, not ${unwanted}`;
    else if (needs.length > 0 && OF_THE_ONE.test(piece)) continue;
    else if (needs.length > 0 && isRefusal(piece)) needs[needs.length - 1] += `, ${piece}`;
    else if (isNeed) {
      needs.push(`${lead}${piece}${refused}`.trim());
      [lead, refused] = ["", ""];
    } else if (needs.length > 0) needs[needs.length - 1] += ` ${piece}`;
    else if (!LEADING.test(piece)) lead += `${piece} `;
  }
  const asked = withoutStory(needs);
  return asked.length === 0 || asked.length > MOST ? [message] : asked;
}

/** "The quiet room, how many people does it hold?" */
const NAMED_FIRST =
  /^(?:(?:and|ok|then|so|but|oh|ooh|right|thanks|lovely|hm+)[ ,!.]+)*(?:the |my |our |that )?((?:\p{L}[\p{L}\p{N}'&-]* ?){1,4}?)[,.:] (?:(?:and|in|at|on|until|from) )*(?:where|when|how|what|which|who|whose|is|are|can|does|do|just)\b/u;

/** Whether a text in plain words names a thing before its question about it. */
export function isNamedFirst(text: string): boolean {
  const first = NAMED_FIRST.exec(text)?.[1] ?? "";
  const isSaid = /\b(?:i|we|you|is|are|was|have|need|want|one|it|that|there|thing)\b/.test(first);
  return subjectOf(first) !== "" && !LEADING.test(first) && !isSaid && hasPronoun(text);
}

/** The request, and the short list parts after it. */
function withoutStory(needs: readonly string[]): string[] {
  const asks = (need: string) => ASKS.test(need) && !STORY.test(need);
  const first = needs.findIndex(asks);
  if (first === -1)
    return needs.length < 2 ? [...needs] : needs.filter((need) => isShort(need) && !STATES.test(need));
  return needs.filter(
    (need, index) => asks(need) || (index > first ? isShort(need) && !STATES.test(need) : isThing(need)),
  );
}

/** "Drill + where can I dance": a thing by itself before the request. */
function isThing(need: string): boolean {
  return need.split(/\s+/).length <= 2 && subjectOf(need.toLowerCase()) === need.toLowerCase().trim();
}

function isShort(need: string): boolean {
  return need.split(/\s+/).length <= MOST_LISTED_WORDS || /^and (?:an?|some|somewhere) /i.test(need);
}
