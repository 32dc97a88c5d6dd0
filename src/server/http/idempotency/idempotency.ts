import { createHash } from "node:crypto";
import type { Kysely, Transaction } from "kysely";
import type { OwnedColumn } from "#server/db/owned-column.ts";
import type { Schema } from "#server/db/schema.ts";
import { AppError } from "../app-error.ts";

export interface KeyedCall {
  userId: string;
  /** The client's `Idempotency-Key`. Null when the client sent none; it is optional for clients other than the page. */
  key: string | null;
  endpointId: string;
  /** Hash of the call's whole content; see `hashCall`. */
  requestHash: string;
}

export interface StoredAnswer {
  status: number;
  body: unknown;
}

/**
 * Runs a write and stores its answer under the idempotency key in the same transaction. A retry of a committed call gets the
 * stored answer; a retry of an uncommitted call runs again. A duplicate that arrives while the first call is still running waits
 * for the lock on the key's row.
 * @throws AppError `idempotency-mismatch` when the key was used for another call
 */
export async function runOnce(
  db: Kysely<Schema>,
  call: KeyedCall,
  work: (db: Transaction<Schema>) => Promise<StoredAnswer>,
): Promise<StoredAnswer> {
  const { key } = call;
  return await db.transaction().execute(async (tx) => {
    if (key === null) return await work(tx);
    const isFirst = await claimKey(tx, call, key);
    if (!isFirst) return await readAnswer(tx, call, key);
    const answer = await work(tx);
    await tx
      .updateTable("idempotency_keys")
      .set({ status: answer.status, answer: JSON.stringify(answer.body ?? null) })
      .where("user_id", "=", call.userId)
      .where("key", "=", key)
      .execute();
    return answer;
  });
}

/**
 * The stored answer of a finished call, or null. Avoids work that happens before the transaction, such as re-encoding a photo.
 */
export async function findAnswer(db: Kysely<Schema>, call: KeyedCall): Promise<StoredAnswer | null> {
  if (call.key === null) return null;
  const row = await selectKey(db, call, call.key);
  return row === undefined ? null : toAnswer(row, call);
}

/** Deletes keys created before `before`. This must be longer ago than the oldest write a phone may still have queued. */
export async function forgetOldKeys(db: Kysely<Schema>, before: Date): Promise<void> {
  await db.deleteFrom("idempotency_keys").where("created_at", "<", before).execute();
}

/** A stable hash of a call's whole content. Files are represented by name, type, size and content. */
export async function hashCall(parts: unknown): Promise<string> {
  const hash = createHash("sha256");
  await feed(hash, parts);
  return hash.digest("base64url");
}

/** @throws AppError `bad-request` when the key is not 8 to 128 characters of `A-Za-z0-9_.:-` */
export function parseIdempotencyKey(header: string | undefined): string | null {
  if (header === undefined) return null;
  if (!/^[A-Za-z0-9_.:-]{8,128}$/.test(header)) {
    throw new AppError("bad-request", "Idempotency-Key must be 8 to 128 letters, digits or -_.: characters.");
  }
  return header;
}

async function claimKey(tx: Transaction<Schema>, call: KeyedCall, key: string): Promise<boolean> {
  const claimed = await tx
    .insertInto("idempotency_keys")
    .values({ user_id: call.userId, key, endpoint_id: call.endpointId, request_hash: call.requestHash })
    .onConflict((conflict) => conflict.columns(["user_id", "key"]).doNothing())
    .returning("key")
    .executeTakeFirst();
  return claimed !== undefined;
}

async function readAnswer(db: Kysely<Schema>, call: KeyedCall, key: string): Promise<StoredAnswer> {
  const row = await selectKey(db, call, key);
  if (row === undefined)
    throw new AppError("unavailable", "The same call is still running. Please try again.", { retryAfter: 1 });
  return toAnswer(row, call);
}

function selectKey(db: Kysely<Schema>, call: KeyedCall, key: string) {
  return db
    .selectFrom("idempotency_keys")
    .select(["endpoint_id", "request_hash", "status", "answer"])
    .where("user_id", "=", call.userId)
    .where("key", "=", key)
    .executeTakeFirst();
}

function toAnswer(
  row: { endpoint_id: string; request_hash: string; status: number | null; answer: unknown },
  call: KeyedCall,
): StoredAnswer {
  if (row.endpoint_id !== call.endpointId || row.request_hash !== call.requestHash) {
    throw new AppError("idempotency-mismatch", "This Idempotency-Key was already used for another call.");
  }
  return { status: row.status ?? 200, body: row.answer };
}

async function feed(hash: ReturnType<typeof createHash>, value: unknown): Promise<void> {
  if (value instanceof File) {
    hash.update(`file:${value.name}:${value.type}:${value.size}:`);
    hash.update(new Uint8Array(await value.arrayBuffer()));
  } else if (Array.isArray(value)) {
    hash.update(`[${value.length}`);
    for (const item of value) await feed(hash, item);
  } else if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
    hash.update(`{${entries.length}`);
    for (const [key, item] of entries) {
      hash.update(`${JSON.stringify(key)}:`);
      await feed(hash, item);
    }
  } else {
    hash.update(`${typeof value}:${JSON.stringify(value) ?? ""};`);
  }
}

export const httpOwnedColumns: readonly OwnedColumn[] = [
  { table: "idempotency_keys", column: "user_id", uniqueWith: ["key"], isExported: false, isBulk: true },
];
