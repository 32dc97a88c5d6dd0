import * as z from "zod/mini";
import type { AddressSuggestion } from "#shared/features/places/contract.ts";
import { AppError } from "#server/http/app-error.ts";
import { readBoundedText } from "#server/platform/bounded-body.ts";
import { parseStorable } from "#shared/storable-text.ts";

const MAX_ANSWER_BYTES = 512 * 1024;
const MAX_PART = 120;
const MAX_NAME = 300;

/** The JSON of a geocoder's response. @throws AppError `unavailable` (busy, broken), `upstream-failed` (a setting is wrong) */
export async function readGeocoderAnswer(response: Response): Promise<unknown> {
  if (!response.ok) {
    void response.body?.cancel();
    const passes = response.status === 429 || response.status >= 500;
    throw new AppError(
      passes ? "unavailable" : "upstream-failed",
      `The address service answered ${response.status}. Please try again later.`,
    );
  }
  const body = await readBoundedText(response, MAX_ANSWER_BYTES);
  try {
    return parseStorable(body ?? "");
  } catch (cause) {
    throw new AppError("unavailable", "The address service gave no readable answer. Please try again.", {
      cause,
    });
  }
}

/** A part of an address: text, or a number such as a house's; undefined when there is none. */
export const addressPart = z.pipe(
  z.nullish(z.union([z.string(), z.number()])),
  z.transform((value) => (value === null || value === undefined ? undefined : String(value))),
);

/** The places of an answer. Skips unreadable ones. @throws AppError `upstream-failed` when none is readable */
export function readPlaces<Place>(found: readonly unknown[], schema: z.ZodMiniType<Place>): Place[] {
  const places = found.flatMap((each) => {
    const parsed = schema.safeParse(each);
    return parsed.success ? [parsed.data] : [];
  });
  if (found.length > 0 && places.length === 0) throw anotherForm();
  return places;
}

export function anotherForm(): AppError {
  return new AppError("upstream-failed", "The address service's answer has another form.");
}

/** External text, on one line: no control or direction characters, limited in length. */
export function plainPart(text: string | undefined): string | null {
  const plain = clean(text ?? "", MAX_PART);
  return plain === "" ? null : plain;
}

/** A suggestion with its name cleaned. Null when it has no valid coordinates or no name. */
export function suggestionOf(
  name: string,
  point: { lat: number; lon: number },
  address: AddressSuggestion["address"],
): AddressSuggestion | null {
  const display_name = clean(name, MAX_NAME);
  const isOnEarth = Math.abs(point.lat) <= 90 && Math.abs(point.lon) <= 180;
  return display_name === "" || !isOnEarth
    ? null
    : { display_name, lat: point.lat, lon: point.lon, address, source: "geocoder" };
}

function clean(text: string, max: number): string {
  return text
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu, " ")
    .replaceAll(/\s+/g, " ")
    .trim()
    .slice(0, max)
    .toWellFormed();
}
