import { type Companion, discoverCompanions } from "#shared/features/companions/contract.ts";
import { metresBetween } from "#shared/features/companions/discovery.ts";
import { call } from "#web/lib/server/api-client.ts";
import { currentPosition, type Position } from "#web/lib/device/position.ts";

/** Result of looking around: a message, and ids of companions met for the first time. */
export interface Look {
  met: readonly string[];
  sentence: string;
}

/**
 * Looks for companions at this place. The position is sent for comparison and is not stored.
 * @throws ApiError when the server cannot be reached or refuses
 */
export async function lookAround(companions: readonly Companion[], position?: Position): Promise<Look> {
  const here = position ?? (await currentPosition());
  if (!here.isKnown) return { met: [], sentence: here.reason };
  const { latitude, longitude, accuracyM } = here;
  const trigger = { kind: "place", latitude, longitude, accuracyM } as const;
  const { discovered, known } = await call(discoverCompanions, { body: { trigger } });
  if (discovered.length > 0) {
    return { met: discovered, sentence: `You have met ${named(discovered, companions)}!` };
  }
  return { met: [], sentence: [...greeting(known, companions), nearest(companions, here)].join(" ") };
}

function greeting(known: readonly string[], companions: readonly Companion[]): string[] {
  return known.length === 0 ? [] : [`${named(known, companions)} is here, and you know each other.`];
}

function nearest(
  companions: readonly Companion[],
  here: { latitude: number; longitude: number; accuracyM: number },
): string {
  const [next] = companions
    .filter(({ isLocked }) => isLocked)
    .map(({ name, discoveryLocation }) => ({
      name,
      discoveryLocation,
      metres: metresBetween(here, discoveryLocation),
    }))
    .toSorted((one, other) => one.metres - other.metres);
  if (next === undefined) return "There is no one left to meet.";
  if (here.accuracyM > next.discoveryLocation.radius) {
    return `Your device knows its place only to ${distance(here.accuracyM)}, too roughly to meet anyone. Step out under the open sky and try again.`;
  }
  return `No one new is here. The nearest, ${next.name}, is ${distance(next.metres)} away.`;
}

function named(ids: readonly string[], companions: readonly Companion[]): string {
  const names = ids.map((id) => companions.find((companion) => companion.id === id)?.name ?? id);
  return new Intl.ListFormat("en").format(names);
}

function distance(metres: number): string {
  return metres < 950
    ? `about ${Math.max(10, Math.round(metres / 10) * 10)} m`
    : `about ${(metres / 1000).toFixed(metres < 99_500 ? 1 : 0)} km`;
}
