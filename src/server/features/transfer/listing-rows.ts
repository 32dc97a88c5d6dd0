import * as z from "zod/mini";
import {
  availabilities,
  MAX_DESCRIPTION,
  MAX_TITLE,
  type ResourceEntry,
  resourceTypes,
} from "#shared/features/resources/contract.ts";
import { foldHeading } from "#shared/csv-table.ts";
import { filledText, tags, text } from "#shared/http/fields.ts";
import { wordsOf } from "#shared/json-fields.ts";
import type { ResourceRecord } from "#server/features/resources/repository.ts";
import type { Cell, Fields } from "./table.ts";
import { AppError } from "#server/http/app-error.ts";
import { assertSound } from "#server/http/request/request-guards.ts";

export const listingColumns = [
  "id",
  "title",
  "description",
  "type",
  "status",
  "tags",
  "address",
  "latitude",
  "longitude",
  "author",
  "createdAt",
] as const;

/** Columns of a listing shown in a preview. */
export const shownColumns = ["title", "description", "type", "status", "tags", "address"] as const;

/** An empty CSV cell counts as missing; a number is converted to text. */
const blank = z.pipe(
  z.nullish(z.union([z.string(), z.number()])),
  z.transform((value: string | number | null | undefined) =>
    String(value ?? "").trim() === "" ? null : (value ?? null),
  ),
);
/** A text, trimmed. JSON may have it as a number. */
const words = z.transform(wordsOf);

function degrees(name: string, most: number) {
  const message = `The ${name} must be a number from -${most} to ${most}.`;
  return z.pipe(
    blank,
    z.pipe(
      // In locales with a decimal comma, spreadsheets write 40,79.
      z.transform((value: Cell) => (value === null ? null : Number(String(value).replace(",", ".")))),
      z.nullable(z.number(message).check(z.gte(-most, message), z.lte(most, message))),
    ),
  );
}

const listingRow = z
  .object({
    id: z.pipe(
      blank,
      z.pipe(
        z.transform((value: Cell) => value && String(value)),
        z.nullable(text(200)),
      ),
    ),
    title: z.pipe(words, filledText(MAX_TITLE, "The title is missing.")),
    description: z.pipe(words, filledText(MAX_DESCRIPTION, "The description is missing.")),
    type: z.pipe(
      z.transform((value: unknown) => foldHeading(wordsOf(value))),
      z.enum(resourceTypes, `The type must be ${resourceTypes.join(", ")}.`),
    ),
    status: z.pipe(
      blank,
      z.pipe(
        z.transform((value: Cell) => foldHeading(String(value ?? "available"))),
        z.enum(availabilities, `The status must be ${availabilities.join(", ")}.`),
      ),
    ),
    tags: z.pipe(
      z.transform((value: unknown) => (typeof value === "number" ? String(value) : (value ?? ""))),
      tags,
    ),
    address: z.pipe(
      blank,
      z.pipe(
        z.transform((value: Cell) => value && String(value).trim()),
        z.nullable(text(200)),
      ),
    ),
    latitude: degrees("latitude", 90),
    longitude: degrees("longitude", 180),
    createdAt: z.nullish(z.unknown()),
  })
  .check(
    z.refine(
      (row) => (row.latitude === null) === (row.longitude === null),
      "Latitude and longitude go together.",
    ),
  );
export type ListingRow = z.infer<typeof listingRow>;

/** Parses a row of the file as a listing, or returns the problem. */
export function readListing(row: Fields): { listing: ListingRow } | { problem: string } {
  try {
    assertSound(row);
  } catch (error) {
    if (error instanceof AppError) return { problem: error.message };
    throw error;
  }
  const parsed = listingRow.safeParse(row);
  if (parsed.success) return { listing: parsed.data };
  const issue = parsed.error.issues[0];
  const field = issue?.path.join(".") ?? "";
  const message = issue?.message ?? "It is not as expected.";
  return { problem: field === "" || message.startsWith("The ") ? message : `${field}: ${message}` };
}

/** The listing as input for the library. */
export function entryOf(listing: ListingRow, resourceId: string, communityId: string): ResourceEntry {
  const { title, description, type, status, tags: words, address } = listing;
  return {
    id: resourceId,
    loobricateId: communityId,
    title,
    description,
    offeringType: type,
    status,
    tags: words,
    location: address,
    latitude: listing.latitude,
    longitude: listing.longitude,
  };
}

export function rowOfResource(record: ResourceRecord): Record<(typeof listingColumns)[number], Cell> {
  return {
    id: record.id,
    title: record.title,
    description: record.description,
    type: record.type,
    status: record.availability,
    tags: record.tags.join(", "),
    address: record.address,
    latitude: record.latitude,
    longitude: record.longitude,
    author: record.pseudonym,
    createdAt: record.createdAt.toISOString(),
  };
}

/** Whether the listing equals the existing record. */
export function isSame(listing: ListingRow, record: ResourceRecord): boolean {
  const { title, description, type, status, tags: words, address } = listing;
  const isPlaceSame =
    (address === null && listing.latitude === null) ||
    (address === record.address &&
      (listing.latitude === null ||
        (listing.latitude === record.latitude && listing.longitude === record.longitude)));
  return (
    isPlaceSame &&
    title === record.title &&
    description === record.description &&
    type === record.type &&
    status === record.availability &&
    words.join("\n") === record.tags.join("\n")
  );
}
