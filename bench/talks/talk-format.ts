import { smallTalkKinds } from "#shared/features/talk/understand/small-talk-kind.ts";
import * as z from "zod/mini";
import { filledText, id, instant } from "#shared/http/fields.ts";

/** Abilities of Looby in a talk. README.md has an example of each. */
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
  "help-card",
  "medical-first",
  "about",
  "small-talk",
  "ask-back",
] as const;
export type Ability = (typeof abilities)[number];

/** The notation of each slot, which determines how it is compared. */
export const slotForms = {
  /** Plain words; alternatives separated by `|`. */
  what: "words",
  words: "words",
  text: "words",
  about: "words",
  thing: "words",
  /** One of a few words. */
  kind: "word",
  not: "word",
  which: "word",
  topic: "word",
  aspect: "word",
  order: "word",
  /** A reference, `me`, `home`, or an address. */
  near: "place",
  from: "place",
  to: "place",
  address: "place",
  /** A reference; `me` for the user's own. */
  whose: "item",
  item: "item",
  /** `2027-09-04`, `2027-09-03/2027-09-05`, `2027-09-02 evening`, `2027-09-02T22:40`. */
  when: "time",
  days: "time",
  /** `2 kW`, `20 l`, `40 people`, `>2 kW`, `<50 l`. */
  size: "size",
  /** References, or words. */
  choices: "list",
} as const;
export type Slot = keyof typeof slotForms;

/** The slots of each ability. A slot missing from a turn may be given or not; null means that it must not be given. */
export const slotsOf: Record<Ability, readonly Slot[]> = {
  find: ["what", "kind", "not", "near", "when", "size", "whose", "order"],
  details: ["item", "aspect"],
  availability: ["item", "days"],
  directions: ["from", "to"],
  distance: ["from", "to"],
  "at-address": ["address"],
  nearest: ["what", "from"],
  "where-am-i": [],
  "whats-on": ["when", "what", "near"],
  my: ["which"],
  remember: ["text"],
  recall: ["about"],
  forget: ["about", "item"],
  borrow: ["item", "days"],
  "post-need": ["words", "near", "when"],
  share: ["thing", "kind"],
  "help-card": ["kind"],
  "medical-first": ["to", "from"],
  about: ["topic"],
  "small-talk": ["kind"],
  "ask-back": ["choices"],
};

/** The allowed words of slots with the form "word"; topics are the keys of the world's guide. */
export const slotWords: Record<string, readonly string[]> = {
  "find.kind": ["place", "gear", "skill", "camp", "person", "memory", "guide", "thing"],
  "find.not": ["place", "gear", "skill", "camp", "person", "memory", "guide"],
  "find.order": ["nearest", "biggest", "smallest"],
  "details.aspect": ["owner", "size", "place", "time", "all"],
  "my.which": ["loans", "requests", "needs", "plan"],
  "share.kind": ["place", "gear", "skill"],
  "help-card.kind": ["overdose", "emergency", "consent", "distress"],
  "small-talk.kind": smallTalkKinds,
};

const slotValue = z.nullable(z.union([filledText(200), z.array(filledText(200))]));
const piece = filledText(200);

const expectationSchema = z.strictObject({
  ability: z.enum(abilities),
  /** Also right: an ability that a reasonable listener might choose instead. Its slots are not expected. */
  or: z.optional(z.array(z.enum(abilities))),
  slots: z.record(z.string(), slotValue),
  /** Pieces the answer must contain or show; see README.md. */
  contains: z.array(piece),
  mustNotContain: z.optional(z.array(piece)),
  /** A help card must be shown as well, below the answer. */
  helpCard: z.optional(z.boolean()),
});
export type Expectation = z.infer<typeof expectationSchema>;

const situationSchema = z.strictObject({
  /** Null: not shared. Missing: as in the world. */
  position: z.optional(z.nullable(piece)),
  home: z.optional(z.nullable(piece)),
  now: z.optional(instant),
});
/** Place and time of a talk, as far as they differ from the world's. */
export type Situation = z.infer<typeof situationSchema>;

/** The voice in which a talk is written. */
const voices = ["plain", "drunk", "hurried", "non-native", "elderly", "laconic", "chatty"] as const;

const talkSchema = z.strictObject({
  id,
  /** The family of abilities it is about, for the table of results. */
  kind: id,
  voice: z.enum(voices),
  situation: z.optional(situationSchema),
  turns: z
    .array(
      z.strictObject({
        say: filledText(500),
        /** Several needs in one message: one each, in order. */
        expect: z.union([expectationSchema, z.array(expectationSchema).check(z.minLength(2))]),
      }),
    )
    .check(z.minLength(2), z.maxLength(6)),
});
export type Talk = z.infer<typeof talkSchema>;

/** @throws a ZodError that names the talk's index and field */
export function parseTalks(data: unknown): Talk[] {
  return z.array(talkSchema).parse(data);
}

/** One expectation for each need of a turn. */
export function expectationsOf(turn: Talk["turns"][number]): Expectation[] {
  return Array.isArray(turn.expect) ? turn.expect : [turn.expect];
}
