import type { ChatEvent } from "#shared/features/chat/contract.ts";
import type { DatabaseClient } from "#server/db/connection/client.ts";
import {
  type Ending,
  endingOfError,
  endingOfReason,
  type EndReason,
  finished,
  interrupted,
  notStored,
  unexpected,
} from "./run-ending.ts";
import { answerOf, type LoggedFrame, RunLog } from "./run-log.ts";
import {
  beat,
  endRun,
  forgetFrames,
  insertFrames,
  listLostRuns,
  readFrames,
  type RunEnd,
  STOP_CHANNEL,
} from "./run-repository.ts";
import type { Log } from "#server/log.ts";

const CHECKPOINT_MS = 3_000;
const RUN_CAP_MS = 5 * 60_000;
const HOUR_MS = 3_600_000;
/** How long after its end a listener can still follow a run from any position. */
const FRAME_RETENTION_MS = 24 * HOUR_MS;
/**
 * A server that has died may have sent more frames than its last checkpoint stored. The frames that end its run have numbers far above any
 * frame a listener can have received, so that every listener still gets them.
 */
const LOST_SEQ_GAP = 100_000;

export interface RunnerOptions {
  database: DatabaseClient;
  log: Log;
  checkpointMs?: number;
  runCapMs?: number;
}

interface Run {
  readonly id: string;
  readonly log: RunLog;
  readonly abort: AbortController;
  ended: Promise<void>;
  storedSeq: number;
}

/** Executes runs independently of any connection. Runs are checkpointed to the database and can be stopped from any server. */
export class Runner {
  readonly #database: DatabaseClient;
  readonly #log: Log;
  readonly #runCapMs: number;
  readonly #runs = new Map<string, Run>();
  /** Ends that the database could not store, by the id of their run. */
  readonly #unstored = new Map<string, RunEnd>();
  readonly #timers: NodeJS.Timeout[];
  #unlisten: (() => Promise<void>) | undefined;
  #checkpointing: Promise<void> | null = null;

  /** Marks runs left by an earlier server as interrupted, then accepts runs. */
  static async open(options: RunnerOptions): Promise<Runner> {
    const runner = new Runner(options);
    // The embedded database has one server at a time: runs still marked as running died with the last one.
    await runner.#endLostRuns({ all: options.database.engine === "pglite" });
    runner.#unlisten = await options.database.listen(STOP_CHANNEL, (runId) => void runner.stop(runId));
    return runner;
  }

  private constructor({ database, log, checkpointMs = CHECKPOINT_MS, runCapMs = RUN_CAP_MS }: RunnerOptions) {
    this.#database = database;
    this.#log = log;
    this.#runCapMs = runCapMs;
    this.#timers = [
      setInterval(() => this.#beginCheckpoint(), checkpointMs),
      setInterval(() => void this.#forgetOldFrames(), HOUR_MS),
    ];
    for (const timer of this.#timers) timer.unref();
  }

  /**
   * Starts a run whose row is marked as running. It ends by itself, by a stop, or at the time limit; listeners cannot end it.
   * @param reply produces the events, the last one `finish`; must end when the signal aborts
   * @param onEnd called before the listeners receive the end; must not throw
   */
  start(
    runId: string,
    reply: (signal: AbortSignal) => AsyncIterable<ChatEvent>,
    onEnd: (ending: Ending) => Promise<void>,
  ): RunLog {
    const run: Run = {
      id: runId,
      log: new RunLog(),
      abort: new AbortController(),
      ended: Promise.resolve(),
      storedSeq: 0,
    };
    this.#runs.set(runId, run);
    run.ended = this.#drive(run, reply, onEnd);
    return run.log;
  }

  /** The log of a run on this server. */
  find(runId: string): RunLog | null {
    return this.#runs.get(runId)?.log ?? null;
  }

  /** Stops a run on this server and waits until its answer is stored. Returns false when it runs elsewhere or not at all. */
  async stop(runId: string): Promise<boolean> {
    const run = this.#runs.get(runId);
    if (run === undefined) return false;
    this.#end(run, "stop");
    await run.ended;
    return true;
  }

  /** Ends every run as interrupted and stores the text written so far. */
  async close(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    const runs = [...this.#runs.values()];
    for (const run of runs) this.#end(run, "shutdown");
    await Promise.all(runs.map(({ ended }) => ended));
    await this.#checkpointing;
    await this.#storeEnds();
    await this.#unlisten?.();
  }

  #end(run: Run, reason: EndReason): void {
    run.abort.abort(reason);
  }

  async #drive(
    run: Run,
    reply: (signal: AbortSignal) => AsyncIterable<ChatEvent>,
    onEnd: (ending: Ending) => Promise<void>,
  ): Promise<void> {
    const cap = setTimeout(() => this.#end(run, "cap"), this.#runCapMs);
    const ending = await this.#listen(run, reply);
    clearTimeout(cap);
    await onEnd(ending);
    run.log.close(await this.#keep(run, ending));
    this.#runs.delete(run.id);
  }

  /** Writes the reply's events into the log until it ends, and returns its ending. */
  async #listen(run: Run, reply: (signal: AbortSignal) => AsyncIterable<ChatEvent>): Promise<Ending> {
    const { log } = run;
    const { signal } = run.abort;
    try {
      for await (const event of reply(signal)) {
        if (signal.aborted) break;
        if (event.type === "finish") {
          log.flush();
          return finished(event);
        }
        log.append(event);
      }
      signal.throwIfAborted();
      throw new TypeError("a reply must end with finish");
    } catch (error) {
      log.flush();
      // Only `#end` aborts, and it passes an EndReason.
      if (signal.aborted) return endingOfReason(signal.reason as EndReason, log.frames);
      const ending = endingOfError(error, log.frames);
      this.#log[ending === null ? "error" : "warn"]({ err: error, runId: run.id }, "a chat run failed");
      return ending ?? unexpected(log.frames);
    }
  }

  /** Stores the end of a run. Returns the last frames for its listeners, once they are stored. */
  async #keep(run: Run, ending: Ending): Promise<LoggedFrame[]> {
    const last = run.log.draft(ending.events);
    const frames = [...run.log.frames, ...last];
    const answer = answerOf(frames);
    const unstored = frames.filter(({ seq }) => seq > run.storedSeq);
    try {
      const { state, error } = ending;
      const end = { runId: run.id, state, error, answer, frames: unstored };
      if (await endRun(this.#database.kysely, end)) return last;
      return run.log.draft(interrupted(run.log.frames).events);
    } catch (error) {
      this.#log.error({ err: error, runId: run.id }, "the end of a chat run could not be stored");
      return await this.#storeState(run);
    }
  }

  /** Ends a run as failed, with the text of its last checkpoint: now, or once the database is back. */
  async #storeState(run: Run): Promise<LoggedFrame[]> {
    const { state, error, events } = notStored(run.log.frames);
    const frames = run.log.draft(events);
    const answer = answerOf(run.log.frames.slice(0, run.storedSeq));
    this.#unstored.set(run.id, { runId: run.id, state, error, answer, frames });
    await this.#storeEnds();
    return frames;
  }

  async #storeEnds(): Promise<void> {
    for (const [runId, end] of this.#unstored) {
      try {
        await endRun(this.#database.kysely, end);
        this.#unstored.delete(runId);
      } catch (error) {
        this.#log.warn({ err: error, runId }, "a chat run could not be ended; it is tried again");
      }
    }
  }

  #beginCheckpoint(): void {
    this.#checkpointing ??= this.#checkpoint()
      .catch((error: unknown) => this.#log.warn({ err: error }, "a chat checkpoint failed"))
      .finally(() => {
        this.#checkpointing = null;
      });
  }

  async #checkpoint(): Promise<void> {
    const { kysely } = this.#database;
    await this.#storeEnds();
    const runs = [...this.#runs.values()];
    if (runs.length > 0) {
      const pieces = runs.map(({ id, log, storedSeq }) => ({
        runId: id,
        frames: log.frames.slice(storedSeq),
      }));
      const alive = new Map(
        (
          await beat(
            kysely,
            runs.map(({ id }) => id),
          )
        ).map(({ id, isStopRequested }) => [id, isStopRequested]),
      );
      await insertFrames(kysely, pieces);
      for (const [index, run] of runs.entries()) {
        run.storedSeq += pieces[index]?.frames.length ?? 0;
        const isStopRequested = alive.get(run.id);
        if (isStopRequested === undefined) this.#end(run, "lost");
        else if (isStopRequested) this.#end(run, "stop");
      }
    }
    await this.#endLostRuns({ all: false });
  }

  async #endLostRuns(which: { all: boolean }): Promise<void> {
    const { kysely } = this.#database;
    for (const runId of await listLostRuns(kysely, which)) {
      if (this.#runs.has(runId) || this.#unstored.has(runId)) continue;
      const stored = await readFrames(kysely, runId, 0);
      const { state, error, events } = interrupted(stored);
      const from = (stored.at(-1)?.seq ?? 0) + LOST_SEQ_GAP;
      const answer = answerOf(stored);
      const frames = events.map((event, index) => ({ seq: from + index, event }));
      await endRun(kysely, { runId, state, error, answer, frames });
    }
  }

  async #forgetOldFrames(): Promise<void> {
    try {
      await forgetFrames(this.#database.kysely, new Date(Date.now() - FRAME_RETENTION_MS));
    } catch (error) {
      this.#log.warn({ err: error }, "old chat frames could not be forgotten");
    }
  }
}
