import { dayOf } from "#shared/day.ts";
import { formatAddress } from "#shared/features/map/address/address.ts";
import { nearestAddress } from "#shared/features/map/city/nearest-address.ts";
import type { AbilityWorld } from "#shared/features/talk/answer/ability-world.ts";
import type { PlaceRef, TalkState } from "#shared/features/talk/understand/intent.ts";
import { amountInWords } from "#shared/features/talk/understand/read-amount.ts";

const MOST_SHOWN = 8;
/** UTF-16 units of the rules' answer. */
const MAX_RULES_ANSWER = 2_000;

/** "Thursday 2 September 2027, 21:40 in the festival's zone (America/Los_Angeles); as a day, today is 2027-09-02". */
export function describeMoment({ now, zone }: AbilityWorld["clock"]): string {
  const date = new Intl.DateTimeFormat("en-GB", { dateStyle: "full", timeZone: zone }).format(now);
  const time = new Intl.DateTimeFormat("en-GB", { timeStyle: "short", timeZone: zone }).format(now);
  return `${date.replace(",", "")}, ${time} in the festival's zone (${zone}); as a day, today is ${dayOf(now, zone)}`;
}

/**
 * State of the user and the talk, as one line of JSON for a model; null when no state is known.
 * @param rulesAnswer the rules' answer to the message; null when the model can look that up by itself
 */
export function describeTalk(
  world: AbilityWorld,
  { intent, shown, focus, place }: TalkState,
  rulesAnswer: string | null,
): string | null {
  const { city, me, home } = world;
  const { what = "", size = null, near = null, when = null } = intent ?? {};
  const known = {
    personIsAt: me === null ? null : nearestAddress(city, me),
    personLivesAt: home?.name ?? null,
    lookedFor: what === "" ? null : what,
    size: size === null ? null : amountInWords(size),
    near: placeInWords(world, near),
    days: when === null ? null : [when.first, when.last],
    shownInOrder:
      shown.length === 0
        ? null
        : shown.slice(0, MOST_SHOWN).map(({ sourceId, title }) => ({ id: sourceId, title })),
    thingSpokenOf: focus?.sourceId ?? null,
    placeSpokenOf: placeInWords(world, place),
    loobysRulesSay: rulesAnswer?.slice(0, MAX_RULES_ANSWER).toWellFormed() ?? null,
  };
  const described = Object.entries(known).filter(([, value]) => value !== null);
  return described.length === 0 ? null : JSON.stringify(Object.fromEntries(described));
}

function placeInWords({ city }: AbilityWorld, place: PlaceRef | null): string | null {
  switch (place?.kind) {
    case undefined:
      return null;
    case "me":
    case "home":
      return place.kind;
    case "address":
      return formatAddress(city, place.address) ?? place.words;
    case "shown":
      return place.shown.sourceId;
    case "service":
      return `the nearest ${place.service}`;
    case "named":
      return place.name;
  }
}
