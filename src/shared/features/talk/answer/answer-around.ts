import { plain, prose } from "#shared/features/chat/prose.ts";
import { itemPart } from "#shared/features/chat/answer-part.ts";
import { type City, findStreet, type GeoPoint } from "#shared/features/map/city/city.ts";
import { parseClock } from "#shared/features/map/city/clock.ts";
import { fromClock, toLocal } from "#shared/features/map/city/geometry.ts";
import type { DocumentKind } from "#shared/features/search/document.ts";
import type { Intent, PlaceRef, Sought } from "../understand/intent.ts";
import type { AbilityWorld } from "./ability-world.ts";
import { notFound, withDistance } from "./answer-way.ts";
import { placeOf } from "./place-of.ts";
import { sentences, type TalkAnswer } from "./talk-answer.ts";

const SHOWN = 5;
/** Meters from the middle of a street that still count as on it: a plot and a half. */
const ON_STREET_METRES = 45;
/** The kinds of documents to search for each kind of item. */
export const kindsOf: Record<Sought, readonly DocumentKind[]> = {
  gear: ["resource"],
  venue: ["resource"],
  talent: ["resource", "camp"],
  camp: ["camp"],
  memory: ["memory"],
};

/** All items of a kind at or near a place: "camps on Fascinate". */
export async function answerAround(world: AbilityWorld, intent: Intent, ref: PlaceRef): Promise<TalkAnswer> {
  const found = await placeOf(world, ref);
  if (found.kind !== "place") return notFound(found);
  const kinds: readonly string[] = intent.sought === null ? ["camp", "resource"] : kindsOf[intent.sought];
  const line = streetOf(world.city, ref);
  const around = (await world.around(found.place.at, line === null ? 60 : 2_000)).filter(({ source }) =>
    kinds.includes(source.kind),
  );
  const near =
    line === null ? around : around.filter(({ at }) => at !== null && line(at) <= ON_STREET_METRES);
  const items = near.slice(0, SHOWN);
  if (items.length === 0) return sentences(prose`I know nothing at ${plain(found.place.name)}.`);
  return {
    parts: [
      {
        text: prose`${plain(line === null ? "Nearest to" : "On")} ${plain(found.place.name)}:\n`,
        items: [],
      },
      ...items.map((item) =>
        itemPart(
          line === null
            ? withDistance(world, item, found.place.at)
            : { ...item, source: { ...item.source, distanceM: null } },
        ),
      ),
    ],
    ui: null,
    choices: [],
  };
}

/** Distance in meters from a whole street, if the place is one; null for any other place. */
export function streetOf(city: City, ref: PlaceRef): ((at: GeoPoint) => number) | null {
  if (ref.kind !== "address") return null;
  const { kind, street, time } = ref.address;
  if (kind === "annular" && street !== null) {
    const radius = findStreet(city, street)?.radius ?? 0;
    return (at) => {
      const { x, y } = toLocal(city, at);
      return Math.abs(Math.hypot(x, y) - radius);
    };
  }
  const hours = kind === "radial" && time !== null ? parseClock(time) : null;
  if (hours === null) return null;
  const towards = fromClock(1, hours);
  return (at) => {
    const { x, y } = toLocal(city, at);
    const along = x * towards.x + y * towards.y;
    return along < 0 ? Infinity : Math.abs(x * towards.y - y * towards.x);
  };
}
