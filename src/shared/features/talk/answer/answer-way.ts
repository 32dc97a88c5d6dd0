import { joined, plain, type Prose, prose } from "#shared/features/chat/prose.ts";
import { directionSentences, roundMetres } from "#shared/features/map/view/direction-words.ts";
import { nearestAddress } from "#shared/features/map/city/nearest-address.ts";
import { nearestServices } from "#shared/features/map/view/nearest-services.ts";
import { itemPart } from "#shared/features/chat/answer-part.ts";
import type { Retrieved } from "#shared/features/chat/retrieved.ts";
import type { Intent, PlaceRef } from "../understand/intent.ts";
import type { Service } from "#shared/features/map/city/services.ts";
import type { AbilityWorld } from "./ability-world.ts";
import {
  type FoundPlace,
  type KnownPlace,
  metresBetween,
  placeOf,
  positionSentence,
  startingPlace,
  wayBetween,
} from "./place-of.ts";
import { askBack, sentences, type TalkAnswer } from "./talk-answer.ts";

/** Meters around an address that still count as "at" it. */
const AT_ADDRESS_METRES = 120;
const MOST_AROUND = 4;

/** The route, leg by leg. */
export async function answerDirections(world: AbilityWorld, intent: Intent): Promise<TalkAnswer> {
  return await withBothEnds(world, intent, (from, to) => wayAnswer(world, from, to));
}

export async function answerDistance(world: AbilityWorld, intent: Intent): Promise<TalkAnswer> {
  return await withBothEnds(world, intent, (from, to) => {
    const { metres, footMinutes, bikeMinutes } = wayBetween(world, from.at, to.at);
    return sentences(
      prose`From ${named(from)} to ${named(to)} it is **${plain(roundMetres(metres))}**: ${minutes(footMinutes)} on foot, ${minutes(bikeMinutes)} by bike.`,
      itemsOf(from, to),
    );
  });
}

export async function answerWhereAmI(world: AbilityWorld): Promise<TalkAnswer> {
  const home = homeSentence(world);
  const found = await placeOf(world, { kind: "me" });
  if (found.kind === "unknown") return sentences(prose`${found.sentence}${home}`);
  if (found.kind !== "place") return notFound(found);
  const [near] = await world.around(found.place.at, 1);
  const here = world.me === null ? "" : positionSentence(world, world.me);
  const beside =
    near === undefined || near.at === null
      ? ""
      : prose` The nearest ${plain(near.source.kind === "camp" ? "camp" : "thing")} I know is **${plain(near.source.title)}**, ${plain(roundMetres(metresBetween(world, found.place.at, near.at)))} away.`;
  return sentences(prose`${here}${home}${beside}`, near === undefined ? [] : [near]);
}

/** Items at and around a place; null when the given name matches no known place. */
export async function answerAtAddress(world: AbilityWorld, intent: Intent): Promise<TalkAnswer | null> {
  const found = await placeOf(world, intent.near ?? { kind: "me" });
  if (found.kind === "unknown" && intent.near?.kind === "named") return null;
  if (found.kind !== "place") return notFound(found);
  const { name, at, item } = found.place;
  const around = (await world.around(at, 12)).filter(
    ({ source }) => source.sourceId !== item?.source.sourceId,
  );
  const near = around.filter(
    (each) => each.at !== null && metresBetween(world, at, each.at) <= AT_ADDRESS_METRES,
  );
  const shown = (near.length > 0 ? near : around.slice(0, 2)).slice(0, MOST_AROUND);
  const services = world.services.filter((each) => metresBetween(world, at, each.at) <= AT_ADDRESS_METRES);
  const here = services.map(
    ({ name: service, address, hours }) =>
      prose`\n- **${plain(service)}** (${plain(address)}${hours === "" ? "" : prose`, ${plain(hours)}`})`,
  );
  const opening =
    near.length + services.length > 0
      ? prose`At ${plain(name)}:\n`
      : shown.length > 0
        ? prose`I know nothing right at ${plain(name)}. The nearest:\n`
        : prose`I know nothing at or near ${plain(name)}.`;
  return {
    parts: [
      { text: prose`${opening}${joined(here)}`, items: [] },
      ...shown.map((each) => itemPart(withDistance(world, each, at))),
    ],
    ui: null,
    choices: [],
  };
}

/**
 * The nearest city service of a kind. Null when the city's services of that kind are unknown.
 * @param isAskedAgain the user wants a closer one than the answer before
 */
export async function answerNearest(
  world: AbilityWorld,
  intent: Intent,
  isAskedAgain = false,
): Promise<TalkAnswer | null> {
  const kind = intent.topic;
  const services = world.services.filter((each) => each.kind === kind);
  if (services.length === 0) return null;
  const found = await startingPlace(world, intent.from ?? { kind: "me" });
  if (found.kind === "several") return notFound(found);
  if (found.kind !== "place")
    return sentences(
      prose`${serviceNames(services)}.${found.kind === "unknown" ? prose` ${found.sentence}` : ""}`,
    );
  const from = found.place;
  const [nearest, next] = nearestServices(world.city, services, from.at);
  if (nearest === undefined) return null;
  const { service, way } = nearest;
  const steps = directionSentences(world.city, way, service.address);
  const hours = service.hours === "" ? "" : prose`, open ${plain(service.hours)}`;
  const other =
    next === undefined
      ? ""
      : prose`\n\nThe next one is ${plain(next.service.name)} at ${plain(next.service.address)}, ${plain(roundMetres(next.way.metres))}.`;
  const lost =
    kind === "lost-and-found" && intent.what !== ""
      ? prose`Things that were found go to lost and found. `
      : "";
  const lead = isAskedAgain ? prose`That one is the closest. ` : lost;
  return sentences(
    prose`${lead}The nearest from ${named(from)} is **${plain(service.name)}** at **${plain(service.address)}**${hours}: ${plain(roundMetres(way.metres))}, ${minutes(way.footMinutes)} on foot.\n\n${numbered(steps)}${other}`,
  );
}

/** " Your camp is at **7:30 & Delight**." Empty when the home is unknown. */
function homeSentence({ city, home }: Pick<AbilityWorld, "city" | "home">): Prose | "" {
  return home === null
    ? ""
    : prose` ${plain(sentenceCase(home.name))} is at **${plain(nearestAddress(city, home.at))}**.`;
}

function sentenceCase(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

function serviceNames(services: readonly Service[]): Prose {
  const named = services
    .slice(0, 3)
    .map(({ name, address }) => prose`**${plain(address)}** (${plain(name)})`);
  return prose`You find that at ${joined(named, ", ")}`;
}

/** Resolves both ends of the way, and asks for an end that is unknown. */
async function withBothEnds(
  world: AbilityWorld,
  { from, to }: Intent,
  answer: (from: KnownPlace, to: KnownPlace) => TalkAnswer,
): Promise<TalkAnswer> {
  if (to === null)
    return sentences(prose`Where to? Tell me a camp, a thing or an address such as 7:30 & Enchant.`);
  const goal = await placeOf(world, to);
  if (goal.kind !== "place") return notFound(goal);
  const start = await startOf(world, from);
  return start.kind === "place" ? answer(start.place, goal.place) : notFound(start);
}

/** Starts at the user's position, or at their home when the position is unknown. */
async function startOf(world: AbilityWorld, from: PlaceRef | null): Promise<FoundPlace> {
  const isFromMe = from === null || from.kind === "me";
  return await startingPlace(
    world,
    isFromMe && world.me === null && world.home !== null ? { kind: "home" } : (from ?? { kind: "me" }),
  );
}

export function wayAnswer(world: AbilityWorld, from: KnownPlace, to: KnownPlace): TalkAnswer {
  const way = wayBetween(world, from.at, to.at);
  const place = to.item?.source.place ?? null;
  const where = place === null ? "" : prose` (${plain(place)})`;
  const steps = directionSentences(world.city, way, to.name);
  return sentences(
    prose`From ${named(from)} to ${named(to)}${where}: **${plain(roundMetres(way.metres))}**, ${minutes(way.footMinutes)} on foot, ${minutes(way.bikeMinutes)} by bike.\n\n${numbered(steps)}`,
    itemsOf(from, to),
  );
}

export function notFound(found: Exclude<FoundPlace, { kind: "place" }>): TalkAnswer {
  return found.kind === "unknown"
    ? sentences(found.sentence)
    : askBack(prose`Which one do you mean?`, found.items);
}

export function withDistance(
  world: AbilityWorld,
  item: Retrieved,
  from: { latitude: number; longitude: number },
): Retrieved {
  if (item.at === null) return item;
  return { ...item, source: { ...item.source, distanceM: Math.round(metresBetween(world, from, item.at)) } };
}

function itemsOf(...places: readonly KnownPlace[]): Retrieved[] {
  return places.flatMap(({ item }) => (item === null ? [] : [item]));
}

function named({ name, item }: KnownPlace): Prose {
  return item === null ? plain(name) : prose`**${plain(name)}**`;
}

function numbered(steps: readonly string[]): Prose {
  return joined(
    steps.map((step, index) => prose`${index + 1}. ${plain(step)}`),
    "\n",
  );
}

function minutes(count: number): Prose {
  return count === 1 ? prose`1 minute` : prose`${count} minutes`;
}
