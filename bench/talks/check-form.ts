import { readSize } from "./size-fits.ts";
import { canonicalAddress, splitReference } from "./places.ts";
import {
  type Expectation,
  expectationsOf,
  type Slot,
  slotForms,
  slotsOf,
  slotWords,
  type Talk,
} from "./talk-format.ts";
import { readTime } from "./time-fits.ts";
import { itemKinds, itemsOf, type World } from "./world.ts";

/** Formal errors in a talk, as sentences: references that do not exist in the world, slots that an ability does not have. */
export function formProblems(world: World, talk: Talk): string[] {
  const { position, home } = talk.situation ?? {};
  const places = [position, home].flatMap((place) => place ?? []);
  return [
    ...places.filter((place) => canonicalAddress(place) !== place).map((place) => `${place} is no address`),
    ...talk.turns.flatMap(expectationsOf).flatMap((each) => expectationProblems(world, talk, each)),
  ].map((problem) => `${talk.id}: ${problem}`);
}

function expectationProblems(world: World, talk: Talk, expected: Expectation): string[] {
  const { ability, contains, mustNotContain = [] } = expected;
  const refs = [...contains, ...mustNotContain].flatMap((piece) => piece.split("|"));
  return [
    ...Object.entries(expected.slots).flatMap(([slot, value]) => {
      if (!isSlot(slot) || !slotsOf[ability].includes(slot)) return [`${ability} has no slot ${slot}`];
      const values = value === null ? [] : typeof value === "string" ? value.split("|") : value;
      return values.flatMap((one) => slotProblem(world, talk, ability, slot, one) ?? []);
    }),
    ...refs.filter((piece) => isReference(piece) && !itemsOf(world).has(piece)).map(isNot("in the world")),
    ...mustNotContain
      .filter((piece) => contains.includes(piece))
      .map(isNot("to be both there and not there")),
    ...(expected.or ?? []).filter((other) => other === ability).map(isNot("another ability")),
  ];
}

function slotProblem(
  world: World,
  talk: Talk,
  ability: string,
  slot: Slot,
  value: string,
): string | undefined {
  const now = talk.situation?.now ?? world.festival.now;
  const isKnown = () => itemsOf(world).has(value);
  switch (slotForms[slot]) {
    case "words":
      return value === value.trim() && value !== "" ? undefined : `"${value}" has blanks around it`;
    case "word": {
      const words =
        slot === "topic" ? world.guide.map((guide) => guide.key) : slotWords[`${ability}.${slot}`];
      return words?.includes(value) === true ? undefined : `${ability}.${slot} is never ${value}`;
    }
    case "place":
      if (value === "me" || value === "home" || isKnown()) return undefined;
      return canonicalAddress(value) === value ? undefined : `${value} is no place`;
    case "item":
      return isKnown() || (slot === "whose" && value === "me") ? undefined : `${value} is not in the world`;
    case "list":
      return isKnown() || !isReference(value) ? undefined : `${value} is not in the world`;
    case "time":
      return readTime(value, now) === null ? `${value} is no time` : undefined;
    case "size":
      return readSize(value) === null ? `${value} is no size` : undefined;
  }
}

function isReference(text: string): boolean {
  const [kind] = splitReference(text);
  return itemKinds.some((known) => known === kind);
}

function isSlot(slot: string): slot is Slot {
  return Object.hasOwn(slotForms, slot);
}

function isNot(what: string): (piece: string) => string {
  return (piece) => `${piece} is not ${what}`;
}
