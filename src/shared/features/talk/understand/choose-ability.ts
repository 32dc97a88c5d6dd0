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

/** The ability a message asks for, given the conversation. */
export function abilityOf(reading: Reading, state: TalkState): Ability {
  const { intent } = state;
  const { ability, isStanding, what, places } = reading;
  if (intent === null) return ability;
  if (LIKE_A_CHOICE.has(ability) && places.length === 0 && chosenFrom(reading, state) !== null)
    return intent.ability;
  // "Im at 5 and D" says where a route begins.
  if (isStanding && what === "" && hasWay(intent.ability)) return intent.ability;
  // "Sorry, 9:15 and Delight I meant": the question before, about this address.
  if (ability === "find" && intent.ability === "at-address" && what === "" && places.length === 1)
    return intent.ability;
  // "And on Saturday?" after a search without results: the search again, on that day.
  const isOfResult = ability === "availability" || ability === "borrow" || ability === "details";
  if (isOfResult && intent.ability === "find" && state.shown.length === 0 && what === "") return "find";
  return isAboutShown(reading, state) ? "details" : ability;
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
