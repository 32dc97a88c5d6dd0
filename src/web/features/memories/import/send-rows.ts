import type { ImportRow } from "#shared/features/memories/archive/archive-file.ts";
import { importMemories } from "#shared/features/memories/archive/archive-contract.ts";
import { call } from "#web/lib/server/api-client.ts";

/** Rows per request: few enough to show progress and to lose little when the connection is cut. */
const PIECE = 200;
/** Attempts per batch. Sending a batch again is harmless. */
const TRIES = 3;

export interface ImportProgress {
  done: number;
  total: number;
  imported: number;
  /** Rows that existed already. */
  skipped: number;
}

/** Sends the rows in batches. @throws ApiError; rows already sent are stored, and the same rows may be sent again */
export async function sendRows(
  rows: readonly ImportRow[],
  onProgress: (progress: ImportProgress) => void,
  signal: AbortSignal,
): Promise<void> {
  let progress: ImportProgress = { done: 0, total: rows.length, imported: 0, skipped: 0 };
  onProgress(progress);
  for (let start = 0; start < rows.length; start += PIECE) {
    const report = await sendPiece(rows.slice(start, start + PIECE), signal);
    progress = {
      ...progress,
      done: Math.min(rows.length, start + PIECE),
      imported: progress.imported + report.imported,
      skipped: progress.skipped + report.skipped,
    };
    onProgress(progress);
  }
}

async function sendPiece(piece: ImportRow[], signal: AbortSignal) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await call(importMemories, { body: piece }, { signal });
    } catch (error) {
      signal.throwIfAborted();
      if (attempt === TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, 1000 * attempt));
    }
  }
}
