import { type Fields, isPlainObject } from "#shared/json-fields.ts";

/** A record that was deleted or changed. */
export interface Outdated {
  id: string;
  /** The server's response to the change, which contains the id somewhere; null when the record is deleted. */
  current: Fields | null;
}

/**
 * Removes or updates a record in cached responses. In lists its entry, links to it and notes about it are removed, or the entry is replaced
 * by its current form. Elsewhere the object that names it becomes null, as if it had not been fetched. Returns the same object when the
 * record is not in it.
 */
export function withoutThing(data: unknown, thing: Outdated): unknown {
  if (!names(data, thing.id)) return data;
  if (Array.isArray(data)) return data.flatMap((item) => itemWithout(item, thing));
  if (!isPlainObject(data) || namesItself(data, thing.id))
    return isPlainObject(data) ? (renewed(data, thing) ?? null) : null;
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, withoutThing(value, thing)]));
}

/** Whether an id occurs anywhere in stored data, alone or as the end of a name such as `memory:id` or `?show=id`. */
export function names(data: unknown, id: string): boolean {
  if (typeof data === "string") return data === id || data.endsWith(`:${id}`) || data.endsWith(`=${id}`);
  if (Array.isArray(data)) return data.some((item) => names(item, id));
  return isPlainObject(data) && Object.values(data).some((value) => names(value, id));
}

function itemWithout(item: unknown, thing: Outdated): unknown[] {
  if (!names(item, thing.id)) return [item];
  if (!isPlainObject(item)) return Array.isArray(item) ? [withoutThing(item, thing)] : [];
  if (!namesItself(item, thing.id)) return [withoutThing(item, thing)];
  const now = renewed(item, thing);
  return now === null ? [] : [now];
}

function namesItself(row: Fields, id: string): boolean {
  return Object.values(row).some((value) => typeof value === "string" && names(value, id));
}

/** The entry as the server returned it; null for another entry that only refers to the record. */
function renewed(row: Fields, { id, current }: Outdated): Fields | null {
  const isSame = Object.entries(current ?? {}).some(([name, value]) => value === id && row[name] === id);
  return current !== null && isSame ? { ...row, ...current } : null;
}
