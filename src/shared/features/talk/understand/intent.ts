import type { When } from "./read-when.ts";
import type { Amount } from "./read-amount.ts";
import type { ServiceKind } from "#shared/features/map/city/city.ts";
import type { Address } from "#shared/features/map/address/address.ts";

/** Abilities a user can ask Looby for. */
export const abilities = [
  "find",
  "details",
  "availability",
  "directions",
  "distance",
  "at-address",
  "nearest",
  "where-am-i",
  "whats-on",
  "my",
  "remember",
  "recall",
  "forget",
  "borrow",
  "post-need",
  "share",
  "medical-first",
  "about",
  "small-talk",
] as const;
export type Ability = (typeof abilities)[number];

/** An item that an answer showed. The order of the items gives "the second one" its meaning. */
export interface Shown {
  /** `resource:...`, `camp:...`. */
  sourceId: string;
  title: string;
}

/** A place as the user refers to it. */
export type PlaceRef =
  | { kind: "address"; address: Address; words: string }
  | { kind: "me" }
  | { kind: "home" }
  | { kind: "shown"; shown: Shown }
  /** The nearest city service of a kind, from another place. */
  | { kind: "service"; service: ServiceKind; from: PlaceRef | null }
  | { kind: "named"; name: string };

/** The kind of item wanted; null for any. */
export type Sought = "gear" | "venue" | "talent" | "camp" | "memory";

/** One need of a message, understood: an ability and its arguments. */
export interface Intent {
  ability: Ability;
  /** The thing to find, ask about or remember, in the user's words; empty when none is named. */
  what: string;
  sought: Sought | null;
  /** The owner of the things: a pseudonym or a camp, in the user's words. Null: any owner. */
  whose: string | null;
  /** A shown item whose owner's things are requested: "what else does she lend". */
  ownerOf: Shown | null;
  /** Words for things the user does not want. */
  without: readonly string[];
  near: PlaceRef | null;
  from: PlaceRef | null;
  to: PlaceRef | null;
  when: When | null;
  size: Amount | null;
  /** Comparison with the items shown last. */
  compared: "bigger" | "smaller" | "biggest" | "smallest" | "closer" | null;
  /** The item in question, if it was shown before. */
  item: Shown | null;
  /** An item shown before that the user does not want: "any other?" */
  except: Shown | null;
  /** The previous subject, used when `what` has no match. */
  beside: Shown | null;
  /** Several shown items that are equally likely; the user has to choose. */
  among: readonly Shown[];
  /** Words that describe one of the items in `among`: "the one with wheels". */
  described: string;
  /** The message has other parts, if only a friendly word. */
  isPart: boolean;
  /** The texts the user asks Looby to remember now or asked before in this talk, newest first. */
  noted: readonly string[];
  /** Likelihood of the ability by the words of the message, from 0 to 1; 0 for a search because no ability was clear. */
  likelihood: number;
  /** Other abilities the message may request, the likeliest first. */
  rivals: readonly Ability[];
  /** For "my" the list, for "about" the section of the guide, for "nearest" the service, for "details" the aspect. */
  topic: string | null;
}

export const noIntent: Intent = {
  ability: "find",
  what: "",
  sought: null,
  whose: null,
  ownerOf: null,
  without: [],
  near: null,
  from: null,
  to: null,
  when: null,
  size: null,
  compared: null,
  item: null,
  except: null,
  beside: null,
  among: [],
  described: "",
  isPart: false,
  noted: [],
  likelihood: 1,
  rivals: [],
  topic: null,
};

/** The state of a conversation: the last question, and the items shown. */
export interface TalkState {
  intent: Intent | null;
  /** The last search. "A bigger one" refines it, even after questions about an item. */
  search: Intent | null;
  shown: readonly Shown[];
  /** The item the conversation is about. */
  focus: Shown | null;
  /** The place mentioned last, which "there" refers to. */
  place: PlaceRef | null;
  /** The place mentioned before that one: "how far are they apart?" */
  placeBefore: PlaceRef | null;
  /** The texts the user asked Looby to remember, newest first. */
  noted: readonly string[];
}

export const newTalk: TalkState = {
  intent: null,
  search: null,
  shown: [],
  focus: null,
  place: null,
  placeBefore: null,
  noted: [],
};
