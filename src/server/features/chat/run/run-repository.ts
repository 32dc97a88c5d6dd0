import { type Kysely, type Transaction, sql } from "kysely";
import type { Answer } from "#shared/features/chat/answer.ts";
import type { Schema } from "#server/db/schema.ts";
import type { LoggedFrame } from "./run-log.ts";

/** A run whose server has died gets no heartbeats. After five missed checkpoints it counts as lost. */
const LOST_AFTER_MS = 15_000;
/** Channel on which servers notify each other to stop a run. */
export const STOP_CHANNEL = "chat_stop_run";

export type EndState = "done" | "stopped" | "failed" | "interrupted";

export interface RunEnd {
  runId: string;
  state: EndState;
  error: string | null;
  answer: Answer;
  /** The frames not stored by any checkpoint yet. */
  frames: readonly LoggedFrame[];
}

export async function insertRun(
  tx: Transaction<Schema>,
  run: { id: string; messageId: string; threadId: string },
): Promise<void> {
  await tx
    .insertInto("runs")
    .values({ id: run.id, message_id: run.messageId, thread_id: run.threadId, state: "running" })
    .execute();
}

export interface RunRecord {
  id: string;
  messageId: string;
  threadId: string;
  state: EndState | "running";
  /** Owner of the run. */
  userId: string;
}

export async function findRun(db: Kysely<Schema>, runId: string): Promise<RunRecord | null> {
  return (await selectRuns(db).where("runs.id", "=", runId).executeTakeFirst()) ?? null;
}

/** The run that wrote `messageId` or, for a user's message, the first run that answered it. */
export async function findRunOf(db: Kysely<Schema>, messageId: string): Promise<RunRecord | null> {
  const run = await selectRuns(db)
    .innerJoin("messages", "messages.id", "runs.message_id")
    .where((where) =>
      where.or([where("messages.id", "=", messageId), where("messages.parent_id", "=", messageId)]),
    )
    .orderBy("runs.started_at")
    .executeTakeFirst();
  return run ?? null;
}

export async function hasRunningRun(db: Kysely<Schema>, threadId: string): Promise<boolean> {
  return (await listRunningRuns(db, threadId)).length > 0;
}

export async function listRunningRuns(db: Kysely<Schema>, threadId: string): Promise<string[]> {
  const runs = await db
    .selectFrom("runs")
    .select("id")
    .where("thread_id", "=", threadId)
    .where("state", "=", "running")
    .execute();
  return runs.map(({ id }) => id);
}

export async function countRunningRuns(db: Kysely<Schema>, userId: string): Promise<number> {
  const { total } = await db
    .selectFrom("runs")
    .innerJoin("threads", "threads.id", "runs.thread_id")
    .select((select) => select.fn.countAll<number>().as("total"))
    .where("threads.user_id", "=", userId)
    .where("runs.state", "=", "running")
    .executeTakeFirstOrThrow();
  return total;
}

/** Records a heartbeat for runs. Returns those still running, and whether a user wants them stopped. */
export async function beat(db: Kysely<Schema>, runIds: readonly string[]) {
  return await db
    .updateTable("runs")
    .set({ heartbeat_at: sql`now()` })
    .where("id", "=", sql<string>`any(${[...runIds]})`)
    .where("state", "=", "running")
    .returning(["id", "stop_requested as isStopRequested"])
    .execute();
}

export async function insertFrames(
  db: Kysely<Schema>,
  pieces: readonly { runId: string; frames: readonly LoggedFrame[] }[],
): Promise<void> {
  const rows = pieces.flatMap(({ runId, frames }) => {
    const last = frames.at(-1);
    return last === undefined ? [] : [{ run_id: runId, last_seq: last.seq, frames: JSON.stringify(frames) }];
  });
  if (rows.length === 0) return;
  // Frames never change, so an existing row has the same content.
  await db
    .insertInto("run_frames")
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The stored frames after `after`, in order. Stored rows may overlap. */
export async function readFrames(db: Kysely<Schema>, runId: string, after: number): Promise<LoggedFrame[]> {
  const pieces = await db
    .selectFrom("run_frames")
    .select("frames")
    .where("run_id", "=", runId)
    .where("last_seq", ">", after)
    .orderBy("last_seq")
    .execute();
  const frames: LoggedFrame[] = [];
  let last = after;
  for (const piece of pieces) {
    // Written only by insertFrames.
    for (const frame of piece.frames as LoggedFrame[]) {
      if (frame.seq <= last) continue;
      frames.push(frame);
      last = frame.seq;
    }
  }
  return frames;
}

/** Ends a running run and stores its answer. Returns false, and changes nothing, when it has ended already. */
export async function endRun(db: Kysely<Schema>, end: RunEnd): Promise<boolean> {
  return await db.transaction().execute(async (tx) => {
    const run = await tx
      .updateTable("runs")
      .set({ state: end.state, error: end.error, ended_at: sql`now()` })
      .where("id", "=", end.runId)
      .where("state", "=", "running")
      .returning(["message_id", "thread_id"])
      .executeTakeFirst();
    if (run === undefined) return false;
    const { text, reasoning, sources, ui, steps, model } = end.answer;
    const answered = await tx
      .updateTable("messages")
      .set({
        text,
        reasoning,
        sources: JSON.stringify(sources),
        ui: ui === null ? null : JSON.stringify(ui),
        steps: JSON.stringify(steps),
        model,
      })
      .where("id", "=", run.message_id)
      .where("text", "=", "")
      .returning("id")
      .executeTakeFirst();
    // Cleared while it was written: a memory in it was deleted.
    if (answered === undefined) await tx.deleteFrom("run_frames").where("run_id", "=", end.runId).execute();
    else await insertFrames(tx, [end]);
    await tx
      .updateTable("threads")
      .set({ updated_at: sql`now()` })
      .where("id", "=", run.thread_id)
      .execute();
    return true;
  });
}

/** Runs marked as running that no server runs. `all`: this is the only server, and it has just started. */
export async function listLostRuns(db: Kysely<Schema>, { all }: { all: boolean }): Promise<string[]> {
  let query = db.selectFrom("runs").select("id").where("state", "=", "running");
  if (!all) query = query.where("heartbeat_at", "<", sql<Date>`now() - ${LOST_AFTER_MS} * interval '1 ms'`);
  return (await query.execute()).map(({ id }) => id);
}

/** Asks the server of a run to stop it. Returns false when the run has already ended. */
export async function requestStop(db: Kysely<Schema>, runId: string): Promise<boolean> {
  const run = await db
    .updateTable("runs")
    .set({ stop_requested: true })
    .where("id", "=", runId)
    .where("state", "=", "running")
    .returning("id")
    .executeTakeFirst();
  if (run === undefined) return false;
  await sql`select pg_notify(${STOP_CHANNEL}, ${runId})`.execute(db);
  return true;
}

/** Deletes the event logs of runs that ended before `before`, but not their answers. */
export async function forgetFrames(db: Kysely<Schema>, before: Date): Promise<void> {
  await db
    .deleteFrom("run_frames")
    .using("runs")
    .whereRef("runs.id", "=", "run_frames.run_id")
    .where("runs.ended_at", "<", before)
    .execute();
}

function selectRuns(db: Kysely<Schema>) {
  return db
    .selectFrom("runs")
    .innerJoin("threads", "threads.id", "runs.thread_id")
    .select([
      "runs.id",
      "runs.message_id as messageId",
      "runs.thread_id as threadId",
      // The table's check constraint allows only these states.
      (columns) => columns.ref("runs.state").$castTo<RunRecord["state"]>().as("state"),
      "threads.user_id as userId",
    ]);
}
