import { isFields } from "#shared/json-fields.ts";
import type { Operation } from "./operation.ts";

/** A field both versions have changed, with the user's value and the server's. */
export interface Difference {
  /** The field's name in the body. */
  field: string;
  mine: string;
  theirs: string;
}

/**
 * The differences between a rejected write and the current record; null when the server did not send the record. Only fields present in
 * both are compared.
 */
export function differencesOf(operation: Pick<Operation, "problem">, body: unknown): Difference[] | null {
  const current = operation.problem?.current;
  if (!isFields(current) || !isFields(body)) return null;
  return Object.entries(body).flatMap(([field, value]) => {
    const name = nameInRecord(field, current);
    if (field === "version" || !Object.hasOwn(current, name)) return [];
    const [mine, theirs] = [inWords(value), inWords(current[name])];
    return mine === null || theirs === null || mine === theirs ? [] : [{ field, mine, theirs }];
  });
}

/** A photo of one version: stored on the server, or being uploaded by this device. */
export type VersionPhoto = { path: string; thumbUrl: string | null } | { uploadId: string };

/**
 * The photos of both versions, each in its order. Null when the write has no photos, or both have the same ones. A photo that is no
 * longer in the other version comes without a link.
 */
export function photosThatDiffer(
  operation: Pick<Operation, "problem">,
  body: unknown,
): { mine: VersionPhoto[]; theirs: VersionPhoto[] } | null {
  const current = operation.problem?.current;
  if (!isFields(body) || !Array.isArray(body["photos"]) || !isFields(current)) return null;
  const theirs = storedPhotos(current["photos"]);
  const mine = body["photos"].flatMap((photo: unknown): VersionPhoto[] => {
    if (isFields(photo))
      return typeof photo["$resultOf"] === "string" ? [{ uploadId: photo["$resultOf"] }] : [];
    if (typeof photo !== "string") return [];
    return [theirs.find(({ path }) => path === photo) ?? { path: photo, thumbUrl: null }];
  });
  const isSame = mine.length === theirs.length && mine.every((photo, place) => photo === theirs[place]);
  return isSame ? null : { mine, theirs };
}

/** The same write based on the current record; null when it contains no version and can be sent unchanged. */
export function rebased(body: unknown, current: unknown): Record<string, unknown> | null {
  if (!isFields(body) || !isFields(current) || typeof current["version"] !== "number") return null;
  return "version" in body ? { ...body, version: current["version"] } : null;
}

/** A write contains a resource's availability as `status`, which in the record has another meaning. */
function nameInRecord(field: string, current: Record<string, unknown>): string {
  return field === "status" && "availability" in current ? "availability" : field;
}

/** As in a record: `{ gallery: [{ path, thumbUrl }] }`. */
function storedPhotos(photos: unknown): { path: string; thumbUrl: string | null }[] {
  const gallery: unknown = isFields(photos) ? photos["gallery"] : null;
  if (!Array.isArray(gallery)) return [];
  return gallery.flatMap((photo: unknown) => {
    if (!isFields(photo) || typeof photo["path"] !== "string") return [];
    const { path, thumbUrl } = photo;
    return [{ path, thumbUrl: typeof thumbUrl === "string" ? thumbUrl : null }];
  });
}

/** Null for a value that cannot be shown as text. */
function inWords(value: unknown): string | null {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) {
    const parts = value.map(inWords);
    return parts.includes(null) ? null : parts.join(", ");
  }
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? String(value).trim()
    : null;
}
