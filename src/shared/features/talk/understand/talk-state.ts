import { askedToRemember } from "#shared/features/memories/remember.ts";
import { clarifyAddresses } from "#shared/features/map/address/loose-address.ts";
import { addDays } from "#shared/features/lending/days.ts";
import { abilityOf } from "./choose-ability.ts";
import { type Intent, noIntent, type Shown, type TalkState } from "./intent.ts";
import { offeredKind, thingOffered } from "./spoken/offered-thing.ts";
import { plainWords } from "./plain-words.ts";
import { amountsIn } from "./read-amount.ts";
import { BETWEEN, type TalkContext, type Reading, readMessage } from "./read-message.ts";
import { amongShown, focusOf, itemOf } from "./spoken/spoken-item.ts";
import { placesOf, placeSpokenOf, twoPlaces } from "./spoken/spoken-place.ts";
import { topicFor } from "./spoken/spoken-topic.ts";
import { describedIn, SIZE_WORDS } from "./spoken/spoken-words.ts";
import { serviceOf } from "./services.ts";
import { isEmptyWord } from "./subject.ts";
import { isNamedFirst, splitNeeds } from "./split-needs.ts";
import { titleHasWord } from "./spoken/title-has-word.ts";

/** Abilities whose messages have a single subject, however many sentences they have. */
const WHOLE = new Set<Intent["ability"]>([
  "remember",
  "forget",
  "share",
  "small-talk",
  "medical-first",
  "post-need",
]);
/** Abilities whose messages seldom have parts: they are split only if each part is clear by itself. */
const SELDOM_SPLIT = new Set<Intent["ability"]>(["recall", "directions", "distance"]);
const CLEAR = 0.7;

function partsOf(message: string, whole: Reading, state: TalkState, talkContext: TalkContext): string[] {
  const ability = abilityOf(whole, state);
  // "Find me a welder, oh and remember i locked the trike at 6:45 & C"
  const asked = THEN_REMEMBER.exec(message);
  if (asked !== null) return [...splitNeeds(message.slice(0, asked.index)), asked.groups?.note ?? ""];
  // The two ends of a way are one need, as are a thing and the question about it.
  const isOne = BETWEEN.test(whole.wholeText) || isNamedFirst(whole.text);
  if (WHOLE.has(ability) || isOne) return [message];
  // "Esp & 6 to K & 7:30" has no list.
  const clear = clarifyAddresses(message);
  const parts = splitNeeds(clear);
  if (parts[0] === clear) return [message];
  if (parts.length < 2 || !SELDOM_SPLIT.has(ability)) return parts;
  const readings = parts.map((part) => readMessage(talkContext, part, state));
  const areClear = readings.every(({ likelihood }) => likelihood >= CLEAR);
  return areClear && readings.some((reading) => reading.ability !== ability) ? parts : [message];
}

const THEN_REMEMBER =
  /(?:[,.;?!]+ (?:(?:oh|and|also|please|pls) )*|(?<=\w) and (?:(?:also|please|pls) )*)(?<note>(?:remember|remind me|note that|save)\b.*)$/isu;
/** "Forget about the ladder, I need a tent": only the second is asked for. */
const CHANGED_MIND =
  /^(?:(?:ok|no|oh|actually|well|wait|nah|so)[ ,]+)*forget (?:about )?(?:it|that|the|my|this|all that)\b[^,.;:]{0,30}[,.;:]+ *(?=(?:i|we) (?:need|want|look|would|just)|where|who|is there|any|find|can|show|how|what)/i;
const OR = /^(?<before>.*?\b)(?<one>\p{L}{3,}) or (?:an? |some |the )?(?<other>\p{L}{3,})(?<after>\b.*)$/iu;

/** "Water or coffee near 6:00": one need for each, when they are not found the same way; null for any other message. */
function serviceOr(message: string): string[] | null {
  const { before = "", one = "", other = "", after = "" } = OR.exec(message)?.groups ?? {};
  const isService = (word: string) => serviceOf(plainWords(word)) !== null;
  if (serviceOf(plainWords(one)) === serviceOf(plainWords(other)) || isEmptyWord(plainWords(other)))
    return null;
  return [one, other].map((word) => `${isService(word) ? before : "any "}${word}${after}`);
}

/**
 * The needs of a message in the context of a conversation, in the order given: each with its ability and all details known so far. A
 * follow-up ("near 4:30?", "and closer?", "the second one") inherits from earlier messages.
 */
export function understandMessage(state: TalkState, said: string, talkContext: TalkContext): Intent[] {
  const message = said.replace(CHANGED_MIND, "");
  const [one, other] = serviceOr(clarifyAddresses(message)) ?? [];
  if (one !== undefined && other !== undefined)
    return [one, other].map((each) => intentOf(readMessage(talkContext, each, state), state));
  const whole = readMessage(talkContext, message, state);
  const parts = partsOf(message, whole, state, talkContext);
  const [request = message] = parts;
  if (parts.length === 1 && request === message) return [intentOf(whole, state)];
  if (parts.length === 1) {
    const part = readMessage(talkContext, request, state);
    // "The hammer drill, Sunday?" names the thing before it asks.
    const reading = part.isBare && !whole.isBare ? whole : part;
    // Days in a story also apply to the request in it.
    return [intentOf({ ...reading, when: reading.when ?? whole.when }, state)];
  }
  const intents: Intent[] = [];
  for (const part of parts) {
    const before = intents.at(-1);
    const known = before === undefined ? state : { ...state, intent: before };
    const reading = readMessage(talkContext, part, known);
    // "... and an extension cord": a part of a list has the same ability as the part before.
    const isListed = before !== undefined && reading.likelihood < CLEAR;
    const intent = intentOf(isListed ? { ...reading, ability: before.ability, topic: null } : reading, known);
    // The place and days of one need in a list also apply to the others.
    intents.push({
      ...intent,
      isPart: true,
      near: intent.near ?? before?.near ?? null,
      when: intent.when ?? before?.when ?? null,
    });
  }
  // A friendly word beside a request needs no reply of its own.
  const requests = intents.filter(({ ability }) => ability !== "small-talk");
  if (requests.length === intents.length) return intents;
  return requests.some(({ likelihood }) => likelihood >= CLEAR)
    ? requests
    : intents.filter(({ ability }) => ability === "small-talk").slice(0, 1);
}

/** The conversation's state after an answer that showed these items, in this order. */
export function show(state: TalkState, intents: readonly Intent[], shown: readonly Shown[]): TalkState {
  const last = intents.at(-1) ?? state.intent;
  if (last === null || last.ability === "small-talk") return state;
  const { item } = last;
  const first = item ?? shown[0];
  const place =
    placeSpokenOf(last) ??
    (first === undefined || (first !== item && first.sourceId.startsWith("context:"))
      ? state.place
      : ({ kind: "shown", shown: first } as const));
  const isOtherPlace = JSON.stringify(place) !== JSON.stringify(state.place);
  const placeBefore = isOtherPlace ? state.place : state.placeBefore;
  const search = last.ability === "find" ? last : state.search;
  const known = { intent: last, search, place, placeBefore, noted: last.noted };
  // A section of the guide is read once: "it" still refers to the previous thing.
  const isGuide = shown.length > 0 && shown.every(({ sourceId }) => sourceId.startsWith("context:"));
  if (shown.length === 0 || (isGuide && state.focus !== null && last.ability === "about"))
    return { ...state, ...known, focus: item ?? state.focus };
  // An item in a question about a route or a date stays in its list.
  const isOfList = shown.length === 1 && state.shown.some(({ sourceId }) => sourceId === shown[0]?.sourceId);
  return { ...known, shown: isOfList ? state.shown : shown, focus: first ?? null };
}

function intentOf(reading: Reading, state: TalkState): Intent {
  const ability = abilityOf(reading, state);
  const { intent: before } = state;
  const refined = refinedBy(reading, ability, state);
  const base = refined ?? noIntent;
  const described = state.shown.length > 1 ? describedIn(reading.wholeText) : "";
  const among = described === "" ? amongShown(reading, ability, state) : state.shown;
  const item = among.length > 0 ? null : itemOf(reading, ability, state);
  const isOfSearch = ability === "post-need" && before?.topic !== "lost-and-found";
  const what = whatOf(reading, ability, isOfSearch ? state.search : before) ?? base.what;
  const goesOn =
    before !== null &&
    ((reading.isSequel && ability === before.ability) ||
      (ability === "post-need" && before.ability === "find" && (what === "" || what === before.what)));
  const inherited = goesOn ? before : base;
  return {
    ...inherited,
    ability,
    likelihood: reading.isUnclear && ability === "find" ? 0 : reading.likelihood,
    rivals: reading.rivals.filter((rival) => rival !== ability),
    what: (item === null && among.length === 0) || ability === "find" ? what : "",
    sought: ability === "share" ? offeredKind(reading, before) : (reading.sought ?? inherited.sought),
    ...(ability === "find" ? whoseOf(reading, state) : { whose: null, ownerOf: null }),
    without: [...base.without, ...reading.without],
    when: daysOf(reading, ability, inherited, before),
    size: reading.size ?? base.size ?? sizeCompared(reading, state),
    compared: reading.compared,
    item,
    except: ability === "find" && reading.what === "" && OTHER.test(reading.wholeText) ? state.focus : null,
    among,
    described,
    isPart: false,
    beside: focusOf(ability, state),
    noted: ability === "remember" ? [noteIn(reading, state), ...state.noted] : state.noted,
    topic: topicFor(reading, ability, state) ?? (ability === base.ability ? base.topic : null),
    ...placesOf(
      reading,
      ability,
      {
        near: inherited.near,
        from: inherited.from,
        place: state.place,
        shown: state.focus === null ? null : { kind: "shown", shown: state.focus },
        last: before,
        two: twoPlaces(state),
      },
      item,
    ),
  };
}

/** The note a message gives. "I moved it, it is at 5:00 & B now" is about the thing of the note before. */
function noteIn({ typed, wholeText, places }: Reading, { noted: [before = ""] }: TalkState): string {
  const note = askedToRemember(typed) ?? typed;
  const place = places.find((each) => each.place.kind === "address")?.place;
  const thing = THING_AT.exec(before)?.[0] ?? "";
  return place?.kind === "address" && thing !== "" && MOVED.test(wholeText)
    ? `${thing} ${place.words}`
    : note;
}

/** "My camp is at" in a note. */
const THING_AT = /\b(?:my|our|the) (?:\p{L}+ ){1,3}(?:is|are|stands|sits)(?: now)? (?:at|on|near|by)\b/iu;
const MOVED = /\b(?:moved|it is|it stands|they are|we are|is now)\b/;

const PERSON = /^(?:he|she|they|them|him|her|his|their|theirs|that (?:person|guy|camp))$/;

/** The owner of the requested things. "What else does she lend" refers to the owner in the previous question. */
function whoseOf({ whose }: Reading, { intent, focus }: TalkState): Pick<Intent, "whose" | "ownerOf"> {
  if (whose === null || !PERSON.test(whose)) return { whose, ownerOf: null };
  const camp = focus?.sourceId.startsWith("camp:") === true ? focus.title : null;
  const named = intent?.whose ?? (intent?.ability === "details" && intent.what !== "" ? intent.what : camp);
  return {
    whose: named,
    ownerOf: named === null && focus?.sourceId.startsWith("resource:") === true ? focus : null,
  };
}

/** "A bigger one" is bigger than the item in focus. */
function sizeCompared({ compared }: Reading, { focus }: TalkState): Intent["size"] {
  if (focus === null || (compared !== "bigger" && compared !== "smaller")) return null;
  const [size] = amountsIn(focus.title);
  return size === undefined ? null : { value: size.value, unit: size.unit };
}

/** The intent a message refines when it names no own subject. Null when it starts a new one. */
function refinedBy(
  { what, compared, wholeText, whose }: Reading,
  ability: Intent["ability"],
  state: TalkState,
): Intent | null {
  const { intent, search } = state;
  if (what !== "" || (whose !== null && PERSON.test(whose))) return null;
  const asked = ability === intent?.ability ? intent : ability === "find" ? search : null;
  const earlier = (ability === "find" ? likeFocus(wholeText, compared, state) : null) ?? asked;
  if (earlier === null || compared === null || compared === "closer") return earlier;
  // "Bigger" replaces the earlier size and adjective: "a small generator".
  return {
    ...earlier,
    size: compared === "bigger" || compared === "smaller" ? earlier.size : null,
    what: earlier.what.replace(SIZE_WORDS, ""),
  };
}

/** "Another one", "a bigger one" after a question about a thing from an earlier search: a search for its kind, for the same days. */
function likeFocus(
  wholeText: string,
  compared: Intent["compared"],
  { intent, search, focus }: TalkState,
): Intent | null {
  if (focus === null || intent?.ability === "find" || !focus.sourceId.startsWith("resource:")) return null;
  const isOfSize = compared !== null && compared !== "closer";
  if (!isOfSize && (search !== null || !OTHER.test(wholeText))) return null;
  if (search !== null && search.what.split(" ").some((word) => titleHasWord(focus.title, word))) return null;
  const what = focus.title.split(/[,(:]/)[0]?.toLowerCase().trim() ?? "";
  return { ...noIntent, what, when: intent?.when ?? null };
}

const OTHER = /\b(?:other|another|else|different|instead)\b/;
/** After these abilities, a question about time refers to the same days. */
const SAME_DAYS = new Set<Intent["ability"]>(["find", "availability", "borrow", "whats-on", "details"]);

const DAY_LATER = /\b(?:day after(?! tomorrow)|next day|day later|following day|day further)\b/;

/** The days in the message, otherwise the earlier ones. "Until Sunday" begins when the earlier days do. */
function daysOf(
  { when, wholeText, isBare }: Reading,
  ability: Intent["ability"],
  inherited: Intent,
  before: Intent | null,
): Intent["when"] {
  const earlier = before !== null && SAME_DAYS.has(before.ability) ? before.when : null;
  if (when?.isUntil === true && earlier !== null && earlier.first <= when.last)
    return { ...when, first: earlier.first };
  if (earlier !== null && DAY_LATER.test(wholeText)) {
    const day = addDays(earlier.last, 1);
    return { ...earlier, first: day, last: day };
  }
  if (when !== null) return when;
  const isOfDays =
    ability === "borrow" ||
    ability === "availability" ||
    ability === "whats-on" ||
    // "Friday", then "near 2:30 & E": the search of that day
    (ability === "find" && isBare && before?.ability === "availability");
  if (inherited.when !== null) return inherited.when;
  return isOfDays || OTHER.test(wholeText) || /\bsame (?:day|days|time|dates?)\b/.test(wholeText)
    ? earlier
    : null;
}

/** The named subject. For a need to post or an item to share, the earlier subject if the message has none. Null when there is none. */
function whatOf(reading: Reading, ability: Intent["ability"], before: Intent | null): string | null {
  const { what } = reading;
  if (
    ability === "post-need" &&
    /^(?:|ask|note|post|posted|notice|sign|poster|flyer|ad|search|people|write|one|put|yes|add)$/.test(what)
  )
    return before?.what ?? null;
  if (ability === "share" && what === "" && before?.ability === "share") return before.what;
  if (ability === "share") return thingOffered(reading);
  return what === "" ? null : what;
}
