import { isPlainObject } from "#shared/json-fields.ts";
import type { Operation } from "#shared/outbox/operation.ts";

/**
 * A write the server has confirmed, as remembered on the device: a server restored from a backup may lose it. Its body stays where it was
 * stored.
 */
export interface SentOperation {
  id: string;
  userId: string;
  operation: Operation;
  /** Ids and paths the server assigned, see `givenBy`. */
  given: unknown;
  /** When it was confirmed, in milliseconds since the epoch. */
  at: number;
  /** The epoch of the server's data at that time; null when unknown. */
  epoch: string | null;
  /** Size of its body. */
  bytes: number;
}

/**
 * Restoring an older backup recovers no writes from phones. Shorter than the server's retention of idempotency keys (30 days), so an
 * unknown key means a missing write.
 */
export const SENT_RETENTION_MS = 14 * 24 * 60 * 60_000;
/** The maximum number of remembered writes. */
export const MOST_SENT = 1000;
/** The maximum total size of their bodies, including photos. */
export const MOST_SENT_BYTES = 50_000_000;

/** The rows to delete: too old, too many, or too large in total. The oldest go first. */
export function sentToForget(rows: readonly SentOperation[], now: number): SentOperation[] {
  let bytes = 0;
  return rows
    .toSorted((a, b) => b.operation.seq - a.operation.seq)
    .filter((row, index) => {
      bytes += row.bytes;
      return row.at < now - SENT_RETENTION_MS || index >= MOST_SENT || bytes > MOST_SENT_BYTES;
    });
}

/**
 * The parts of a response that a server assigns again when the same write is resent: ids and paths, in their places and without any other
 * text.
 */
export function givenBy(answer: unknown): unknown {
  if (Array.isArray(answer)) return answer.map(givenBy);
  if (!isPlainObject(answer)) return null;
  const entries = Object.entries(answer).flatMap(([name, value]) => {
    if (typeof value === "string") return /^(id|path)$|Id$/.test(name) ? [[name, value] as const] : [];
    return isPlainObject(value) || Array.isArray(value) ? [[name, givenBy(value)] as const] : [];
  });
  return Object.fromEntries(entries);
}

/** Whether a write created or changed the record of another write. */
export function isAbout(
  { operation, given }: Pick<SentOperation, "operation" | "given">,
  { params }: Pick<Operation, "params">,
): boolean {
  const [thing, ...others] = Object.values(params ?? {});
  if (thing === undefined) return false;
  return isSame(operation.params, params) || (others.length === 0 && isOf(given, thing));
}

/**
 * Updates a remembered body after a later change: the body that created the record, or changed it before in the same way, gets the new
 * values. Null when it is about another record.
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
  // A photo that must be uploaded again will get another path.
  const isOwn = (name: string) => name in body && !JSON.stringify([body[name]]).includes('"$resultOf"');
  const later = Object.entries(change.body).filter(([name]) => name !== "version" && isOwn(name));
  return { ...body, ...Object.fromEntries(later) };
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function isOf(assigned: unknown, thing: string): boolean {
  if (!isPlainObject(assigned)) return false;
  return (
    assigned["id"] === thing ||
    Object.values(assigned).some((part) => isPlainObject(part) && part["id"] === thing)
  );
}
