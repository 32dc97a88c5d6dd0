import { inOtherWords } from "../../search/thesaurus.ts";
import { plainWords } from "../../understand/plain-words.ts";
import { isEmptyWord } from "../../understand/subject.ts";
import type { TimedEvent } from "./event-spans.ts";

/** The maximum number of events in an answer. */
export const MOST_EVENTS = 5;
/** Longest text that is searched for words, in UTF-16 units. */
const MOST_TEXT = 2_000;
const IN_TITLE = 4;
const IN_NAME = 3;
const IN_TEXT = 2;
/** Score of a match by camp or kind only. */
const LOOSELY = 1;

/** The minimum share of a title's words that names an event. */
const LEAST_NAMED = 0.5;

/** An event and how well its words match, 0 for not at all. */
export interface Fit extends TimedEvent {
  words: number;
}

/** Words for requesting events and times, which are not a subject. */
const NO_SUBJECT =
  /^(?:open\w*|happen\w*|play\w*|events?|programme?|schedule|camps?|tonight|nights?|evenings?|mornings?|afternoons?|weekend|week|(?:mon|tues|wednes|thurs|fri|satur|sun)(?:day)?|start\w*|begin\w*|clos\w*|time|right|soon|later|proper)$/;

/** Words for events of each kind, for questions that name the kind. */
const KINDS: readonly (readonly [RegExp, RegExp])[] = [
  [
    /\b(?:food|eat|hungry|meal|snacks?)\b/,
    /\b(?:soup|dinner|lunch|breakfast|brunch|pancakes?|porridge|bread|plates?|barbecue|bbq|noodles?|pizza|tacos?|curry)\b/i,
  ],
  [
    /\b(?:music|concerts?|gigs?|band)\b/,
    /\b(?:choir|concert|band|dj|sing\w*|jam|open stage|open mic|house|techno|jazz|bass|drum\w*)\b/i,
  ],
  [
    /\b(?:danc\w+|dance|part(?:y|ies)|rave)\b/,
    /\b(?:danc\w+|dance|party|rave|disco|dj|house|techno|bass)\b/i,
  ],
  [/\b(?:drinks?|bar)\b/, /\b(?:bar|\w*cocktails?|mocktails?|tea|coffee|beer|wine|lemonade)\b/i],
  [
    /\b(?:quiet|calm|chill|relax\w*)\b/,
    /\b(?:yoga|meditation|tea|stories|reading|cinema|massage|naps?|sauna)\b/i,
  ],
];

/**
 * The events with one of the words in their title, camp or text, without those that match much less than the best.
 * @param camps found by the words
 */
export function withWords(timed: readonly TimedEvent[], what: string, camps: ReadonlySet<string>): Fit[] {
  const fit = fitted(timed, what);
  if (fit === null) return preferring(timed, "");
  const all = fit.map((each) => ({
    ...each,
    words: Math.max(each.words, camps.has(each.event.campId) ? LOOSELY : 0),
  }));
  const best = all.reduce((most, { words }) => Math.max(most, words), 0);
  return all.filter(({ words }) => words > 0 && words >= best / 2);
}

/** The events whose titles have all words of a subject, or are of the kind it names: "dance", "music". */
export function withAllWords(timed: readonly TimedEvent[], what: string): Fit[] {
  const words = wordsOf(what);
  const kinds = KINDS.flatMap(([asked, called]) => (asked.test(what) ? [called] : []));
  const fits = ({ event: { title } }: TimedEvent) =>
    words.every((word) => startOfWord(word).test(title)) || kinds.some((kind) => kind.test(title));
  return words.length === 0 ? [] : timed.filter(fits).map((each) => ({ ...each, words: 1 }));
}

/** All events, with how well they match the words of a message. */
export function preferring(timed: readonly TimedEvent[], message: string): Fit[] {
  return fitted(timed, message) ?? timed.map((each) => ({ ...each, words: 0 }));
}

/** The events with the largest share of their title's words in a text: at least half. */
export function namedIn(timed: readonly TimedEvent[], text: string): TimedEvent[] {
  const words = wordsOf(plainWords(text));
  const shares = timed.map((each) => {
    const title = wordsOf(each.event.title.toLowerCase());
    const named = title.filter((word) => words.some((other) => startOfWord(other).test(word)));
    return { each, share: named.length / Math.max(1, title.length) };
  });
  const most = Math.max(...shares.map(({ share }) => share));
  return most < LEAST_NAMED ? [] : shares.filter(({ share }) => share === most).map(({ each }) => each);
}

function wordsOf(text: string): string[] {
  return text
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 2 && !isEmptyWord(word) && !NO_SUBJECT.test(word));
}

function fitted(timed: readonly TimedEvent[], text: string): Fit[] | null {
  const plain = plainWords(text);
  const words = wordsOf(`${plain} ${inOtherWords(plain) ?? ""}`);
  const kinds = KINDS.flatMap(([asked, called]) => (asked.test(plain) ? [called] : []));
  if (words.length === 0) return null;
  const patterns = [...new Set(words)].slice(0, 12).map(startOfWord);
  return timed.map((each) => {
    const { title, campName, description } = each.event;
    const body = description?.slice(0, MOST_TEXT) ?? "";
    const fits = patterns.map((word) =>
      word.test(title) ? IN_TITLE : word.test(campName) ? IN_NAME : word.test(body) ? IN_TEXT : 0,
    );
    const sum = fits.reduce<number>((all, fit) => all + fit, 0);
    return { ...each, words: sum > 0 ? sum : kinds.some((kind) => kind.test(title)) ? LOOSELY : 0 };
  });
}

/** A word, give or take two letters at its end, as in titles of listings. */
function startOfWord(word: string): RegExp {
  return new RegExp(String.raw`(?<![\p{L}\p{N}])${word.slice(0, Math.max(4, word.length - 2))}`, "iu");
}

/** Each event once, at its first time: daily pancakes are one event. */
export function onceEach<T extends TimedEvent>(fit: readonly T[]): T[] {
  const seen = new Set<string>();
  return fit.filter(({ event }) => {
    const isNew = !seen.has(`${event.campId} ${event.title}`);
    seen.add(`${event.campId} ${event.title}`);
    return isNew;
  });
}

/**
 * At most five events, by start: those with the best words, and preferably those that begin then rather than those already running. Events
 * of a single camp are shown at each of their times.
 * @param running the maximum number of events already running, if enough others begin
 */
export function chooseEvents(
  fit: readonly Fit[],
  { from, running, now }: { from: number; running: number; now: number },
): Fit[] {
  const isOneCamp = new Set(fit.map(({ event }) => event.campId)).size === 1;
  const each = (isOneCamp ? [...fit] : onceEach(fit)).toSorted((one, other) => other.words - one.words);
  const isBegun = ({ start }: Fit) => start < from || start <= now;
  const begin = each.filter((one) => !isBegun(one));
  const run = each
    .filter(isBegun)
    .toSorted((one, other) => other.words - one.words || other.start - one.start)
    .slice(0, Math.max(running, MOST_EVENTS - begin.length));
  return [...run, ...begin].slice(0, MOST_EVENTS).toSorted((one, other) => one.start - other.start);
}
