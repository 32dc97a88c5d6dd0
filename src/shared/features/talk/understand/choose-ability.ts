import { chosenFrom } from "./choose-item.ts";
import type { Ability, TalkState } from "./intent.ts";
import type { Reading } from "./read-message.ts";
import { topicOf } from "./topics.ts";

/** Abilities for which a reply to "which one?" may be mistaken when read on its own. */
const LIKE_A_CHOICE = new Set<Ability>([
  "find",
  "details",
  "availability",
  "borrow",
  "directions",
  "distance",
]);

const OF_A_THING = new Set<Ability>(["details", "availability", "borrow"]);
const THE_ONE = /\b(?:the|that) \w+er(?: one)?\b/;

/** The ability a message asks for, given the conversation. */
export function abilityOf(reading: Reading, state: TalkState): Ability {
  const { intent } = state;
  const { ability, isStanding, what, places } = reading;
  if (intent === null) return ability;
  if (LIKE_A_CHOICE.has(ability) && places.length === 0 && chosenFrom(reading, state) !== null)
    return intent.ability;
  // "Im at 5 and D" says where a route begins.
  if (isStanding && what === "" && hasWay(intent.ability)) return intent.ability;
  if (goesOn(reading, state)) return intent.ability;
  if (ability === "details" && state.focus?.sourceId.startsWith("memory:") === true) return "recall";
  // "And on Saturday?" after a search without results: the search again, on that day.
  const isOfResult = ability === "availability" || ability === "borrow" || ability === "details";
  if (isOfResult && intent.ability === "find" && state.shown.length === 0 && what === "") return "find";
  return isAboutShown(reading, state) ? "details" : ability;
}

const SAME = /^(?:(?:and|ok|so|now|please) )*(?:the )?same (?:from|for|at|near|on|to|in|but|thing)\b/;
const I_ALSO = /\b(?:i|we) (?:also |can |could |do |have |am )/;

/** Whether a message that would be a search by itself only fills in the question before: its place, its day or its size. */
function goesOn(
  { ability, isBare, places, when, compared, sought, whose, text }: Reading,
  { intent, focus }: TalkState,
): boolean {
  if (intent === null) return false;
  const before = intent.ability;
  if (SAME.test(text) && before !== "find") return true;
  if (ability !== "find") return false;
  if (before === "share") return I_ALSO.test(text);
  if (!isBare || whose !== null) return false;
  // "Sorry, 9:15 and Delight I meant"
  if (places.length > 0) return sought === null && (before === "at-address" || hasWay(before));
  const isOfThing = OF_A_THING.has(before) && focus !== null;
  // "Forgive me, better Saturday and Sunday", "the shorter"
  return (
    (when !== null && (isOfThing || before === "whats-on")) ||
    (isOfThing && compared !== null && THE_ONE.test(text))
  );
}

/** "Can they charge phones?" after a camp was shown: about the camp, unless the guide has a section of its own on it. */
function isAboutShown({ ability, hasPronoun, isOwnTopic, said }: Reading, { focus }: TalkState): boolean {
  if (ability !== "about" || !hasPronoun || isOwnTopic || focus === null) return false;
  return /^(?:resource|camp):/.test(focus.sourceId) && topicOf(said) === null;
}

/** Abilities with a route from one place to another. */
function hasWay(ability: Ability): boolean {
  return ["directions", "distance", "nearest", "medical-first"].includes(ability);
}
