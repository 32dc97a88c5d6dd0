import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod/mini";
import {
  type AddressAnswer,
  type AddressSuggestion,
  addressSuggestion,
  MAX_ADDRESS_SUGGESTIONS,
} from "#shared/features/places/contract.ts";
import { formatAddress, parseAddress } from "#shared/features/map/address/address.ts";
import type { City } from "#shared/features/map/city/city.ts";
import { locate } from "#shared/features/map/city/geometry.ts";
import type { Deps } from "#server/deps.ts";
import { findFestival } from "#server/festival/festival.ts";
import { findAddressAnswer, findKnownAddresses, cacheAddressAnswer, takeTurn } from "./repository.ts";
import type { Geocoder } from "#server/platform/geocoder/geocoder.ts";

const DAY_MS = 86_400_000;
export const ADDRESS_ANSWER_LIFE_MS = 30 * DAY_MS;
/** Longest wait for a turn, because a user is typing. */
const LONGEST_WAIT_MS = 4_000;

type PlacesDeps = Pick<Deps, "database" | "geocoder" | "log">;

/**
 * Suggestions for a user's input, in this order: streets of the festival city, addresses in use here, and results of the
 * geocoder, cached or, if it may be called now, new ones. An external failure never fails the call, because the camp may be
 * without internet.
 */
export async function suggestAddresses(
  deps: PlacesDeps,
  { q, submit }: { q: string; submit: boolean },
): Promise<AddressAnswer> {
  const db = deps.database.kysely;
  const { city } = await findFestival(db);
  const words = q
    .split(/[\s,]+/)
    .filter(Boolean)
    .slice(0, 8);
  const known = words.length === 0 ? [] : await findKnownAddresses(db, words, MAX_ADDRESS_SUGGESTIONS);
  const suggested = [...suggestFromCity(city, q), ...known.map(fromLibrary)];
  const outside =
    deps.geocoder === null
      ? nothing("off")
      : await askOutside({ ...deps, geocoder: deps.geocoder }, q, submit);
  const suggestions = distinct([...suggested, ...outside.suggestions]).slice(0, MAX_ADDRESS_SUGGESTIONS);
  const isFromOutside = suggestions.some(({ source }) => source === "geocoder");
  return {
    suggestions,
    geocoder: outside.geocoder,
    attribution: isFromOutside ? (deps.geocoder?.attribution ?? null) : null,
  };
}

type Outside = Pick<AddressAnswer, "suggestions" | "geocoder">;

async function askOutside(
  { database, geocoder, log }: Omit<PlacesDeps, "geocoder"> & { geocoder: Geocoder },
  q: string,
  submit: boolean,
): Promise<Outside> {
  const db = database.kysely;
  const question = `${geocoder.id}|${q.normalize("NFC").toLowerCase().replaceAll(/\s+/g, " ")}`.slice(0, 500);
  const cached = z
    .array(addressSuggestion)
    .safeParse(await findAddressAnswer(db, question, new Date(Date.now() - ADDRESS_ANSWER_LIFE_MS)));
  if (cached.success) return { suggestions: cached.data, geocoder: "answered" };
  if (!geocoder.mayTypeAhead && !submit) return nothing("on-submit");
  const wait = await takeTurn(db, geocoder.id, geocoder.pauseMs, LONGEST_WAIT_MS);
  if (wait === null) return nothing("busy");
  // A timer may fire slightly early.
  if (wait > 0) await sleep(wait + 2);
  try {
    const suggestions = await geocoder.search(q);
    if (database.isWritable()) await cacheAddressAnswer(db, question, suggestions);
    return { suggestions, geocoder: "answered" };
  } catch (error) {
    log.warn({ err: error }, "the geocoder did not answer");
    return nothing("failed");
  }
}

function nothing(geocoder: Outside["geocoder"]): Outside {
  return { suggestions: [], geocoder };
}

function suggestFromCity(city: City, q: string): AddressSuggestion[] {
  const address = parseAddress(q);
  const point = locate(city, address);
  const written = formatAddress(city, address);
  if (point === null || written === null) return [];
  return [fromHere(written, point, "city")];
}

function fromLibrary({
  address,
  latitude,
  longitude,
}: {
  address: string;
  latitude: number;
  longitude: number;
}) {
  return fromHere(address, { latitude, longitude }, "library");
}

function fromHere(
  name: string,
  point: { latitude: number; longitude: number },
  source: "city" | "library",
): AddressSuggestion {
  const none = { house_number: null, city: null, state: null, postcode: null, country: null };
  return {
    display_name: name,
    lat: point.latitude,
    lon: point.longitude,
    address: { ...none, road: name },
    source,
  };
}

function distinct(suggestions: readonly AddressSuggestion[]): AddressSuggestion[] {
  const seen = new Map(suggestions.toReversed().map((each) => [each.display_name.toLowerCase(), each]));
  return suggestions.filter((each) => seen.get(each.display_name.toLowerCase()) === each);
}
