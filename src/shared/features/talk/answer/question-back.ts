import { plain, type Prose, prose } from "#shared/features/chat/prose.ts";
import type { Chip } from "#shared/features/chat/proposal.ts";
import { MAX_MESSAGE } from "#shared/features/chat/limits.ts";
import { shorten } from "#shared/shorten.ts";
import type { Ability, Intent, TalkState } from "../understand/intent.ts";
import type { TalkContext } from "../understand/read-message.ts";
import { understandMessage } from "../understand/talk-state.ts";
import { placeName } from "../words/need-words.ts";

/** The minimum likelihood of a message that counts as understood: of messages by strangers, 5 % above it were misunderstood, 47 % below. */
const SURE = 0.8;
/** One question, with few answers. */
const MOST = 3;
/** Longest label, in UTF-16 units. */
export const MAX_LABEL = 48;
/** A text with more words than this is a story, and no subject to ask about. */
const MOST_WORDS = 4;

/** The possible subjects of a message. */
interface Subject {
  /** The name in the message; null when there is none, or a whole story. */
  what: string | null;
  /** The thing or camp mentioned before, otherwise the name in the message. */
  thing: string | null;
  /** The thing or place of the library mentioned before, otherwise the name in the message. */
  listing: string | null;
  /** A place in the message, otherwise the thing mentioned before. */
  place: string | null;
  message: string;
}

/** An ability's name in "I took this for ...", and the chip that clearly requests it; null when there is no subject to ask about. */
const meanings: Record<Ability, { name: string; chip: (subject: Subject) => Chip | null }> = {
  find: {
    name: "a search",
    chip: ({ what }) => chipFor(what, (it) => ({ label: `Find “${it}”`, say: `looking for ${it}` })),
  },
  details: {
    name: "a question about a thing",
    chip: ({ thing }) => chipFor(thing, (it) => ({ label: `About ${it}`, say: `tell me more about ${it}` })),
  },
  availability: {
    name: "a question about its days",
    chip: ({ listing }) =>
      chipFor(listing, (it) => ({ label: "Is it free?", say: `is the ${it} available?` })),
  },
  borrow: {
    name: "a request to borrow",
    chip: ({ listing }) =>
      chipFor(listing, (it) => ({ label: "Ask to borrow it", say: `I want to borrow the ${it}` })),
  },
  directions: {
    name: "a question about the way",
    chip: ({ place }) => chipFor(place, (it) => ({ label: "The way there", say: `how do I get to ${it}?` })),
  },
  distance: {
    name: "a question about how far it is",
    chip: ({ place }) => chipFor(place, (it) => ({ label: "How far it is", say: `how far is ${it}?` })),
  },
  "at-address": {
    name: "a question about what is there",
    chip: ({ place }) => chipFor(place, (it) => ({ label: `What is at ${it}`, say: `what is at ${it}?` })),
  },
  nearest: {
    name: "a question for the nearest one",
    chip: ({ what }) =>
      chipFor(what, (it) => ({ label: `The nearest ${it}`, say: `where is the nearest ${it}?` })),
  },
  "where-am-i": {
    name: "a question about where you are",
    chip: () => ({ label: "Where I am", say: "where am I?", withPlace: true }),
  },
  "whats-on": {
    name: "a question about what is on",
    chip: ({ what }) => chipFor(what, (it) => ({ label: "Something on", say: `what is on about ${it}?` })),
  },
  my: {
    name: "a question about your own things",
    chip: () => ({ label: "What I borrowed", say: "what did I borrow?" }),
  },
  remember: {
    name: "something to remember",
    chip: ({ message }) => ({
      label: "Remember it",
      say: `remember that ${message}`.slice(0, MAX_MESSAGE).toWellFormed(),
    }),
  },
  recall: {
    name: "a question about your notes",
    chip: ({ what }) =>
      chipFor(what, (it) => ({ label: "A note of mine", say: `what did I note about ${it}?` })),
  },
  "post-need": {
    name: "a need to post",
    chip: ({ what }) =>
      chipFor(what, (it) => ({ label: "Post it as a need", say: `tell people I need ${it}` })),
  },
  share: {
    name: "something to share",
    chip: ({ what }) => chipFor(what, (it) => ({ label: "Share it", say: `I have ${it} to share` })),
  },
  forget: { name: "something to delete", chip: () => null },
  "medical-first": {
    name: "a question for medics",
    chip: () => ({ label: "Medics", say: "I need first aid" }),
  },
  // A section of the guide has its own words: a message without them matches none.
  about: { name: "a question for the guide", chip: () => null },
  "small-talk": { name: "small talk", chip: () => null },
};

function chipFor(name: string | null, chip: (name: string) => Chip): Chip | null {
  return name === null ? null : chip(name);
}

/** The other possible meanings of an answered message. */
interface Unclear {
  /** The state before the message. */
  state: TalkState;
  /** The state after its answer. */
  after: TalkState;
  intent: Intent;
  message: string;
  /** The answer has found a match. */
  isFound: boolean;
}

/**
 * One question back after a message without a clear ability: its likely meaning, and chips for the other possible meanings, each in words
 * that are understood as such. Null when the message is clear, or there is no other meaning to offer.
 */
export function questionBack(
  talkContext: TalkContext,
  { state, after, intent, message, isFound }: Unclear,
): { question: Prose; chips: Chip[] } | null {
  if (intent.likelihood >= SURE) return null;
  const subject = subjectIn(talkContext, intent, state, message);
  const others = new Set<Ability>([...intent.rivals, ...(isFound ? [] : ABOUT_ANYTHING)]);
  others.delete(intent.ability);
  const chips = [...others]
    .flatMap((ability) => {
      const chip = meanings[ability].chip(subject);
      if (chip === null) return [];
      const [first, another] = understandMessage(after, chip.say, talkContext);
      const isRecognized = first?.ability === ability && first.likelihood >= SURE && another === undefined;
      return isRecognized ? [{ ...chip, label: shorten(chip.label, MAX_LABEL) }] : [];
    })
    .slice(0, MOST);
  if (chips.length === 0) return null;
  const { what } = subject;
  const taken =
    intent.ability === "find" && what !== null
      ? prose`a search for “${plain(what)}”`
      : plain(meanings[intent.ability].name);
  return { question: prose`I took this for ${taken}. Did you mean something else?`, chips };
}

/** Abilities that a message without a clear ability may request. */
const ABOUT_ANYTHING = ["find", "whats-on", "recall"] as const;

function subjectIn(
  { city }: TalkContext,
  { what, to, near, from }: Intent,
  { focus }: TalkState,
  message: string,
): Subject {
  const before = focus === null || focus.sourceId.startsWith("context:") ? null : titleOf(focus.title);
  const named = what === "" || what.split(" ").length > MOST_WORDS ? null : what;
  const place = to ?? near ?? from;
  const isListing = focus?.sourceId.startsWith("resource:") === true;
  return {
    what: named,
    thing: before ?? named,
    listing: (isListing ? before : null) ?? named,
    place: (place === null ? null : placeName(place, city)) ?? before,
    message,
  };
}

/** The name before a size or a description: "Folding ladder" of "Folding ladder, 3 m". */
function titleOf(title: string): string {
  return title.split(/[,(:]/)[0]?.trim() ?? title;
}
