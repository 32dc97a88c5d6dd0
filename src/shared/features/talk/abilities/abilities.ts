import * as z from "zod/mini";
import { serviceKinds } from "#shared/features/map/city/city.ts";
import type { Ability } from "../understand/intent.ts";

/** Longest text field in a model's call, in characters. */
export const MOST_WORDS = 300;
export const MOST_WITHOUT = 5;

const text = z.string().check(z.maxLength(MOST_WORDS));
const words = (hint: string) => text.check(z.describe(hint));
const place = z.optional(text);
const thing = { item: z.optional(text), name: z.optional(text) };
const day = z.optional(z.string().check(z.maxLength(10)));
const days = { firstDay: day, lastDay: day };

/** How a model fills in the fields that several abilities have. Said once, because each word in a schema costs room in the model's window. */
export const fieldHint = [
  'near, from, to and place are an address such as "7:30 & E", "me", "home", an id or a name. Without from: where the person is.',
  "item is an id such as resource:123 from a result or from what was shown; without one give name.",
  "Days are written as 2026-08-30; leave out lastDay for one day.",
].join(" ");

/** One of Looby's abilities, as described to a language model. */
export interface AbilityContract {
  /** One or two lines that describe its answer. */
  description: string;
  input: z.ZodMiniObject;
  /** It answers with a card; no action runs before the user confirms it. */
  isProposal: boolean;
}

/**
 * Every ability a language model may call, by name: its input, in terms a model can fill in, and its answer. The model handles small talk
 * itself. The rules and a model's call (see `intentOfCall`) produce the same `Intent`.
 */
export const abilityContracts = {
  find: ability("Looks through the library, camps, people's skills, the guide and the person's own notes.", {
    what: z.optional(words("A plain name: generator, massage; left out for all of a kind near a place")),
    kind: z.optional(z.enum(["gear", "place", "skill", "camp", "memory"])),
    without: z.optional(z.array(text).check(z.maxLength(MOST_WITHOUT), z.describe("Words not wanted"))),
    near: place,
    ...days,
    size: z.optional(words('At least, such as "2 kW", "40 people"')),
    compare: z.optional(
      z
        .enum(["bigger", "smaller", "biggest", "smallest", "nearest"])
        .check(z.describe("bigger or smaller than size, or the order")),
    ),
  }),
  details: ability("All that is known of one thing or camp, or one aspect of it.", {
    ...thing,
    aspect: z.optional(z.enum(["owner", "size", "place", "all"])),
  }),
  availability: ability("Whether a thing is free on given days, or when it is taken.", { ...thing, ...days }),
  directions: ability("The way on foot between two places, step by step, with its length.", {
    from: place,
    to: text,
  }),
  distance: ability("How far two places are apart by the streets, with minutes on foot and by bike.", {
    from: place,
    to: text,
  }),
  "at-address": ability("What is at and around a place.", { place: text }),
  nearest: ability(
    `The nearest of the city's services (${serviceKinds.join(", ")}) or of anything else, with the way to it.`,
    { what: text, from: place },
  ),
  "where-am-i": ability("Where the person is, as an address, and what is beside it.", {}),
  "whats-on": ability("Events of camps, with their times.", {
    what: z.optional(words("Such as music or pancakes")),
    near: place,
    ...days,
  }),
  my: ability("The person's own lists.", { which: z.enum(["loans", "requests", "needs", "plan"]) }),
  recall: ability("What the person noted before.", { about: text }),
  about: ability("Asks the guide about the festival city, its rules and services, or Looby itself.", {
    question: text,
  }),
  "medical-first": ability(
    "For injury or illness: the way to the nearest medics and the card for emergencies. Its answer takes the place of yours.",
    { from: place },
  ),
  borrow: proposal("Prepares a request to borrow a thing.", { ...thing, ...days }),
  "post-need": proposal('Prepares an "I\'m looking for" that others will see.', {
    words: words('A few sensible words, without "I\'m looking for"'),
    near: place,
    ...days,
  }),
  share: proposal("Prepares an entry for a thing, place or skill the person offers.", {
    thing: words("Its title"),
    kind: z.optional(z.enum(["gear", "place", "skill"])),
  }),
  remember: proposal("Prepares a note for the person alone.", { text: words("In whole words") }),
} as const satisfies Partial<Record<Ability, AbilityContract>>;

/** An ability a model may call. */
export type CallableAbility = keyof typeof abilityContracts;

export const callableAbilities = Object.keys(abilityContracts) as CallableAbility[]; // the keys of a literal

export function isCallable(name: string): name is CallableAbility {
  return Object.hasOwn(abilityContracts, name);
}

function ability<Shape extends z.core.$ZodLooseShape>(description: string, shape: Shape) {
  return { description, input: z.object(shape), isProposal: false };
}

/** Answers with a card; no action runs before the user confirms it. A rule in the prompt says so for all of them. */
function proposal<Shape extends z.core.$ZodLooseShape>(description: string, shape: Shape) {
  return { description, input: z.object(shape), isProposal: true };
}
