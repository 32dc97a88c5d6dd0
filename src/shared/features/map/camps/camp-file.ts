import * as z from "zod/mini";
import { type Camp, type CampCard, campCardSchema, campSchema, type PlayaLocation } from "./camp.ts";
import { CampRow, type RowProblem } from "./camp-row.ts";
import type { GeoPoint } from "../city/city.ts";
import { cardOf, eventsByCamp } from "./camp-file-card.ts";
import { addressOfCamp } from "../address/camp-address.ts";
import { streetColour } from "../city/street-colour.ts";
import { foldNames, isFields } from "#shared/json-fields.ts";
import { parseStorable } from "#shared/storable-text.ts";

export const MAX_CAMP_ROWS = 20_000;

/** A camp of the file, cleaned but not placed yet. */
export interface ReadCamp {
  row: number;
  camp: Camp;
  card: CampCard;
  /** The point given in the file, which may be only a street corner. */
  point: GeoPoint | null;
}

export type CampFile =
  | { isReadable: true; rows: number; camps: ReadCamp[]; problems: RowProblem[] }
  | { isReadable: false; message: string };

/**
 * Reads a file of camps: the public camp format (`uid`, `location`, ...), the specification's own fields, or a mixture; as a list or as `{
 * camps, events }`, with names in any case. Every row becomes a camp, or a problem with the reason for its rejection. Cleaned or removed
 * parts of a camp are reported as problems that do not reject it. Never throws.
 * @param year the year of the import; a row of another year is rejected
 */
export function readCampFile(text: string, year: string): CampFile {
  let file: unknown;
  try {
    file = parseStorable(text.replace(/^\uFEFF/, ""), (_name, value) =>
      isFields(value) ? foldNames(value) : value,
    );
  } catch (error) {
    const where = error instanceof Error ? error.message.slice(0, 200) : "";
    return { isReadable: false, message: `The file is not valid JSON: ${where}` };
  }
  const parts = z.object({ camps: z.array(z.unknown()), events: z.optional(z.unknown()) }).safeParse(file);
  const rows = Array.isArray(file) ? (file as unknown[]) : parts.success ? parts.data.camps : null;
  if (rows === null)
    return {
      isReadable: false,
      message: 'The file must contain a list of camps, or an object with "camps".',
    };
  if (rows.length > MAX_CAMP_ROWS) {
    return {
      isReadable: false,
      message: `The file has ${rows.length.toLocaleString("en")} rows; at most ${MAX_CAMP_ROWS.toLocaleString("en")} can be imported.`,
    };
  }
  if (rows.length === 0) return { isReadable: false, message: "The file has no camps." };
  return readRows(rows, year, parts.success ? parts.data.events : undefined);
}

function readRows(rows: unknown[], year: string, events: unknown): CampFile {
  const problems: RowProblem[] = [];
  const eventsOf = eventsByCamp(events);
  const camps = new Map<string, ReadCamp>();
  for (const [index, data] of rows.entries()) {
    const row = new CampRow(index + 1, data);
    const read = readRow(row, year, eventsOf);
    const other = read && camps.get(read.camp.id);
    if (other) row.refuse("id", `is that of row ${other.row}, too.`);
    else if (read) camps.set(read.camp.id, read);
    problems.push(...row.problems);
  }
  return {
    isReadable: true,
    rows: rows.length,
    camps: [...camps.values()].toSorted((a, b) => (a.camp.id < b.camp.id ? -1 : 1)),
    problems,
  };
}

function readRow(row: CampRow, year: string, eventsOf: ReadonlyMap<string, unknown[]>): ReadCamp | null {
  if (!row.isObject) return null;
  const name = row.name();
  const rowYear = row.plain("year", 40);
  if (rowYear !== null && rowYear !== year) row.refuse("year", `is ${rowYear}; the import is for ${year}.`);
  const sourceId = row.sourceId();
  const location = readLocation(row);
  const locationString =
    row.text("location_string", 300) ??
    row.text("location.string", 300) ??
    joined(location) ??
    plainAddress(row);
  const point = row.point();
  const draft = {
    id: row.idOf(year, sourceId, `${name}|${locationString}`),
    name,
    description: row.text("description", 5_000),
    hometown: row.text("hometown", 200),
    landmark: row.text("landmark", 1_000),
    url: row.url(),
    contact_email: row.mail(),
    latitude: null,
    longitude: null,
    location_string: locationString,
    year,
    playa_location: location,
    placement: null,
  };
  const card = cardOf(row, sourceId === null ? [] : (eventsOf.get(sourceId) ?? []));
  if (row.isRefused || name === null) return null;
  const street = addressOfCamp(draft).street;
  // Each field is already cleaned; the schema makes the final check.
  const camp = campSchema.safeParse({ ...draft, color: streetColour(street, "night") });
  const parsedCard = campCardSchema.safeParse(card);
  if (camp.success && parsedCard.success)
    return { row: row.number, camp: camp.data, card: parsedCard.data, point };
  const issue = camp.error?.issues[0] ?? parsedCard.error?.issues[0];
  row.refuse(issue?.path.join(".") ?? "camp", issue?.message ?? "is not as expected.");
  return null;
}

function readLocation(row: CampRow): PlayaLocation | null {
  const part = (name: string, max: number) =>
    row.text(`playa_location.${name}`, max) ?? row.text(`location.${name}`, max);
  const location = {
    frontage: part("frontage", 80),
    intersection: part("intersection", 80),
    intersection_type: part("intersection_type", 10),
    dimensions: part("dimensions", 40),
    exact_location: part("exact_location", 120),
  };
  return Object.values(location).every((value) => value === null) ? null : location;
}

/** The address when `location` is a text. */
function plainAddress(row: CampRow): string | null {
  return isFields(row.at("location")) ? null : row.text("location", 300);
}

/** The address as one string, joined from its parts. */
function joined(location: PlayaLocation | null): string | null {
  const { frontage, intersection, intersection_type } = location ?? {};
  const sign = intersection_type === "@" ? " @ " : " & ";
  return [frontage, intersection].filter(Boolean).join(sign) || null;
}
