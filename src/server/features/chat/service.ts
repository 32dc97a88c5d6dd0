import type { Kysely } from "kysely";
import { newId } from "#shared/id.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import type { changeThread, sendMessage, Thread } from "#shared/features/chat/contract.ts";
import type { leaveMessage } from "#shared/features/chat/leave-contract.ts";
import type { DatabaseClient } from "#server/db/connection/client.ts";
import type { Schema } from "#server/db/schema.ts";
import { followStored } from "./run/follow-stored.ts";
import { callsModel, reply, type ReplyRequest, type ReplyWorld } from "./reply.ts";
import { findLeafBelow, listBranch, removeThread, type ThreadRecord, updateThread } from "./repository.ts";
import type { LoggedFrame } from "./run/run-log.ts";
import { listRunningRuns, readFrames, requestStop, type RunRecord } from "./run/run-repository.ts";
import { Runner } from "./run/runner.ts";
import { type MadeFrom, messageView, type ThreadPage, threadView } from "./thread-view.ts";
import { beginTurn, beginTurnLater, type NewTurn, type TurnRequest } from "./turn.ts";
import { findCompanion } from "#server/features/companions/roster.ts";
import { talkPartner } from "#server/features/companions/talk-partner.ts";
import { type BudgetLimits, type Charge, chargesFor, settleCharges } from "#server/features/models/budget.ts";
import type { Actor } from "#server/http/request/actor.ts";
import { AppError, notFound } from "#server/http/app-error.ts";
import type { Authorized } from "#server/http/authorized.ts";
import { forgetAnswersAbout } from "#server/http/idempotency/forget-answers.ts";
import type { Log } from "#server/log.ts";
import type { PromptMessage } from "#server/platform/llm/language-model.ts";

const HISTORY_MESSAGES = 20;
const DEFAULT_PAGE = 50;
/** Answers of a language model one person may have running at once. A search is over before it could matter. */
const RUNNING_AT_ONCE = { visitor: 1, user: 2 } as const;

export interface ChatWorld extends ReplyWorld {
  database: DatabaseClient;
  log: Log;
  /** The base companion's name. */
  productName: string;
  /** What language models may be used for. */
  budget: BudgetLimits;
  madeFrom: MadeFrom;
  /** Milliseconds since the Unix epoch; another clock in tests. */
  now?: () => number;
  /** Milliseconds between checkpoints; shorter in tests. */
  checkpointMs?: number;
  /** Milliseconds a run may take; shorter in tests. */
  runCapMs?: number;
}

/** What the route of a left message hands on. */
interface LeaveCall {
  actor: Actor;
  body: BodyOf<typeof leaveMessage>;
  /** The transaction of its idempotency key. */
  db: Kysely<Schema>;
  afterCommit: (work: () => void) => void;
}

/** What was asked, and what it takes to answer. */
interface Asked {
  body: BodyOf<typeof sendMessage>;
  models: readonly string[];
  charges: readonly Charge[];
}

/** Chat on this server: its own runs, and what is stored of everybody's. */
export class Chat {
  readonly #world: ChatWorld;
  readonly #runner: Runner;

  static async open(world: ChatWorld): Promise<Chat> {
    return new Chat(world, await Runner.open(world));
  }

  private constructor(world: ChatWorld, runner: Runner) {
    this.#world = world;
    this.#runner = runner;
  }

  /**
   * Says something to a companion; answers the wire text of the run's events. The same message id again listens to the
   * same run again.
   * @param address the caller's on the network; null when there is none
   * @throws AppError those of `talkPartner`, `invalid-input` (model), `insufficient-storage`, those of `beginTurn`
   */
  async say(
    actor: Actor,
    body: BodyOf<typeof sendMessage>,
    address: string | null = null,
  ): Promise<AsyncIterable<string>> {
    const { kysely } = this.#world.database;
    const { request, asked } = await this.#ask(kysely, actor, body, address);
    const turn = await beginTurn(kysely, actor, request);
    if (turn.isRepeat) return this.#listen(turn.runId, 0);
    return (await this.#start(actor, turn, asked)).follow(0);
  }

  /**
   * Says something that has waited on a phone. Its answer begins once `tx` is committed, and is read in the thread.
   * @throws AppError those of `say`, with `too-many-requests` for `conflict`
   */
  async leave(
    { actor, body, db: tx, afterCommit }: LeaveCall,
    address: string | null,
  ): Promise<{ threadId: string; runId: string }> {
    const { request, asked } = await this.#ask(tx, actor, body, address);
    const turn = await beginTurnLater(tx, actor, { ...request, beginsThread: true });
    const { runId } = turn;
    if (!turn.isRepeat) {
      afterCommit(() => {
        this.#start(actor, turn, asked).catch((error: unknown) => {
          this.#world.log.error({ err: error, runId }, "an answer could not be begun");
        });
      });
    }
    return { threadId: body.threadId, runId };
  }

  async #ask(
    db: Kysely<Schema>,
    actor: Actor,
    body: BodyOf<typeof sendMessage>,
    address: string | null,
  ): Promise<{ request: TurnRequest; asked: Asked }> {
    const { database, languageModel, productName, models, budget, now = Date.now } = this.#world;
    const companion = await talkPartner(db, actor, body.companion, productName);
    const chosen = models.choose(body.llm ?? null, actor.kind);
    database.assertWritable();
    const charges = callsModel(this.#world, body) ? chargesFor(budget, { actor, address, now: now() }) : [];
    const request = {
      trigger: body.trigger ?? "submit",
      messageId: body.messageId ?? newId(),
      threadId: body.threadId ?? null,
      beginsThread: body.beginsThread ?? false,
      parentId: body.parentId,
      text: body.text,
      companion: companion.id,
      mostRunning: languageModel === null ? Number.POSITIVE_INFINITY : RUNNING_AT_ONCE[actor.kind],
      charges,
    };
    return { request, asked: { body, models: chosen, charges } };
  }

  /**
   * Listens to a run again.
   * @param after sequence number of the last frame the listener has
   * @throws AppError `gone` when it ended so long ago that only its answer is left, in the thread
   */
  async follow(run: Authorized<RunRecord, "owner">, after: number): Promise<AsyncIterable<string>> {
    const isForgotten =
      run.state !== "running" && (await readFrames(this.#world.database.kysely, run.id, 0)).length === 0;
    if (isForgotten) {
      throw new AppError("gone", "This answer was finished a while ago. Please open the conversation again.");
    }
    return this.#listen(run.id, after);
  }

  /** Stops a run wherever it runs and keeps what it said; false when it was over already. */
  async stop(run: Authorized<RunRecord, "owner">): Promise<boolean> {
    if (await this.#runner.stop(run.id)) return true;
    return await requestStop(this.#world.database.kysely, run.id);
  }

  /** The end of a conversation, or what comes before one of its messages. */
  async page(
    thread: Authorized<ThreadRecord, "owner">,
    { before, limit = DEFAULT_PAGE }: { before?: string | undefined; limit?: number | undefined },
  ): Promise<ThreadPage> {
    const { kysely } = this.#world.database;
    const leafId = before ?? thread.activeLeafId;
    const branch = { threadId: thread.id, leafId: leafId ?? "", limit: limit + 1 };
    const records = await listBranch(kysely, branch);
    const page = before === undefined ? records.slice(-limit) : records.slice(0, -1);
    const ids = page.map(({ id }) => id);
    const made = await this.#world.madeFrom(kysely, thread.userId, ids);
    const messages = page.map(async (record) =>
      messageView(
        record,
        record.state === "running" && record.runId !== null ? await this.#frames(record.runId) : null,
        made(record.id),
      ),
    );
    return {
      thread: threadView(thread),
      messages: await Promise.all(messages),
      hasMore: page[0] !== undefined && page[0].parentId !== null,
    };
  }

  /**
   * Renames a thread, or moves where it ends.
   * @throws AppError `not-found` when the thread has no such message
   */
  async change(
    thread: Authorized<ThreadRecord, "owner">,
    change: BodyOf<typeof changeThread>,
  ): Promise<Thread> {
    return await this.#world.database.kysely.transaction().execute(async (tx) => {
      const { title, activeLeafId: messageId } = change;
      const leafId =
        messageId === undefined ? undefined : await findLeafBelow(tx, { threadId: thread.id, messageId });
      if (leafId === null) throw notFound("This message");
      await updateThread(tx, thread.id, { title, activeLeafId: leafId });
      return threadView({ ...thread, title: title ?? thread.title });
    });
  }

  /** Deletes a thread with everything said in it; an answer still being written is stopped first. */
  async remove(thread: Authorized<ThreadRecord, "owner">): Promise<void> {
    const { kysely } = this.#world.database;
    for (const runId of await listRunningRuns(kysely, thread.id)) {
      if (!(await this.#runner.stop(runId))) await requestStop(kysely, runId);
    }
    await kysely.transaction().execute(async (tx) => {
      await removeThread(tx, thread.id);
      await forgetAnswersAbout(tx, { userId: thread.userId, ids: [thread.id], current: null });
    });
  }

  /** Ends every run here as interrupted, with all it said stored. Call it before the database closes. */
  async close(): Promise<void> {
    await this.#runner.close();
  }

  async #start(actor: Actor, turn: NewTurn, { body, models, charges }: Asked) {
    // A conversation stays with whom it was begun.
    const companion = findCompanion(turn.companion, this.#world.productName);
    if (companion === null) {
      throw new AppError("gone", "This companion is here no more. Please begin a new conversation.");
    }
    const history = this.#world.languageModel === null ? [] : await this.#history(turn);
    const request: ReplyRequest = {
      runId: turn.runId,
      threadId: turn.threadId,
      messageId: turn.answerId,
      viewer: actor,
      companion,
      question: body.text,
      history,
      showThinking: body.showThinking ?? false,
      useRag: body.useRag ?? true,
      metric: body.similarityMetric ?? "cosine",
      connected: body.connectedLoobricates ?? [],
      fromLibrary: body.fromLibrary ?? false,
      overBudget: turn.overBudget,
      models,
      meter: { model: "", characters: 0 },
    };
    return this.#runner.start(
      turn.runId,
      (signal) => reply(this.#world, request, signal),
      ({ state }) => {
        const { characters, wasAway } = request.meter;
        const saidNothing = characters === 0 && (state === "failed" || wasAway === true);
        const paid = turn.overBudget === null ? charges : [];
        return settleCharges(this.#world, paid, saidNothing ? null : characters);
      },
    );
  }

  /** What was said before the question, oldest first. */
  async #history(turn: NewTurn): Promise<PromptMessage[]> {
    const branch = { threadId: turn.threadId, leafId: turn.questionId, limit: HISTORY_MESSAGES };
    const records = await listBranch(this.#world.database.kysely, branch);
    return records
      .filter(({ id, text }) => id !== turn.questionId && text !== "")
      .map(({ role, text }) => ({ role, content: text }));
  }

  #listen(runId: string, after: number): AsyncIterable<string> {
    const { kysely } = this.#world.database;
    return this.#runner.find(runId)?.follow(after) ?? followStored(kysely, runId, after);
  }

  async #frames(runId: string): Promise<readonly LoggedFrame[]> {
    return this.#runner.find(runId)?.frames ?? (await readFrames(this.#world.database.kysely, runId, 0));
  }
}
