import { type Kysely, type Transaction, sql } from "kysely";
import type { Answer } from "#shared/features/chat/answer.ts";
import type { Schema } from "#server/db/schema.ts";
import type { LoggedFrame } from "./run-log.ts";

/** A run that lost its server gets no heartbeat; five checkpoints missed is lost. */
const LOST_AFTER_MS = 15_000;
/** Servers tell each other by this channel which run to stop. */
export const STOP_CHANNEL = "chat_stop_run";

export type EndState = "done" | "stopped" | "failed" | "interrupted";

export interface RunEnd {
  runId: string;
  state: EndState;
  error: string | null;
  answer: Answer;
  /** The frames no checkpoint has stored yet. */
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
  /** Whose it is. */
  userId: string;
}

export async function findRun(db: Kysely<Schema>, runId: string): Promise<RunRecord | null> {
  return (await selectRuns(db).where("runs.id", "=", runId).executeTakeFirst()) ?? null;
}

/** The run that wrote `messageId`, or, for a person's message, the first that answered it. */
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

/** Marks runs as alive; answers those that still are, and whether a user wants them stopped. */
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
  // Frames never change, so a piece that is already there says the same.
  await db
    .insertInto("run_frames")
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The stored frames after `after`, in order. Pieces may overlap. */
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
    // Written by insertFrames and by nobody else.
    for (const frame of piece.frames as LoggedFrame[]) {
      if (frame.seq <= last) continue;
      frames.push(frame);
      last = frame.seq;
    }
  }
  return frames;
}

/** Ends a running run and keeps its answer; false when it has been ended already, and then nothing is changed. */
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
    await insertFrames(tx, [end]);
    const { text, reasoning, sources, ui, model } = end.answer;
    await tx
      .updateTable("messages")
      .set({
        text,
        reasoning,
        sources: JSON.stringify(sources),
        ui: ui === null ? null : JSON.stringify(ui),
        model,
      })
      .where("id", "=", run.message_id)
      .execute();
    await tx
      .updateTable("threads")
      .set({ updated_at: sql`now()` })
      .where("id", "=", run.thread_id)
      .execute();
    return true;
  });
}

/** Runs that say they are running while nobody runs them. `all`: this is the only server, and it has just started. */
export async function listLostRuns(db: Kysely<Schema>, { all }: { all: boolean }): Promise<string[]> {
  let query = db.selectFrom("runs").select("id").where("state", "=", "running");
  if (!all) query = query.where("heartbeat_at", "<", sql<Date>`now() - ${LOST_AFTER_MS} * interval '1 ms'`);
  return (await query.execute()).map(({ id }) => id);
}

/** Asks whichever server runs it to stop a run; false when it is over. */
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

/** Forgets the event logs of runs that ended before `before`; their answers stay. */
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
      // The table's check constraint allows these states only.
      (columns) => columns.ref("runs.state").$castTo<RunRecord["state"]>().as("state"),
      "threads.user_id as userId",
    ]);
}
