import { importMemories } from "#shared/features/memories/archive-contract.ts";
import { rowsOf } from "#shared/features/memories/archive-file.ts";
import { MAX_ARCHIVE_FILE } from "#shared/features/memories/archive-limits.ts";
import { call } from "#web/lib/api-client.ts";

/** Rows of one call: small enough that progress is seen and a cut line costs little. */
const PIECE = 200;
/** Tries of a piece; it is harmless to send one again. */
const TRIES = 3;

export interface ImportProgress {
  done: number;
  total: number;
  imported: number;
  skipped: number;
  broken: number;
  errors: { row: number; message: string }[];
}

/** The rows of a chosen file, or why it has none. */
export async function readRows(file: File): Promise<{ rows: unknown[] } | { problem: string }> {
  if (file.size > MAX_ARCHIVE_FILE)
    return { problem: "This file is larger than 60 MB. Please split it and import the parts." };
  try {
    const rows = rowsOf(JSON.parse(await file.text()));
    if (rows === null)
      return { problem: "There are no memories in this file. Please choose a file that was exported here." };
    return { rows };
  } catch {
    return { problem: "This file cannot be read as JSON. Please choose a file that was exported here." };
  }
}

/** Sends the rows piece by piece. @throws ApiError; what was sent before stays, and the same file may be sent again */
export async function importRows(
  rows: readonly unknown[],
  onProgress: (progress: ImportProgress) => void,
  signal: AbortSignal,
): Promise<ImportProgress> {
  let progress: ImportProgress = {
    done: 0,
    total: rows.length,
    imported: 0,
    skipped: 0,
    broken: 0,
    errors: [],
  };
  onProgress(progress);
  for (let start = 0; start < rows.length; start += PIECE) {
    const report = await sendPiece(rows.slice(start, start + PIECE), signal);
    progress = {
      ...progress,
      done: Math.min(rows.length, start + PIECE),
      imported: progress.imported + report.imported,
      skipped: progress.skipped + report.skipped,
      broken: progress.broken + report.broken,
      errors: [
        ...progress.errors,
        ...report.errors.map(({ row, message }) => ({ row: row + start, message })),
      ],
    };
    onProgress(progress);
  }
  return progress;
}

async function sendPiece(piece: unknown[], signal: AbortSignal) {
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
