import { setTimeout as delay } from "node:timers/promises";
import type { Kysely } from "kysely";
import { AppError } from "#server/http/app-error.ts";
import type { DatabaseClient } from "./connection/client.ts";
import type { Schema } from "./schema.ts";

export interface Pieces {
  /** The first piece; what follows is as large as its time allows. Default 25. */
  first?: number;
  /** Default 250. */
  most?: number;
}

/** How long a piece should take, in ms: a call of several statements may wait for one piece before each. */
const aimMs = 80;
/** Between two pieces others have the connection for as long as the piece took, at most this long, in ms. */
const longestRestMs = 100;
/** Below it the start of a piece costs more than what it does. */
const least = 10;

/**
 * Does long work in pieces, each in a transaction of its own, so that whatever others ask for waits for one piece at most. What a
 * piece has done stays done when a later one fails: `work` must bear being restarted. A piece that takes too long is tried again
 * in halves.
 * @throws what `work` throws, and `query-timeout` for a single item that takes too long
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
 * As `inPieces`, where nobody knows how much there is: `work` does at most `limit` things and says how many it did; fewer are the
 * last.
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
  /** Called once it is committed. */
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
