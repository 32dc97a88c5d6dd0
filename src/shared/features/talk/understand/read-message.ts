import type { City } from "#shared/features/map/city/city.ts";
import { OF_SEARCH, recognizeAbility, NEEDS_A_THING } from "./recognize-ability.ts";
import { hintsIn } from "./hints.ts";
import type { Ability, Intent, PlaceRef, Sought, TalkState } from "./intent.ts";
import type { Span } from "./learned/spans-of-message.ts";
import type { TalkModels } from "./learned/talk-models.ts";
import { type Token, tokensOf } from "./learned/tokens.ts";
import { namedIn, withDeed, withPurpose, wordsOf } from "./spoken/named-thing.ts";
import { plainWords, withoutShorthand } from "./plain-words.ts";
import { type Amount, amountsIn } from "./read-amount.ts";
import { markPlaces, type PlaceRole, placesIn, type ReadPlace } from "./read-places.ts";
import { type Clock, readWhen, type When } from "./read-when.ts";
import { refusedIn, splitRefusal } from "./refusal.ts";
import { MOST_STATED, statedIn } from "./stated.ts";
import { isEmptyWord, subjectOf } from "./subject.ts";
import { titleHasWord } from "./spoken/title-has-word.ts";
import { comparedIn, hasPronoun, isSequel, ordinalIn, soughtIn } from "./spoken/spoken-words.ts";

/** The context needed to read a message. */
export interface TalkContext {
  city: City;
  clock: Clock;
  models: TalkModels;
}

/** The content of a need by itself, before earlier messages and shown items are considered. */
export interface Reading {
  /** In plain words, with one sign for each address. */
  text: string;
  /** The whole text in plain words. */
  wholeText: string;
  /** The whole text as typed. */
  typed: string;
  /** The ability it requests, by its words and the context. */
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
  /** The owner of the requested things; null when the message names none. */
  whose: string | null;
  /** Index in the shown items, -1 for the last; null without an ordinal. */
  ordinal: number | null;
  hasPronoun: boolean;
  compared: Intent["compared"];
  /** The user states their position: "im at 3:00 and B". */
  isUserAt: boolean;
  isSequel: boolean;
  /** Its subject; empty when there is none. */
  what: string;
  /** Only places, times and words of asking. */
  isBare: boolean;
  /** No ability is clear: a search for the thing it names. */
  isUnclear: boolean;
  /** The abilities it likely requested, the likeliest first. */
  rivals: readonly Ability[];
}

/** Likelihood of a topic from which it counts as stated in the message. */
const OWN_TOPIC = 0.5;
/** "What does she lend" and "what else can I get off him" are about the user mentioned before. */
const LENDS =
  /\b(?:do|does|did|has|have) (?:he|she|they) (?:also |still )?(?:lend|share|have|got|offer)|\b(?:else|other|others|more)\b.*\b(?:off|from) (?:him|her|them)\b|\b(?:his|her|their) (?:other|things|stuff|gear)\b/;
/** "Between A and B" is the way from A to B. */
export const BETWEEN = /\bbetween (.+?) and (.+)$/iu;
const STANDING =
  /^(?:(?:ok|well|but|and|so|now) )*(?:i am|we are|we|i) (?:now |just |still )?(?:at|on|near|by|in)\b|\b(?:if|when) (?:i am|we are|i|we) (?:(?:start|leave|come|stand|go|set off) )?(?:at|on|near|by|in|from)\b/;

/** Reads one need. @param message as typed */
export function readMessage(
  { city, clock, models }: TalkContext,
  message: string,
  state: TalkState,
): Reading {
  const { addresses, text: marked } = markPlaces(
    city,
    withoutShorthand(message).replace(BETWEEN, "from $1 to $2"),
  );
  const whole = plainWords(marked);
  const { request: text, refused } =
    whole.length > MOST_STATED ? { request: whole, refused: null } : splitRefusal(whole);
  const wholeText = plainWords(message);
  const tokens = tokensOf(text);
  const hints = hintsIn(text, wholeText, message);
  const stated = statedIn(text, addresses.length > 0, state.intent);
  const hasAddress = addresses.length > 0;
  const recognized = recognizeAbility(models, { text, wholeText, tokens, hints, hasAddress, stated }, state);
  const { label, spans } = recognized;
  const taken = refusedIn(text);
  const isOfProgramme = state.intent?.ability === "whats-on" && taken !== "";
  const ability = isOfProgramme ? "whats-on" : recognized.ability;
  const places = placesIn(spans, addresses, text);
  const plain = wordsBesides(tokens, spans);
  // Read sizes before times: "3 m" is not three months.
  const [size] = amountsIn(plain);
  const unsized = size === undefined ? plain : `${plain.slice(0, size.start)} ${plain.slice(size.end)}`;
  // "Not a drill" excludes a thing from the previous search and names no new one.
  const isOfSearch = state.search !== null && OF_SEARCH.has(state.intent?.ability ?? "find");
  const isTaken = isOfProgramme || (taken !== "" && ability === "find" && isOfSearch);
  // "Not the heavy one" is tagged; other words of refusing are not.
  const tagged = wordsOf(spans, "not").concat(isTaken ? wordsOf(spans, "what") : []);
  const isTagged = isTaken && /^(?:\w+[ ,]+)?not\b/.test(text);
  const without = isTaken && !isTagged ? [subjectOf(taken)] : tagged.concat(refused ?? []);
  const { when, rest } = readWhen(unsized, clock);
  // "Too much, something around 50 litres": the size is given.
  const compared = size !== undefined && !/\bthan\b/.test(text) ? null : comparedIn(text);
  const hasOtherWords =
    places.length > 0 || when !== null || size !== undefined || compared !== null || without.length > 0;
  const sought = soughtIn(without.reduce((left, word) => left.replaceAll(word, " "), text));
  const whose = wordsOf(spans, "whose")[0]?.replace(/'s?$/, "") ?? (LENDS.test(text) ? "they" : null);
  const named = isTaken
    ? ""
    : stated !== null
      ? stated.what
      : namedIn(tokens, spans, ability !== recognized.tagged || hasToName(ability, state, hasOtherWords)) ||
        (NEEDS_A_THING.has(ability) ? whereNamed(text, state) : "") ||
        ((ability === "find" || (ability === "whats-on" && !hasPronoun(text))) &&
        !isTaken &&
        compared === null &&
        whose === null
          ? ownSubject(rest)
          : "");
  return {
    text,
    wholeText,
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
    whose,
    ordinal: ordinalIn(text),
    hasPronoun: hasPronoun(text),
    compared,
    isUserAt: STANDING.test(text) && places.length > 0,
    isSequel: isSequel(text),
    what: sought === "talent" ? withDeed(named, text) : withPurpose(named, text),
    isBare: namedIn(tokens, spans, true) === "",
    isUnclear: recognized.isUnclear,
    rivals: recognized.rivals,
  };
}

/** Words that only refine a question: the time of day, the size, the way people ask once more. */
const REFINING =
  /^(?:(?:early|late|evening|morning|afternoon|night|noon|midnight|weekend|daytime|whole|long|short|big|small|little|large|tall|strong|cheap|light|heavy|nearby|further|farther|far|walk|walking|city|street|side|same|free|date|dates|week|works?|there|thanks?|gear|stuff|place|space|camp|skill|person|people|tool|item|size|price|distance|time|around|corner|fun|happening|going|cool|nice|interesting|event|show|programme|program|schedule|party|entertainment|tonight|evening|festival|after|else|options?|alternatives?|choices?|results?|carry|fits?|handle|possible|easy|easier|quick|minutes?|hours?|oclock|start|begin|open|camps?|kid|kids|children|see|esplanade|playa|watch|attend|visit|join|music|live|loud)s?|\d+\p{L}*)$/u;

/** The subject in the words that fill no slot: a message with one is a new question, "where can I get pancakes right now". */
function ownSubject(rest: string): string {
  const [subject = ""] = rest
    .split(/[.,!?;:&+]/)
    .map(subjectOf)
    .filter((run) =>
      run.split(" ").some((word) => word.length > 2 && !isEmptyWord(word) && !REFINING.test(word)),
    )
    .toSorted((one, other) => other.length - one.length);
  return subject;
}

/** "Where is coffee", after ladders: a name that no shown item has. */
function whereNamed(text: string, { shown, place }: TalkState): string {
  const named = subjectOf(WHERE.exec(text)?.[1] ?? "");
  const isKnown = named.split(" ").some((word) => shown.some(({ title }) => titleHasWord(title, word)));
  return isKnown || hasPronoun(text) || (shown.length === 0 && place === null) ? "" : named;
}
const WHERE = /^(?:(?:and|ok|so|but|then) )*where (?:is|are) (?:the |some |any )?([\p{L} ]{3,30})\W*$/u;

/** Whether the message must name an item itself: earlier messages have no subject, and the message does not refine them. */
function hasToName(ability: Ability, { intent, search, shown }: TalkState, hasOtherWords: boolean): boolean {
  if (ability === "find") return !hasOtherWords || search === null;
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
