import { canonicalAddress, pointOf } from "./places.ts";
import { sizeFits } from "./size-fits.ts";
import { type Expectation, type Slot, slotForms, type Situation } from "./talk-format.ts";
import { timeFits } from "./time-fits.ts";
import { wordsFit } from "./words-fit.ts";
import type { World } from "./world.ts";

type SlotValue = string | readonly string[] | null | undefined;

/** The understood need: an ability, and its slots in the notation of talks. */
export type Understood = { ability: string; slots: Readonly<Record<string, SlotValue>> };

export type Fit = {
  /** Whether the ability is the expected one, or an equally good one. */
  ability: boolean;
  /** Each expected slot. */
  slots: Record<string, "right" | "wrong" | "missing">;
  /** Given but not expected, which is not a mistake by itself. */
  extra: string[];
  /** The ability and every slot are right. */
  isRight: boolean;
};

/** Two places closer than this, in meters, are the same: a camp's plot and the intersection in its address. */
const SAME_PLACE_M = 30;

/**
 * Compares the understood need with the expected one, slot by slot. An ability of `or` needs none of the slots, but those it has must be
 * right: showing the way to an item instead of the item is right only for that item.
 */
export function fitsExpectation(
  world: World,
  expected: Expectation,
  actual: Understood,
  situation: Situation = {},
): Fit {
  const isOther = expected.or?.some((ability) => ability === actual.ability) ?? false;
  const slots: Fit["slots"] = {};
  for (const [slot, value] of Object.entries(expected.slots)) {
    const like = isOther ? likeSlot(slot, actual) : slot;
    const answer = like === null ? null : actual.slots[like];
    const isGiven = answer !== undefined && answer !== null;
    if (!isGiven) slots[slot] = isOther || value === null ? "right" : "missing";
    else slots[slot] = slotFits(world, like ?? slot, value, answer, situation) ? "right" : "wrong";
  }
  const ability = isOther || actual.ability === expected.ability;
  const extra = Object.entries(actual.slots).flatMap(([slot, value]) =>
    value === undefined || value === null || Object.hasOwn(expected.slots, slot) ? [] : [slot],
  );
  const isRight = ability && Object.values(slots).every((result) => result === "right");
  return { ability, slots, extra, isRight };
}

/** The slot of another ability with the same meaning. A word such as `kind` has a different meaning in each ability, so it has none. */
function likeSlot(slot: string, actual: Understood): string | null {
  if (isSlot(slot) && slotForms[slot] === "word") return null;
  return slot === "item" && !Object.hasOwn(actual.slots, slot) ? "to" : slot;
}

/** Whether a slot's value is one of the expected ones; `|` separates alternatives. */
function slotFits(
  world: World,
  slot: string,
  expected: SlotValue,
  actual: string | readonly string[],
  situation: Situation,
): boolean {
  if (expected === null || expected === undefined) return false;
  if (typeof expected !== "string") {
    const offered = typeof actual === "string" ? [actual] : actual;
    return expected.every((choice) =>
      offered.some((other) => sameItem(choice, other) || wordsFit(choice, other)),
    );
  }
  const meant = typeof actual === "string" ? [actual] : actual;
  return expected.split("|").some((one) => meant.some((each) => oneFits(world, slot, one, each, situation)));
}

function oneFits(
  world: World,
  slot: string,
  expected: string,
  actual: string,
  situation: Situation,
): boolean {
  switch (isSlot(slot) ? slotForms[slot] : "word") {
    case "words":
      // The subject is a name: with two extra words it is a different item. A longer text may have any number of extra words.
      return wordsFit(expected, actual, slot === "text" || slot === "about" ? Infinity : 1);
    case "word":
    case "item":
    case "list":
      return sameItem(expected, actual);
    case "place":
      return samePlace(world, situation, expected, actual);
    case "time":
      return timeFits(expected, actual, situation.now ?? world.festival.now);
    case "size":
      return sizeFits(expected, actual);
  }
}

function isSlot(slot: string): slot is Slot {
  return Object.hasOwn(slotForms, slot);
}

function sameItem(expected: string, actual: string): boolean {
  return expected.trim().toLowerCase() === actual.trim().toLowerCase();
}

function samePlace(world: World, situation: Situation, expected: string, actual: string): boolean {
  if (sameItem(expected, actual)) return true;
  const address = canonicalAddress(expected);
  if (address !== null && address === canonicalAddress(actual)) return true;
  const [one, other] = [pointOf(world, situation, expected), pointOf(world, situation, actual)];
  return one !== null && other !== null && Math.hypot(one.x - other.x, one.y - other.y) < SAME_PLACE_M;
}
