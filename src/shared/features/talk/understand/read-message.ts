import type { City } from "#shared/features/map/city/city.ts";
import {
  type Ability,
  abilities,
  type Intent,
  type PlaceRef,
  type Sought,
  type TalkState,
} from "./intent.ts";
import { type Label, likelyLabels } from "./learned/label-of-message.ts";
import type { Before } from "./learned/message-features.ts";
import { type Span, spansOf } from "./learned/spans-of-message.ts";
import type { TalkModels } from "./learned/talk-models.ts";
import { type Token, tokensOf } from "./learned/tokens.ts";
import { hintsIn } from "./hints.ts";
import { plainWords, withoutShorthand } from "./plain-words.ts";
import { type Amount, amountsIn } from "./read-amount.ts";
import { markPlaces, type PlaceRole, placesIn, type ReadPlace } from "./read-places.ts";
import { type Clock, readWhen, type When } from "./read-when.ts";
import { comparedIn, hasPronoun, isSequel, ordinalIn, soughtIn } from "./spoken-words.ts";
import { subjectOf } from "./subject.ts";
import { titleHasWord } from "./title-has-word.ts";
import { topicOf } from "./topics.ts";

/** The context needed to read a message. */
export interface Hearing {
  city: City;
  clock: Clock;
  models: TalkModels;
}

/** Everything a need says by itself, before earlier messages and shown items are considered. */
export interface Reading {
  /** In plain words, with one sign for each address. */
  text: string;
  /** The whole text in plain words. */
  said: string;
  /** The whole text as typed. */
  typed: string;
  /** The ability it asks for, judged by its words and the context. */
  ability: Ability;
  /** The topic of the ability (see `Intent`). */
  topic: string | null;
  /** Whether its own words determine the topic: those of "how late are they open" do not. */
  isOwnTopic: boolean;
  /** Likelihood of the ability, from 0 to 1. */
  likelihood: number;
  places: readonly ReadPlace[];
  when: When | null;
  size: Amount | null;
  sought: Sought | null;
  without: readonly string[];
  /** Whose things are meant; null when nobody is named. */
  whose: string | null;
  /** Index in the shown items, -1 for the last; null without an ordinal. */
  ordinal: number | null;
  hasPronoun: boolean;
  compared: Intent["compared"];
  /** The user says where they are: "im at 3:00 and B". */
  isStanding: boolean;
  isSequel: boolean;
  /** Its subject; empty when there is none. */
  what: string;
  /** Nothing but places, times and words of asking. */
  isBare: boolean;
}

const NEEDS_A_THING = new Set<Ability>(["details", "availability", "borrow"]);
/** Below this likelihood a message is treated as a search for what it names. */
const LEAST_LIKELIHOOD = 0.35;
const SURE_OF_SMALL_TALK = 0.75;
const SURE_OF_A_THING = 0.75;
/** For an ability that has words of its own, when the message has none of them. */
const SURE_WITHOUT_WORDS = 0.7;
const SURE_OF_THE_GUIDE = 0.7;
/** When the message has words of the next likely ability. */
const SURE_DESPITE_CUES = 0.95;
const TASK: Label = { ability: "small-talk", likelihood: 1, topic: "task", topicLikelihood: 1 };
/** Likelihood of a topic from which it counts as stated in the message. */
const OWN_TOPIC = 0.5;
/** Below this share no section of the guide is meant. */
const LEAST_TOPIC = 0.2;
const NOT = /^(?:(?:no|but|and|just|ok)[ ,]+)*not (?:an? |the |any |that )?(?!so |too |that |far )\p{L}/u;
/** "What does she lend", "what else can I get off him" are about the user spoken of. */
const LENDS =
  /\b(?:do|does|did|has|have) (?:he|she|they) (?:also |still )?(?:lend|share|have|got|offer)|\b(?:else|other|others|more)\b.*\b(?:off|from) (?:him|her|them)\b|\b(?:his|her|their) (?:other|things|stuff|gear)\b/;
/** "Between A and B" is the way from A to B. */
export const BETWEEN = /\bbetween (.+?) and (.+)$/iu;
const STANDING =
  /^(?:(?:ok|well|but|and|so|now) )*(?:i am|we are|we|i) (?:now |just |still )?(?:at|on|near|by|in)\b/;

/** Reads one need. @param message as typed */
export function readMessage({ city, clock, models }: Hearing, message: string, state: TalkState): Reading {
  const { addresses, text: marked } = markPlaces(
    city,
    withoutShorthand(message).replace(BETWEEN, "from $1 to $2"),
  );
  const text = plainWords(marked);
  const said = plainWords(message);
  const tokens = tokensOf(text);
  const hints = hintsIn(text, said);
  const labels = hints.includes("#small talk task")
    ? [TASK]
    : likelyLabels(models, tokens, beforeIn(state), hints);
  const hasAddress = addresses.length > 0;
  const clear = labels.find((each, index) =>
    isClear(each, { hints, hasAddress, rival: labels[index + 1]?.ability ?? null }, state),
  );
  const label = clear ?? labels[0] ?? TASK;
  const heard = clear === undefined ? "find" : (abilities.find((each) => each === clear.ability) ?? "find");
  const spans = spansOf(models.spans, tokens, heard);
  const ability = abilityOrSearch(heard, label, { text, said, tokens, spans, state });
  const places = placesIn(spans, addresses, text);
  const plain = wordsBesides(tokens, spans);
  // Read sizes before times: "3 m" is not three months.
  const [size] = amountsIn(plain);
  const unsized = size === undefined ? plain : `${plain.slice(0, size.start)} ${plain.slice(size.end)}`;
  // "Not a drill" takes from what was searched for before, and names nothing new.
  const isTaken = ability === "find" && state.search !== null && NOT.test(text);
  const without = wordsOf(spans, isTaken ? "what" : "not").concat(isTaken ? wordsOf(spans, "not") : []);
  const { when } = readWhen(unsized, clock);
  // "Too much, something around 50 litres": the size is said.
  const compared = size !== undefined && !/\bthan\b/.test(text) ? null : comparedIn(text);
  const saysMore =
    places.length > 0 || when !== null || size !== undefined || compared !== null || without.length > 0;
  const sought = soughtIn(without.reduce((left, word) => left.replaceAll(word, " "), text));
  const named = isTaken
    ? ""
    : namedIn(tokens, spans, ability !== heard || hasToName(ability, state, saysMore));
  return {
    text,
    said,
    typed: message,
    ability,
    topic: ability === label.ability ? label.topic : null,
    isOwnTopic: label.topicLikelihood >= OWN_TOPIC,
    likelihood: label.likelihood,
    places,
    when,
    size: size === undefined ? null : { value: size.value, unit: size.unit },
    sought,
    without,
    whose: wordsOf(spans, "whose")[0]?.replace(/'s?$/, "") ?? (LENDS.test(text) ? "they" : null),
    ordinal: ordinalIn(text),
    hasPronoun: hasPronoun(text),
    compared,
    isStanding: STANDING.test(text) && places.length > 0,
    isSequel: isSequel(text),
    what: sought === "talent" ? withDeed(named, text) : withPurpose(named, text),
    isBare: namedIn(tokens, spans, true) === "",
  };
}

/** A message with unfamiliar words is a search for what it names. A user who only states a need first gets a search. */
function isClear(
  { ability, topic, likelihood }: Label,
  { hints, hasAddress, rival }: { hints: readonly string[]; hasAddress: boolean; rival: string | null },
  { intent }: TalkState,
): boolean {
  if (likelihood < LEAST_LIKELIHOOD) return false;
  // Words never learned look like any of these. What their answers say or begin needs words for it.
  if (ability === "medical-first" || ability === "share" || ability === "my" || ability === "whats-on")
    return hints.includes(`#cue ${ability}`) || likelihood >= SURE_WITHOUT_WORDS;
  // Most sections of the guide have words of their own. Without them, words never learned look like it.
  if (ability === "about")
    return (
      hints.includes("#topic") ||
      hints.includes("#service") ||
      likelihood >= (hints.includes(`#cue ${rival}`) ? SURE_DESPITE_CUES : SURE_OF_THE_GUIDE)
    );
  // "Trapeze & Unicycle" is no address.
  if (ability === "at-address" && !hasAddress) return hints.includes("#cue at-address");
  if (ability === "small-talk" && (topic === "nonsense" || topic === "mood"))
    return hints.includes(`#small talk ${topic}`);
  // A friendly line in reply to an unusual question is worse than a search without results.
  if (ability === "small-talk") return likelihood >= SURE_OF_SMALL_TALK || hints.includes("#small talk");
  return ability !== "post-need" || intent !== null || hints.includes("#cue post-need");
}

function beforeIn({ intent, shown }: TalkState): Before {
  if (intent === null) return { ability: null, shown: 0 };
  return { ability: intent.ability, shown: shown.length > 1 ? 2 : shown.length === 1 ? 1 : 0 };
}

function wordsOf(spans: readonly Span[], name: Span["name"]): string[] {
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
function namedIn(tokens: readonly Token[], spans: readonly Span[], isOpen: boolean): string {
  const named = subjectOf(wordsOf(spans, "what").join(" ")) || subjectOf(wordsOf(spans, "item").join(" "));
  if (named !== "" || !isOpen) return named;
  const filled = new Set(spans.flatMap((span) => span.tokens));
  const left = tokens.map((token) => (token.place === null && !filled.has(token) ? token.word : "."));
  const runs = afterAsking(left.join(" "))
    .split(/[.,!?;:&+]/)
    .map(subjectOf);
  return runs.toSorted((one, other) => other.length - one.length)[0] ?? "";
}

/** "Somebody who can fix a bike": includes the verb, "fix a bike". */
function withDeed(what: string, text: string): string {
  const place = text.indexOf(what);
  if (what === "" || place === -1) return what;
  const deed = /\b(?:can|could|who|to) ((?!can\b|could\b)\p{L}+ (?:(?:an?|the|my|our|some) )?)$/u.exec(
    text.slice(0, place),
  )?.[1];
  return deed === undefined || subjectOf(deed) === "" ? what : `${deed}${what}`;
}

/** "A quiet place to lie down": includes what the place is for, "quiet lie". */
function withPurpose(what: string, text: string): string {
  const deed = /\b(?:place|spot|corner|somewhere)(?: \p{L}+)? to (\p{L}+)/u.exec(text)?.[1] ?? "";
  return what === "" || what.includes(deed) || subjectOf(deed) === "" ? what : `${what} ${deed}`;
}

const ASKING =
  /.*\b(?:(?:any|some)(?:one|body)(?: here)? (?:who )?(?:has|have|got|do|does|with|can|lends?)|who (?:has|have|got|lends)|looking for|need(?: of)?|is there|are there|where (?:can|do|might|could) .{1,25}? (?:find|get))\b/;

/** The subject of "Im freezing does anybody have a blanket" follows the question words. Returns the whole text if nothing follows them. */
function afterAsking(text: string): string {
  const asking = ASKING.exec(text)?.[0] ?? "";
  const rest = text.slice(asking.length);
  return subjectOf(rest) === "" ? text : rest;
}

/** The ability, or a search where the words name something that the ability is only guessed to be about. */
function abilityOrSearch(
  heard: Ability,
  { likelihood, topicLikelihood }: Label,
  {
    text,
    said,
    tokens,
    spans,
    state,
  }: { text: string; said: string; tokens: readonly Token[]; spans: readonly Span[]; state: TalkState },
): Ability {
  const named = namedIn(tokens, spans, true);
  if (hasPronoun(text) || named === "") return heard;
  // "Four-metre ladder" starts a new search: it neither refers to a shown item nor says what to do with it.
  if (NEEDS_A_THING.has(heard)) {
    const isShown = state.shown.some(({ title }) =>
      named.split(" ").some((word) => titleHasWord(title, word)),
    );
    return likelihood < SURE_OF_A_THING && ordinalIn(text) === null && !isShown ? "find" : heard;
  }
  // "Dance floor at 10:00 & Esplanade"
  if (heard === "at-address" && likelihood < SURE_WITHOUT_WORDS) return "find";
  // "What is for the green kettle?" may be in a note: no section of the guide is about it.
  return heard === "about" && topicLikelihood < LEAST_TOPIC && topicOf(said) === null ? "find" : heard;
}

/** Whether the message must name an item itself: earlier messages have no subject, and the message does not refine them. */
function hasToName(ability: Ability, { intent, search, shown }: TalkState, saysMore: boolean): boolean {
  if (ability === "find") return !saysMore || search === null;
  if (ability === "recall" || ability === "share") return intent?.ability !== ability;
  if (ability === "post-need") return search === null && intent?.ability !== "post-need";
  return NEEDS_A_THING.has(ability) && shown.length === 0;
}

/** The words outside places, because a place may read like a time: "7:30", "Camp Sunday". */
function wordsBesides(tokens: readonly Token[], spans: readonly Span[]): string {
  const placed = new Set(
    spans
      .filter(({ name }) => name === "near" || name === "from" || name === "to" || name === "at")
      .flatMap((span) => span.tokens),
  );
  return tokens
    .filter((token) => token.place === null && !placed.has(token))
    .map(({ word }) => word)
    .join(" ");
}

/** The place in the first of these roles that has one. */
export function placeIn(reading: Reading, ...wanted: PlaceRole[]): PlaceRef | null {
  for (const role of wanted) {
    const found = reading.places.find((place) => place.role === role);
    if (found !== undefined) return found.place;
  }
  return null;
}
