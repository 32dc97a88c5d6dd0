import { formatAddress } from "#shared/features/map/address/address.ts";
import { specCity } from "#shared/features/map/city/city.ts";
import { amountInWords } from "#shared/features/talk/understand/read-amount.ts";
import type { Intent, PlaceRef } from "#shared/features/talk/understand/intent.ts";
import type { When } from "#shared/features/talk/understand/read-when.ts";
import type { AbilityWorld } from "#shared/features/talk/answer/ability-world.ts";
import { nearestAddress } from "#shared/features/map/city/nearest-address.ts";
import { homeOfNotes } from "#shared/features/talk/understand/home-of-notes.ts";
import { soughtIn } from "#shared/features/talk/understand/spoken/spoken-words.ts";
import { placeOf } from "#shared/features/talk/answer/place-of.ts";
import type { Understood } from "./slot-fits.ts";

const kinds = {
  gear: "gear",
  venue: "place",
  talent: "skill",
  camp: "camp",
  memory: "memory",
} as const;

/** The understood need in the notation of talks. @param message the user's message */
export async function slotsOfIntent(
  known: AbilityWorld,
  intent: Intent,
  message: string,
): Promise<Understood> {
  const told = homeOfNotes(specCity, intent.noted);
  const world =
    told === null ? known : { ...known, home: { ...told, name: nearestAddress(specCity, told.at) } };
  const { ability, what, item, topic } = intent;
  const [from, to] = [await placeInWords(world, intent.from), await placeInWords(world, intent.to)];
  const days = whenInWords(intent.when);
  const near = await placeInWords(world, intent.near);
  const service = await placeInWords(world, { kind: "service", service: "medical", from: intent.from });
  const owner =
    intent.ownerOf && (await world.listings([intent.ownerOf.sourceId])).get(intent.ownerOf.sourceId);
  const whose = await whoseInWords(world, owner?.ownerName ?? intent.whose);
  const slots = (): Understood["slots"] => {
    switch (ability) {
      case "find":
        return {
          what: what || null,
          kind: intent.sought === null ? null : kinds[intent.sought],
          near,
          whose,
          when: days,
          size: sizeInWords(intent),
          order: orderInWords(intent),
          not: kindInWords(intent.without),
        };
      case "details":
        return { item: item?.sourceId, aspect: topic ?? "all" };
      case "availability":
      case "borrow":
        return { item: item?.sourceId, days };
      case "directions":
      case "distance":
        return { from, to };
      case "at-address":
        return { address: near };
      case "nearest":
        return { what: topic ?? what, from };
      case "whats-on":
        return { when: days, what: what || null, near };
      case "my":
        return { which: topic };
      case "remember":
        return { text: message };
      case "forget":
        return { about: what, item: item?.sourceId };
      case "recall":
        return { about: what };
      case "post-need":
        return { words: what, near, when: days };
      case "share":
        return { thing: what, kind: intent.sought === null ? null : kinds[intent.sought] };
      case "medical-first":
        return { from, to: service };
      case "about":
        return { topic };
      case "small-talk":
        return { kind: topic };
      case "where-am-i":
        return {};
    }
  };
  return { ability, slots: slots() };
}

async function whoseInWords(world: AbilityWorld, whose: string | null): Promise<string | null> {
  if (whose === null) return null;
  if ((await world.ownedBy(whose)).length > 0) return `person:${whose}`;
  return await placeInWords(world, { kind: "named", name: whose });
}

async function placeInWords(world: AbilityWorld, place: PlaceRef | null): Promise<string | null> {
  switch (place?.kind) {
    case undefined:
      return null;
    case "me":
      return "me";
    case "home":
      return /^\d/.test(world.home?.name ?? "") ? (world.home?.name ?? null) : "home";
    case "shown": {
      const found = await placeOf(world, place);
      return found.kind === "place" && found.place.item === null ? found.place.name : place.shown.sourceId;
    }
    case "address":
      return formatAddress(specCity, place.address);
    case "service": {
      const found = await placeOf(world, place);
      return found.kind === "place" ? found.place.name.replace(/^.* at /, "") : null;
    }
    case "named": {
      const found = await placeOf(world, place);
      return found.kind === "place" ? (found.place.item?.source.sourceId ?? found.place.name) : place.name;
    }
  }
}

function whenInWords(when: When | null): string | null {
  if (when === null) return null;
  if (when.time !== null) return `${when.first}T${when.time}`;
  const days = when.first === when.last ? when.first : `${when.first}/${when.last}`;
  return when.part === null ? days : `${days} ${when.part}`;
}

function kindInWords(words: readonly string[]): string | null {
  const kind = words.map((word) => soughtIn(word)).find((each) => each !== null);
  return kind === undefined || kind === null ? null : kinds[kind];
}

function orderInWords({ compared }: Intent): string | null {
  if (compared === "biggest" || compared === "smallest") return compared;
  return compared === "closer" ? "nearest" : null;
}

function sizeInWords({ size, compared }: Intent): string | null {
  if (size === null) return null;
  return `${compared === "bigger" ? ">" : compared === "smaller" ? "<" : ""}${amountInWords(size)}`;
}
