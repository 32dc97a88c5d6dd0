import { HOME_NOTE } from "./home-of-notes.ts";
import type { Ability, Intent } from "./intent.ts";
import { FOUND_PLACES, serviceNamed } from "./services.ts";

/** The request that the form of a message states, whatever its other words resemble. */
export interface Stated {
  ability: Ability;
  topic: string | null;
  /** The thing it is about; empty when there is none. */
  what: string;
  /** 0 to 1; missing for 1. */
  likelihood?: number;
}

const PLEASE =
  "^(?:(?:please|lol|lmao+|haha+|omg|ugh|hmm|cool|sweet|nah|yeah|thx|ok|okay|no|oh|ah|and|but|so|wait|hey|looby|just|actually|sorry|you can|can you|could you|would you|will you|i want to|i would like to|let us|thanks?)[ ,.!]+)*";
const OF_OWN =
  "notes?|memor(?:y|ies)|reminders?|needs?|posts?|ask(?: (?:for|4))?|requests?|bookings?|loans?|plans?|you (?:have )?(?:saved|noted|kept|wrote|remember(?:ed)?)|i (?:have )?(?:said|told|wrote|write|noted|saved|asked|posted|ask)|looking for";
/** "Forget what I said about my bike", "delete that note", "cancel my request", "... please withdraw it". */
const FORGET = new RegExp(
  `(?:${PLEASE}|[,.;!] *(?:(?:please|so|and|just|actually|you can|can you|ok|now|then) )*)(?:(?:forget|delete|erase|unsave|withdraw)\\b(?! (?:it|about it|to|me)\\W*$)|(?:withdraw|erase|delete) (?:it|that|them)\\b|(?:remove|throw|clear|wipe|cancel|undo|scrap|take|bin|trash|discard|close|drop|kill|get rid)\\b(?=.*\\b(?:${OF_OWN})\\b))|\\b(?:${OF_OWN})\\b.*[,.;] *(?:(?:please|so|and|just|you can|can you) )*(?:wipe|delete|erase|throw|bin|trash|remove|cancel|clear|scrap|drop)\\b`,
);
/** "Bin it", right after notes or own lists. */
const FORGET_IT =
  /(?:^|[,.;!] *|\b(?:please|just|can|and|so|ok) )(?:bin|scrap|throw|trash|wipe|clear|remove|delete|erase|cancel|drop|withdraw|forget|undo|discard|take)\b(?: (?:it|that|this|them|those|one|the last one|the second one|away|out|down|back|off|again|please|too))+\W*$/;
const AFTER_OWN = new Set<Ability | null>(["remember", "recall", "my", "forget"]);
/** "Ditch the yoga", right after one of the user's own lists. */
const FORGET_LISTED =
  /^(?:(?:please|ok|and|so|just|can you) )*(?:ditch|drop|skip|scrap|bin|cancel|remove|delete|erase|withdraw|take (?:out|off|down)) (?:the|my|that) (\p{L}[\p{L} ]{2,40}?)(?: (?:one|out|off|please|then|too))*\W*$/u;
/** "Scrap metal" and "the previous instructions" are nothing to delete. */
const NOTHING_TO_FORGET =
  /\b(?:previous|prior|above|earlier) |\binstructions?\b|\bprompt\b|\bscrap (?:metal|wood)\b|\b(?:account|profile|password)\b|\bforget (?:me not|how|where|when|who)\b/;
const LISTS: readonly (readonly [topic: string, words: RegExp])[] = [
  ["requests", /\b(?:requests?|bookings?|loans?|borrow\w*|reserv\w*)\b/],
  ["plan", /\bplans?\b/],
  ["needs", /\b(?:needs?|ask|posts?|posted|looking for|wish(?:es)?|search(?:es)?)\b/],
];
const ABOUT =
  /\b(?:about|for|of|on|that|where|when|the|my|our)\b (?:(?:the|my|our|a|an|that|i|is|are|was|said|told|you|note|memory|reminder|request|need|about|of|for|on) )*([\p{L}\p{N}' -]{2,60})/u;
const OF_FORGETTING =
  /\b(?:notes?|memor(?:y|ies)|reminders?|requests?|needs?|posts?|things?|please|you (?:saved|noted|kept|remembered)|i (?:said|told you|wrote|noted|saved|asked for|posted|just)|it|that|this|again)\b/g;

/** People and states that are lost in another sense, and what a section of the guide is about. */
const PERSON_OR_STATE =
  /^(?:way|mind|friends?|husband|wife|boyfriend|girlfriend|partner|kids?|child(?:ren)?|son|daughter|brother|sister|mum|mom|dad|mother|father|baby|people|group|campmates?|password|login|account|signal|reception|internet|connection|network|job|voice|appetite|patience|temper|virginity|balance|faith|hope|heart|soul|head|consciousness|sense|track|count|time|vision|hearing|sight|blood|tooth|toilets?|nearest|camp|tent|place|address|home|loan|borrowed)\b/;
const OF_PLACES = new RegExp(`\\b(?:${FOUND_PLACES})$`);
const LOST =
  /\b(?:(?:i|we|he|she|someone|somebody|my \p{L}+) (?:have |has |just |think i |must have |probably |also |may have )*(?:lost|loose|misplaced|found|dropped|picked up)|(?:someone|somebody|sum1) dropped|^(?:just )?(?:lost|misplaced|found|picked up)|(?:i |we )?(?:cannot|can not|could not|do not) find) (?:my|our|his|her|their|an?|the|someone s|somebodys|someones|somebody s|some|this) ((?:\p{L}+[ -]){0,3}?\p{L}+)(?= (?:anywhere|at|near|in|infront|on|by|around|somewhere|last|this|yesterday|today|tonight|during|after|help|please|where|who|has|have|did|does|is|with|any|anyone|and|but|for|between|under|behind|outside|while|when|can|what)\b|[^\p{L}\p{N} -]|$)/u;
/** "My blue cup is gone", "one of my gloves walked off" */
const GONE =
  /(?:^|[ ,])(?:(?:one|1) of )?(?:my|our) ((?:\p{L}+[ -]){0,2}?\p{L}+) (?:(?:is|are|has|have|got|just) )*(?:gone|missing|walked off|wandered off|disappeared|vanished|went missing|slid off|fell off|fell out)\b/u;

/** Low enough to be left out below a help card: "my friend is passing out, where is water". */
const BESIDE_DANGER = 0.8;
/** "Where is water", whatever was asked before. */
const WHERE_IS =
  /^(?:(?:and|ok|so|but|then) )*where (?:is|are) (?:the |some |any )?(\p{L}+(?: \p{L}+)?)\W*$/u;

/** A longer text is a story, in UTF-16 units. */
export const MOST_STATED = 300;

/** The request that the form of a message states; null when its words decide. @param text in plain words, with one sign for each address */
export function statedIn(text: string, hasAddress: boolean, asked: Intent | null): Stated | null {
  if (text.length > MOST_STATED) return null;
  const before = asked?.ability ?? null;
  const listed = before === "my" ? (FORGET_LISTED.exec(text)?.[1] ?? "") : "";
  if (listed !== "") return { ability: "forget", topic: asked?.topic ?? "notes", what: listed };
  // A need that was only proposed is nowhere yet.
  if (before === "post-need" && FORGET_IT.test(text))
    return { ability: "small-talk", topic: "cancel", what: "" };
  const isForgotten = FORGET.test(text) || (AFTER_OWN.has(before) && FORGET_IT.test(text));
  if (isForgotten && !NOTHING_TO_FORGET.test(text)) {
    const topic = LISTS.find(([, words]) => words.test(text))?.[0] ?? "notes";
    return { ability: "forget", topic, what: thingToForget(text) };
  }
  const service = serviceNamed(WHERE_IS.exec(text)?.[1] ?? "");
  if (service !== null && service !== "medical")
    return { ability: "nearest", topic: service, what: "", likelihood: BESIDE_DANGER };
  if (hasAddress && STATES_HOME.test(text)) return { ability: "remember", topic: null, what: "" };
  const lost = (LOST.exec(text) ?? GONE.exec(text))?.[1]?.trim() ?? "";
  return lost === "" || PERSON_OR_STATE.test(lost) || OF_PLACES.test(lost)
    ? null
    : { ability: "nearest", topic: "lost-and-found", what: lost };
}

/** "My camp is at 7:30 & D", said by itself. */
const STATES_HOME = new RegExp(
  `^(?!.*\\b(?:who|how|which|nearest|closest|any|is there)\\b)(?:[^?]*[ ,])?(?:${HOME_NOTE})[^?]*$`,
  "u",
);

function thingToForget(text: string): string {
  if (
    /\b(?:that|this|the last) (?:note|memory|one|reminder|post|need)\b(?! (?:about|of|on|for)\b)/.test(text)
  )
    return "";
  const named = ABOUT.exec(text)?.[1] ?? "";
  return named.replaceAll(OF_FORGETTING, " ").replaceAll(/\s+/g, " ").trim();
}
