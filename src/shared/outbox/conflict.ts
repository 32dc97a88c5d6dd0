import { isFields } from "#shared/json-fields.ts";
import type { Operation } from "./operation.ts";

/** One thing both have changed, as the person made it and as it stands on the server. */
export interface Difference {
  /** The field's name in the body. */
  field: string;
  mine: string;
  theirs: string;
}

/**
 * What differs between a write that was refused and the record as it stands; null when the server did not send the record.
 * Fields are compared that both have.
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

/** A photo of one version: one the server has, or one an upload of this device brings. */
export type VersionPhoto = { path: string; thumbUrl: string | null } | { uploadId: string };

/**
 * The photos of both versions, each in its order; null when the write says nothing of photos, or they are the same ones. A photo the
 * other version no longer has comes without a link.
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

/** The same write made from the record as it stands now; null when it says nothing of a version: then it is sent as it is. */
export function rebased(body: unknown, current: unknown): Record<string, unknown> | null {
  if (!isFields(body) || !isFields(current) || typeof current["version"] !== "number") return null;
  return "version" in body ? { ...body, version: current["version"] } : null;
}

/** A resource's availability travels as `status`, which in its record says something else. */
function nameInRecord(field: string, current: Record<string, unknown>): string {
  return field === "status" && "availability" in current ? "availability" : field;
}

/** As a record holds them: `{ gallery: [{ path, thumbUrl }] }`. */
function storedPhotos(photos: unknown): { path: string; thumbUrl: string | null }[] {
  const gallery: unknown = isFields(photos) ? photos["gallery"] : null;
  if (!Array.isArray(gallery)) return [];
  return gallery.flatMap((photo: unknown) => {
    if (!isFields(photo) || typeof photo["path"] !== "string") return [];
    const { path, thumbUrl } = photo;
    return [{ path, thumbUrl: typeof thumbUrl === "string" ? thumbUrl : null }];
  });
}

/** Null for what cannot be shown as words. */
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
