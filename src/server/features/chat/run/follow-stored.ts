import { setTimeout as sleep } from "node:timers/promises";
import type { Kysely } from "kysely";
import type { Schema } from "#server/db/schema.ts";
import { END_OF_STREAM, toWire } from "./run-log.ts";
import { findRun, readFrames } from "./run-repository.ts";

const LOOK_EVERY_MS = 1_000;

/**
 * Follows a run on another server, or a finished one, by its stored checkpoints: the frames after `after` as wire text. Ends with
 * the run, or when the run is deleted.
 */
export async function* followStored(
  db: Kysely<Schema>,
  runId: string,
  after: number,
): AsyncGenerator<string> {
  let position = after;
  for (;;) {
    // Read the state first: a finished run adds no frames after that.
    const run = await findRun(db, runId);
    const frames = await readFrames(db, runId, position);
    if (frames.length > 0) yield frames.map(toWire).join("");
    position = frames.at(-1)?.seq ?? position;
    if (run === null || run.state !== "running") break;
    await sleep(LOOK_EVERY_MS);
  }
  yield END_OF_STREAM;
}
