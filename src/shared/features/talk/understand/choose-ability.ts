import { OF_SEARCH } from "./recognize-ability.ts";
import { chosenFrom } from "./spoken/choose-item.ts";
import type { Ability, Intent, TalkState } from "./intent.ts";
import type { Reading } from "./read-message.ts";
import { serviceOf } from "./services.ts";
import { describedIn } from "./spoken/spoken-words.ts";
import { titleHasWord } from "./spoken/title-has-word.ts";
import { topicOf } from "./topics.ts";

/** Abilities that a reply to "which one?" may be mistaken for when read without context. */
const LIKE_A_CHOICE = new Set<Ability>([
  "find",
  "details",
  "availability",
  "borrow",
  "directions",
  "distance",
]);
const OF_A_THING = new Set<Ability>(["details", "availability", "borrow"]);
/** Abilities with a route from one place to another. */
const WITH_WAY = new Set<Ability>(["directions", "distance", "nearest", "medical-first"]);

/** Words that mean an ability once a thing, a camp or a way has been mentioned, whatever they suggest without context. */
const turns: readonly {
  words: RegExp;
  ability: Ability;
  after: "thing" | "camp" | "way";
  unclear?: boolean;
}[] = [
  {
    words:
      /(?:^|[.,!] )mine(?: (?:then|please|thanks))*\W*$|\b(?:do it|go for it|put (?:my|our) names? down|sign (?:me|us) up|count me in|(?:will )?take (?:it|them|that one))(?: (?:then|please|thanks|yes))*\W*$/,
    ability: "borrow",
    after: "thing",
  },
  { words: /\bin (?:met(?:er|re)s|km|minutes)\W*$/, ability: "distance", after: "way" },
  {
    words: /^(?:\w+ ){0,2}(?:walk|take|bring|guide|lead) (?:me|us)(?: there)?(?: please)?\W*$/,
    ability: "directions",
    after: "way",
  },
  {
    words: /\b(?:when|what (?:time|day|hour)|which (?:time|day|hour)|until when|how late)\b/,
    ability: "details",
    after: "camp",
    unclear: true,
  },
];

/** The ability a message requests, given the conversation. */
export function abilityOf(reading: Reading, state: TalkState): Ability {
  const { intent } = state;
  const { ability, isUserAt, what, places } = reading;
  // "Chairs, nearest to 6:30 & I": no service of the city
  if (
    ability === "nearest" &&
    what !== "" &&
    serviceOf(reading.text) === null &&
    (reading.topic === "other" || !reading.isOwnTopic)
  )
    return "find";
  // "Is there any ice at this hour": a service, no section of the guide
  if (
    ability === "about" &&
    !reading.isOwnTopic &&
    serviceOf(reading.text) !== null &&
    topicOf(reading.wholeText) === null
  )
    return "nearest";
  if (intent === null) return ability;
  // "What's on that corner?"
  if (state.place !== null && ON_THAT_CORNER.test(reading.text)) return "at-address";
  if (LIKE_A_CHOICE.has(ability) && places.length === 0 && chosenFrom(reading, state) !== null)
    return intent.ability;
  // "Im at 5 and D" gives the start of a route.
  if (isUserAt && what === "" && WITH_WAY.has(intent.ability)) return intent.ability;
  // "And if I am at 8:00 & F?" after a search
  if (isUserAt && what === "" && intent.ability === "find" && ability !== "medical-first") return "find";
  // "The ice, if I am at 9:00 & H"
  if (isUserAt && ability === "about" && serviceOf(reading.text) !== null) return "nearest";
  if (isCloserAsked(reading, intent)) return intent.ability;
  if (isOnlyPlace(reading) && state.search !== null && OF_SEARCH.has(intent.ability)) return "find";
  if (ability === "find" && state.shown.length > 1 && describedIn(reading.wholeText) !== "") return "details";
  const turned = turnOf(reading, state);
  if (turned !== null) return turned;
  if (goesOn(reading, state)) return intent.ability;
  if (ability === "find" && isShownByName(reading, state)) return "details";
  // "Which bag was it in?" after a note
  if (ability === "details" && intent.ability === "recall" && (reading.hasPronoun || reading.isBare))
    return "recall";
  // "And on Saturday?" after a search without results: the same search, on that day.
  if (OF_A_THING.has(ability) && intent.ability === "find" && state.shown.length === 0 && what === "")
    return "find";
  if (isSearchOfOther(reading, state)) return "find";
  if (ability === "details" && isPlaceAsked(reading, state)) return "directions";
  return isAboutShown(reading, state) ? "details" : ability;
}

/** "Too far, something closer?" after the nearest toilet or a search */
function isCloserAsked(
  { compared, ability, places, what, isUnclear, wholeText }: Reading,
  before: Intent,
): boolean {
  if (compared !== "closer" || places.length > 0 || /\bhow\b/.test(wholeText)) return false;
  const isOpen = what === "" || isUnclear;
  return before.ability === "nearest"
    ? isOpen && (ability === "find" || ability === "distance")
    : before.ability === "find" && what === "" && (ability === "nearest" || ability === "distance");
}

/** "And on Sunday?" after a search that found only things of another name. */
function isSearchOfOther({ ability, text, what, hasPronoun, ordinal }: Reading, state: TalkState): boolean {
  const { intent, focus } = state;
  const isOfThing =
    hasPronoun || ordinal !== null || what !== "" || /\b(?:free|available|taken)\b/.test(text);
  if (intent?.ability !== "find" || ability !== "availability" || isOfThing) return false;
  const words = intent.what.split(" ").filter((word) => word.length > 2);
  return focus !== null && words.length > 0 && !words.some((word) => titleHasWord(focus.title, word));
}

/** "Where is it?" after a place that is no thing: an address and the items there, a section of the guide, the nearest toilet. */
function isPlaceAsked({ text, hasPronoun, isBare }: Reading, { focus, place }: TalkState): boolean {
  const isThing = focus !== null && !focus.sourceId.startsWith("context:");
  return !isThing && place !== null && hasPronoun && isBare && /\bwhere\b/.test(text);
}

function turnOf({ text, ability, isOwnTopic }: Reading, { intent, focus }: TalkState): Ability | null {
  const isUnclear = ability === "find" || (ability === "about" && !isOwnTopic);
  const spoken = {
    thing: focus?.sourceId.startsWith("resource:") === true,
    camp: focus?.sourceId.startsWith("camp:") === true,
    way: intent !== null && WITH_WAY.has(intent.ability),
  };
  const turn = turns.find(
    ({ words, after, unclear = false }) => spoken[after] && (!unclear || isUnclear) && words.test(text),
  );
  return turn?.ability ?? null;
}

const ON_THAT_CORNER =
  /\b(?:what|who|anything)\b.*\b(?:on|at|in|round|around) (?:that|this|the same) (?:corner|place|spot)\b|^(?:and |so |ok )*(?:on|at|in|round|around) that (?:same )?(?:corner|place|spot)\b/;
const SAME = /^(?:(?:and|ok|so|now|please) )*(?:the )?same (?:from|for|at|near|on|to|in|but|thing)\b/;
const SAME_DAYS = /\bsame (?:days?|dates?|time)\b/;
const CHANGED = /^(?:(?:no|ok|oh|please|and|actually|sorry) )*(?:make (?:it|that)|rather|better)\b/;
const OFFERS =
  /\b(?:i|we) (?:(?:am |have |do )?also\b|can\b|could\b|do\b|have (?:a |an )?(?:spare|extra|second)\b)|\bfor (?:whoever|anyone|anybody|everyone|everybody|others|people)\b/;
const THE_ONE = /\b(?:the|that) \w+er(?: one)?\b/;

/** "7:30 & E", with no word that asks. */
function isOnlyPlace({ ability, isBare, places, text }: Reading): boolean {
  return ability === "at-address" && isBare && places.length === 1 && !/\p{L}{4,}/u.test(text);
}

/** Whether a message only adds to the previous question: its place, its day, its size or its thing. */
function goesOn(
  { ability, isBare, isSequel, places, when, compared, sought, whose, text }: Reading,
  { intent, focus }: TalkState,
): boolean {
  if (intent === null) return false;
  const before = intent.ability;
  const isOfThing = OF_A_THING.has(before) && focus !== null;
  if (SAME.test(text) && before !== "find") return true;
  // "Make that Saturday instead, we have the sauna before"
  if (CHANGED.test(text) && when !== null && (isOfThing || before === "whats-on")) return true;
  // "What is the biggest one you know?"
  if (before === "find" && isBare && (compared === "biggest" || compared === "smallest")) return true;
  if (ability !== "find") return false;
  if (before === "share") return OFFERS.test(text);
  // "And the impact driver, for the same days"
  if (isSequel && isOfThing && SAME_DAYS.test(text)) return true;
  if (!isBare || whose !== null) return false;
  // "Sorry, 9:15 and Delight I meant"
  if (places.length > 0) return sought === null && (before === "at-address" || WITH_WAY.has(before));
  // "Forgive me, better Saturday and Sunday", "the shorter"
  return (
    (when !== null && (isOfThing || before === "whats-on")) ||
    (isOfThing && compared !== null && THE_ONE.test(text))
  );
}

/** "Who has the stove", "and the tent": one of the things shown. */
function isShownByName({ what, text }: Reading, { shown }: TalkState): boolean {
  const words = what.split(" ");
  if (what === "" || !text.includes(`the ${what}`)) return false;
  return shown.some(({ title }) => words.every((word) => titleHasWord(title, word)));
}

/** "Can they charge phones?" after a camp was shown: about the camp, unless the guide has a separate section on it. */
function isAboutShown(
  { ability, hasPronoun, isOwnTopic, wholeText }: Reading,
  { focus }: TalkState,
): boolean {
  if (ability !== "about" || !hasPronoun || isOwnTopic || focus === null) return false;
  return /^(?:resource|camp):/.test(focus.sourceId) && topicOf(wholeText) === null;
}
