import { parseAddress } from "#shared/features/map/address/address.ts";
import { streetRefs } from "#shared/features/map/city/city.ts";
import { parseClock } from "#shared/features/map/city/clock.ts";

/** Marker position on the small city ring. */
export interface LocatorPlace {
  /** Hours on the city's clock. */
  time: number | null;
  /** 0 = Esplanade, then A, B, C ... */
  street: number | null;
}

/** Parses a written address such as "7:30 & Delight"; null when it names neither a street nor an hour of the city. */
export function locatorPlace(text: string | null): LocatorPlace | null {
  const address = parseAddress(text);
  // A plaza or portal has its own clock; the ring shows its position on the city's clock.
  const clock = address.plazaTime ?? address.time;
  const ref = address.plazaStreet ?? address.street;
  const time = clock === null ? null : parseClock(clock);
  const street = ref === null ? null : streetRefs.indexOf(ref);
  return time === null && street === null ? null : { time, street };
}
