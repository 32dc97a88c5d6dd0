import { isCallable } from "#shared/features/talk/abilities/abilities.ts";
import type { UpstreamCall } from "#server/testing/doubles/upstream-model.ts";
import { splitReference } from "./places.ts";
import { type Expectation, expectationsOf, type Talk } from "./talk-format.ts";
import { itemsOf, type World } from "./world.ts";

type Turn = Talk["turns"][number];

/** The calls of a model that understands a turn: for each need the tool named by its expectation, with arguments derived from the slots. */
export function callsOfTurn(world: World, turn: Turn): UpstreamCall[] {
  return expectationsOf(turn).flatMap((expected, index) => {
    const { ability } = expected;
    if (!isCallable(ability)) return [];
    const fields = Object.entries(argumentsOf(world, expected, turn.say)).filter(
      ([, value]) => value !== undefined,
    );
    return [{ name: ability, id: `call_${index}`, arguments: Object.fromEntries(fields) }];
  });
}

function argumentsOf(
  world: World,
  expected: Expectation,
  message: string,
): Record<string, string | undefined> {
  const slot = (name: string) => {
    const value = expected.slots[name];
    return typeof value === "string" ? value.split("|")[0] : undefined;
  };
  const place = (name: string) => placeInWords(world, slot(name));
  const days = daysInSentence(slot("days") ?? slot("when"));
  switch (expected.ability) {
    case "find":
      return {
        what: slot("what"),
        kind: kindInWords(slot("kind")),
        near: place("near"),
        ...days,
        ...sizeInWords(slot("size"), slot("order")),
      };
    case "details":
      return { ...thing(slot("item"), message), aspect: slot("aspect") === "time" ? "all" : slot("aspect") };
    case "availability":
    case "borrow":
      return { ...thing(slot("item"), message), ...days };
    case "directions":
    case "distance":
      return { from: place("from"), to: place("to") ?? message };
    case "at-address":
      return { place: place("address") ?? message };
    case "nearest":
      return { what: slot("what") ?? message, from: place("from") };
    case "medical-first":
      return { from: place("from") };
    case "whats-on":
      return { what: slot("what"), near: place("near"), ...days };
    case "my":
      return { which: slot("which") ?? "loans" };
    case "recall":
    case "forget":
      return { about: slot("about") ?? message };
    case "remember":
      return { text: message };
    case "about":
      // A model words its question so that it can be understood alone.
      return { question: `${slot("topic")?.replaceAll("-", " ") ?? ""} ${message}`.trim() };
    case "post-need":
      return { words: slot("words") ?? message, near: place("near"), ...days };
    case "share":
      return { thing: slot("thing") ?? message, kind: slot("kind") };
    case "where-am-i":
    case "small-talk":
    case "help-card":
    case "ask-back":
      return {};
  }
}

function thing(item: string | undefined, message: string) {
  return item === undefined ? { name: message } : { item };
}

/** Items and camps by id, everything else by address, like the results a model received earlier. */
function placeInWords(world: World, place: string | undefined): string | undefined {
  if (place === undefined) return undefined;
  const [kind] = splitReference(place);
  if (kind === null || kind === "resource" || kind === "camp" || kind === "memory") return place;
  const item = itemsOf(world).get(place);
  return item?.address ?? item?.name;
}

function kindInWords(kind: string | undefined): string | undefined {
  return ["gear", "place", "skill", "camp", "memory"].find((known) => known === kind);
}

/** `2027-09-04`, `2027-09-03/2027-09-05`, optionally followed by a part of the day or a time; "now" names no day. */
function daysInSentence(when: string | undefined): { firstDay?: string; lastDay?: string } {
  const [first, last] = when?.match(/\d{4}-\d{2}-\d{2}/g) ?? [];
  return {
    ...(first === undefined ? {} : { firstDay: first }),
    ...(last === undefined ? {} : { lastDay: last }),
  };
}

function sizeInWords(
  size: string | undefined,
  order: string | undefined,
): { size?: string; compare?: string } {
  const sign = size?.[0];
  const compare = sign === ">" ? "bigger" : sign === "<" ? "smaller" : order;
  return {
    ...(size === undefined ? {} : { size: size.replace(/^[<>]/, "") }),
    ...(compare === undefined ? {} : { compare }),
  };
}
