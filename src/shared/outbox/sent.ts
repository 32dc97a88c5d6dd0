import { isPlainObject } from "#shared/json-fields.ts";
import type { Operation } from "./operation.ts";

/**
 * A write the server has confirmed, as the phone remembers it: a server that is set back to a backup may lack it again. Its body lies
 * where it lay before.
 */
export interface SentOperation {
  id: string;
  userId: string;
  operation: Operation;
  /** See `givenBy`. */
  given: unknown;
  /** When it was confirmed, in milliseconds since the epoch. */
  at: number;
  /** In which course of the server's data; null: not known then. */
  epoch: string | null;
  /** Of its body. */
  bytes: number;
}

/**
 * Older backups bring back nothing. Less than a server knows the key of a write (30 days), so that what it does not know it does not
 * have.
 */
export const SENT_KEPT_MS = 14 * 24 * 60 * 60_000;
/** Writes. */
export const MOST_SENT = 1000;
/** Together, with photos. */
export const MOST_SENT_BYTES = 50_000_000;

/** Those that are remembered no longer: too old, or too many or too large together; the oldest go. */
export function sentToForget(rows: readonly SentOperation[], now: number): SentOperation[] {
  let bytes = 0;
  return rows
    .toSorted((a, b) => b.operation.seq - a.operation.seq)
    .filter((row, index) => {
      bytes += row.bytes;
      return row.at < now - SENT_KEPT_MS || index >= MOST_SENT || bytes > MOST_SENT_BYTES;
    });
}

/** Of an answer what a server makes up again when the same is sent to it again: ids and paths, in their places and without any words. */
export function givenBy(answer: unknown): unknown {
  if (Array.isArray(answer)) return answer.map(givenBy);
  if (!isPlainObject(answer)) return null;
  const entries = Object.entries(answer).flatMap(([name, value]) => {
    if (typeof value === "string") return /^(id|path)$|Id$/.test(name) ? [[name, value] as const] : [];
    return isPlainObject(value) || Array.isArray(value) ? [[name, givenBy(value)] as const] : [];
  });
  return Object.fromEntries(entries);
}

/** What was given then, and what has been given now in its place. */
export function replacements(before: unknown, now: unknown): Map<string, string> {
  const found = new Map<string, string>();
  const look = (one: unknown, other: unknown) => {
    if (typeof one === "string" && typeof other === "string") {
      if (one !== other) found.set(one, other);
    } else if (Array.isArray(one) && Array.isArray(other)) one.forEach((item, at) => look(item, other[at]));
    else if (isPlainObject(one) && isPlainObject(other))
      for (const name of Object.keys(one)) look(one[name], other[name]);
  };
  look(before, now);
  return found;
}

/** The same with every text that is one of the replaced in its new form; the same object where there is none. */
export function withReplaced<T>(value: T, map: ReadonlyMap<string, string>): T;
export function withReplaced(value: unknown, map: ReadonlyMap<string, string>): unknown {
  if (typeof value === "string") return map.get(value) ?? value;
  if (Array.isArray(value))
    return keepSame(
      value,
      value.map((item) => withReplaced(item, map)),
    );
  if (!isPlainObject(value)) return value;
  const changed = Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, withReplaced(item, map)]),
  );
  return keepSame(value, changed);
}

/** Whether a write has made the thing another one is about, or changed it. */
export function isAbout(
  { operation, given }: Pick<SentOperation, "operation" | "given">,
  { params }: Pick<Operation, "params">,
): boolean {
  const [thing, ...others] = Object.values(params ?? {});
  if (thing === undefined) return false;
  return isSame(operation.params, params) || (others.length === 0 && isOf(given, thing));
}

/**
 * What was changed later is not remembered as it was: the body that made the thing, or changed it in the same way before, says the new words
 * where it said the old. Null: it is about something else.
 * @param change the body of the later change, with its endpoint and parameters
 */
export function amended(
  row: Pick<SentOperation, "operation" | "given">,
  body: unknown,
  change: Pick<Operation, "endpointId" | "params"> & { body: unknown },
): Record<string, unknown> | null {
  const isChange = row.operation.params !== undefined;
  if (!isAbout(row, change) || (isChange && row.operation.endpointId !== change.endpointId)) return null;
  if (!isPlainObject(body) || !isPlainObject(change.body)) return null;
  const later = Object.entries(change.body).filter(([name]) => name !== "version" && name in body);
  return { ...body, ...Object.fromEntries(later) };
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function isOf(given: unknown, thing: string): boolean {
  if (!isPlainObject(given)) return false;
  return (
    given["id"] === thing || Object.values(given).some((part) => isPlainObject(part) && part["id"] === thing)
  );
}

function keepSame<T extends object>(before: T, now: T): T {
  const items = Object.entries(now);
  return items.every(([name, item]) => item === (before as Record<string, unknown>)[name]) ? before : now;
}
