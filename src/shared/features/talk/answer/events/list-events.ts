import { citation, plain, type Prose, prose } from "#shared/features/chat/prose.ts";
import type { Retrieved } from "#shared/features/chat/retrieved.ts";
import type { GeoPoint } from "#shared/features/map/city/city.ts";
import type { Intent, PlaceRef } from "../../understand/intent.ts";
import type { AbilityWorld } from "../ability-world.ts";
import { streetOf } from "../answer-around.ts";
import { notFound, withDistance } from "../answer-way.ts";
import { metresBetween, placeOf } from "../place-of.ts";
import type { TalkAnswer } from "../talk-answer.ts";
import { chooseEvents, type Fit, MOST_EVENTS, onceEach } from "./choose-events.ts";
import { type TimedEvent, timeInWords } from "./event-spans.ts";

interface Listed {
  fit: readonly Fit[];
  near: Near | null;
  running: number;
  from: number;
  now: number;
  /** All events belong to the camp named in the lead. */
  isOfCamp: boolean;
}

/** The events as a list: running ones first, then by start; near a place, the nearest first. */
export async function listOf(
  world: AbilityWorld,
  lead: Prose,
  { fit, near, running, from, now, isOfCamp }: Listed,
): Promise<TalkAnswer> {
  const chosen = near === null ? chooseEvents(fit, { from, running, now }) : onceEach(fit);
  const found = await world.items([...new Set(chosen.map(({ event }) => event.campId))]);
  const items = new Map(found.map((item) => [item.source.sourceId, near?.placed(item) ?? item]));
  const metres = ({ event }: TimedEvent) => {
    const item = items.get(event.campId);
    return item === undefined || near === null ? Infinity : near.metres(item);
  };
  const shown =
    near === null
      ? chosen
      : chosen.toSorted((one, other) => metres(one) - metres(other) || 0).slice(0, MOST_EVENTS);
  const cited = new Set<string>();
  const lines = shown.map((each) => {
    const { campId } = each.event;
    const item = items.get(campId);
    const isCited = cited.has(campId);
    cited.add(campId);
    return {
      text: lineOf(each, item, { now, isOfCamp }),
      items: item === undefined || isCited ? [] : [item],
    };
  });
  const text = prose`${lead}${near === null ? "" : prose`, nearest to ${plain(near.name)} first`}:\n`;
  return { parts: [{ text, items: [] }, ...lines], ui: null, choices: [] };
}

/** "- **Midnight soup** at Cosmic Kitchen (4:30 & E), today 23:30 to 01:00" */
function lineOf(
  timed: TimedEvent,
  item: Retrieved | undefined,
  { now, isOfCamp }: { now: number; isOfCamp: boolean },
): Prose {
  const { title, campName, campId } = timed.event;
  const place = item?.source.place ?? null;
  const where = isOfCamp
    ? ""
    : prose` at ${plain(campName)}${place === null ? "" : prose` (${plain(place)})`}`;
  const cited = item === undefined ? "" : prose` ${citation({ sourceId: campId })}`;
  return prose`\n- **${plain(title)}**${where}, ${plain(timeInWords(timed, now))}${cited}`;
}

interface Near {
  name: string;
  metres: (item: Retrieved) => number;
  placed: (item: Retrieved) => Retrieved;
}

/** The place to be near; null without one, or the answer that it is unknown. */
export async function nearOf(
  world: AbilityWorld,
  { near, compared }: Intent,
): Promise<Near | null | TalkAnswer> {
  const nearer: PlaceRef = world.me === null && world.home !== null ? { kind: "home" } : { kind: "me" };
  const ref = near ?? (compared === "closer" ? nearer : null);
  if (ref === null) return null;
  const found = await placeOf(world, ref);
  if (found.kind !== "place") return notFound(found);
  const { name, at } = found.place;
  const street = streetOf(world.city, ref);
  const metres = (point: GeoPoint) => street?.(point) ?? metresBetween(world, at, point);
  return {
    name: ref.kind === "me" ? "you" : name,
    metres: (item) => (item.at === null ? Infinity : metres(item.at)),
    placed: (item) => (street === null ? withDistance(world, item, at) : item),
  };
}

export function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
