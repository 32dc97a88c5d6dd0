import { blank, parseAddress } from "#shared/features/map/address/address.ts";
import { findAddress } from "#shared/features/map/address/find-address.ts";
import { clarifyAddresses } from "#shared/features/map/address/loose-address.ts";
import { streetOfName } from "#shared/features/map/address/street-names.ts";
import { type City, serviceKinds } from "#shared/features/map/city/city.ts";
import { parseClock } from "#shared/features/map/city/clock.ts";
import type { PlaceRef, Shown } from "../understand/intent.ts";

const ME = /^(?:me|here|my (?:position|location|place)|where i am|current (?:position|location))$/i;
const HOME = /^(?:my )?(?:home|camp|tent)$/i;
const ID = /^(?:resource|camp|memory|context):\S+$/;

/** The place that a whole text names: an address, "me", "home", the id of a shown item, a city service, otherwise a name. */
export function placeInWords(city: City, said: string, shown: readonly Shown[]): PlaceRef {
  const text = said.trim();
  if (ME.test(text)) return { kind: "me" };
  if (HOME.test(text)) return { kind: "home" };
  if (ID.test(text)) {
    const known = shown.find(({ sourceId }) => sourceId === text);
    return { kind: "shown", shown: known ?? { sourceId: text, title: "This" } };
  }
  const service = serviceKinds.find((kind) => kind === text.toLowerCase().replaceAll(" ", "-"));
  if (service !== undefined) return { kind: "service", service, from: null };
  return addressIn(city, text) ?? { kind: "named", name: text };
}

function addressIn(city: City, text: string): PlaceRef | null {
  const street = streetOfName(text);
  if (street !== null)
    return { kind: "address", address: { ...blank("annular"), street, frontage: "annular" }, said: text };
  if (parseClock(text) !== null)
    return { kind: "address", address: { ...blank("radial"), time: text, frontage: "radial" }, said: text };
  const whole = parseAddress(text);
  if (whole.kind !== "unknown" && whole.kind !== "none" && whole.kind !== "village")
    return { kind: "address", address: whole, said: text };
  const loose = clarifyAddresses(text);
  const found = findAddress(city, loose);
  return found === null
    ? null
    : { kind: "address", address: found.address, said: loose.slice(found.start, found.end) };
}
