import * as z from "zod/mini";
import { serviceKinds } from "#shared/features/map/city/city.ts";
import type { Ability } from "../understand/intent.ts";

/** Longest text field in a model's call, in characters. */
const MOST_WORDS = 300;

const words = (hint: string) => z.string().check(z.maxLength(MOST_WORDS), z.describe(hint));
const place = (role: string) =>
  words(
    `${role}: an address such as "7:30 & E", "me" (where the person is), "home", the id of a camp or thing, or its name`,
  );
const day = (hint: string) => z.string().check(z.maxLength(10), z.describe(`${hint}, written as 2026-08-30`));
const item = z.optional(
  words('The id of the thing, such as "resource:123", from a result or from what was shown before'),
);
const name = z.optional(words("Its name, where no id is known"));
const days = {
  firstDay: z.optional(day("The first day meant")),
  lastDay: z.optional(day("The last day meant; left out when it is one day")),
};

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
  find: ability(
    "Looks through the library, the camps, people's skills, the guide and the person's own notes.",
    {
      what: z.optional(
        words(
          "What is looked for, as a plain name: generator, massage, coffee; left out for all of a kind near a place",
        ),
      ),
      kind: z.optional(
        z
          .enum(["gear", "place", "skill", "camp", "memory"])
          .check(z.describe("Only things of this kind: gear to borrow, places, skills, camps, own notes")),
      ),
      without: z.optional(z.array(words("A word of what is not wanted")).check(z.maxLength(5))),
      near: z.optional(place("Near where")),
      ...days,
      size: z.optional(words('How big at least, such as "2 kW", "20 l", "40 people", "3 m"')),
      compare: z.optional(
        z
          .enum(["bigger", "smaller", "biggest", "smallest", "nearest"])
          .check(z.describe("bigger or smaller than size, or the order of what is found")),
      ),
    },
  ),
  details: ability("All that is known of one thing or camp, or one aspect of it.", {
    item,
    name,
    aspect: z.optional(z.enum(["owner", "size", "place", "all"])),
  }),
  availability: ability("Whether one thing of the library is free on given days, or when it is taken.", {
    item,
    name,
    ...days,
  }),
  directions: ability("The way on foot between two places, step by step, with its length.", {
    from: z.optional(place("Where it begins; left out: where the person is, else their home")),
    to: place("Where it ends"),
  }),
  distance: ability("How far two places are apart by the streets, with minutes on foot and by bike.", {
    from: z.optional(place("The one place; left out: where the person is, else their home")),
    to: place("The other place"),
  }),
  "at-address": ability("What is at and around a place.", { place: place("Which place") }),
  nearest: ability(
    `The nearest of the city's services (${serviceKinds.join(", ")}) or of anything else, with the way to it.`,
    {
      what: words("What is to be near, such as toilet, ice, medical, coffee"),
      from: z.optional(place("From where; left out: from where the person is")),
    },
  ),
  "where-am-i": ability("Where the person is, as an address, and what is beside it.", {}),
  "whats-on": ability("What is going on: the events of camps, with their times.", {
    what: z.optional(words("What kind of thing, such as music or pancakes")),
    near: z.optional(place("Near where")),
    ...days,
  }),
  my: ability("The person's own loans, requests, needs or plan.", {
    which: z.enum(["loans", "requests", "needs", "plan"]),
  }),
  recall: ability("What the person noted before.", { about: words("What the note is about") }),
  about: ability("Asks the guide about the festival city, its rules and services, or about Looby itself.", {
    question: words("The question, in plain words"),
  }),
  "medical-first": ability(
    "For injury or illness: the way to the nearest medics and the card for emergencies. Its answer takes the place of yours.",
    { from: z.optional(place("Where the hurt person is")) },
  ),
  borrow: proposal("Prepares a request to borrow a thing of the library.", { item, name, ...days }),
  "post-need": proposal('Prepares an "I\'m looking for" that others will see.', {
    words: words('What is looked for, in a few sensible words, without "I\'m looking for"'),
    near: z.optional(place("Where it is needed")),
    ...days,
  }),
  share: proposal("Prepares an entry for the library: a thing, place or skill the person offers.", {
    thing: words("What is offered, as a title"),
    kind: z.optional(z.enum(["gear", "place", "skill"])),
  }),
  remember: proposal("Prepares a note for the person alone, to find again later.", {
    text: words("What is to be kept, in whole words"),
  }),
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

/** Answers with a card; no action runs before the user confirms it. */
function proposal<Shape extends z.core.$ZodLooseShape>(description: string, shape: Shape) {
  return {
    description: `${description} The person sees a card and confirms it or not; nothing is done by calling this.`,
    input: z.object(shape),
    isProposal: true,
  };
}
