import { setTimeout as delay } from "node:timers/promises";
import type { Kysely } from "kysely";
import { AppError } from "#server/http/app-error.ts";
import type { DatabaseClient } from "./connection/client.ts";
import type { Schema } from "./schema.ts";

export interface Pieces {
  /** Size of the first piece; later ones adapt to the time taken. Default 25. */
  first?: number;
  /** Maximum size of a piece. Default 250. */
  most?: number;
}

/** Target duration of a piece, in ms. A request with several statements may wait for one piece before each of them. */
const aimMs = 80;
/** The pause after each piece, in ms, is as long as the piece but at most this. Other requests use the connection during the pause. */
const longestRestMs = 100;
/** Below this size, starting a piece costs more than its work. */
const least = 10;

/**
 * Runs long work in pieces, each in its own transaction, so that other requests wait for at most one piece. The work of committed
 * pieces remains when a later piece fails, so `work` must be restartable. A piece that takes too long is split in half and
 * retried.
 * @throws errors of `work`, and `query-timeout` for a single item that takes too long
 */
export async function inPieces<T>(
  { patient }: Pick<DatabaseClient, "patient">,
  items: readonly T[],
  work: (tx: Kysely<Schema>, piece: readonly T[]) => Promise<void>,
  { first = 25, most = 250 }: Pieces = {},
): Promise<void> {
  let start = 0;
  if (items.length === 0) return;
  await pieceByPiece({ patient }, { first, most, left: () => items.length - start }, async (tx, size) => {
    await work(tx, items.slice(start, start + size));
    return { isLast: start + size === items.length, done: () => (start += size) };
  });
}

/**
 * Like `inPieces`, for an unknown amount of work. `work` processes at most `limit` items and returns how many it did; fewer than
 * `limit` means it is finished.
 */
export async function untilNone(
  database: Pick<DatabaseClient, "patient">,
  work: (tx: Kysely<Schema>, limit: number) => Promise<number>,
  { first = 25, most = 500 }: Pieces = {},
): Promise<void> {
  await pieceByPiece(database, { first, most, left: () => Infinity }, async (tx, limit) => ({
    isLast: (await work(tx, limit)) < limit,
  }));
}

interface PieceDone {
  isLast: boolean;
  /** Called after the commit. */
  done?: () => void;
}

async function pieceByPiece(
  { patient }: Pick<DatabaseClient, "patient">,
  { first, most, left }: Required<Pieces> & { left: () => number },
  work: (tx: Kysely<Schema>, size: number) => Promise<PieceDone>,
): Promise<void> {
  let planned = first;
  for (;;) {
    const size = Math.min(planned, left());
    let begun = performance.now();
    let piece: PieceDone;
    try {
      piece = await patient.transaction().execute((tx) => {
        begun = performance.now();
        return work(tx, size);
      });
    } catch (error) {
      const isTooMuch = error instanceof AppError && error.code === "query-timeout" && size > 1;
      if (!isTooMuch) throw error;
      planned = Math.ceil(size / 2);
      continue;
    }
    piece.done?.();
    if (piece.isLast) return;
    const took = performance.now() - begun;
    planned = nextSize(size, took, most);
    await delay(Math.min(longestRestMs, took));
  }
}

function nextSize(size: number, tookMs: number, most: number): number {
  const factor = Math.min(2, Math.max(0.5, aimMs / Math.max(tookMs, 1)));
  return Math.min(most, Math.max(Math.min(least, most), Math.round(size * factor)));
}
