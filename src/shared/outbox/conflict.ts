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
  if (!isRecord(current) || !isRecord(body)) return null;
  return Object.entries(body).flatMap(([field, value]) => {
    const name = nameInRecord(field, current);
    if (field === "version" || !Object.hasOwn(current, name)) return [];
    const [mine, theirs] = [inWords(value), inWords(current[name])];
    return mine === null || theirs === null || mine === theirs ? [] : [{ field, mine, theirs }];
  });
}

/** The same write made from the record as it stands now; null when it says nothing of a version: then it is sent as it is. */
export function rebased(body: unknown, current: unknown): Record<string, unknown> | null {
  if (!isRecord(body) || !isRecord(current) || typeof current["version"] !== "number") return null;
  return "version" in body ? { ...body, version: current["version"] } : null;
}

/** A resource's availability travels as `status`, which in its record says something else. */
function nameInRecord(field: string, current: Record<string, unknown>): string {
  return field === "status" && "availability" in current ? "availability" : field;
}

/** Null for what cannot be shown as words, such as a photo on its way. */
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

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
