import type { Kysely } from "kysely";
import type { HelpKind } from "#shared/features/chat/help/help-kinds.ts";
import { findHelp } from "#shared/features/chat/help/help-rules.ts";
import { newId } from "#shared/id.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import type { changeThread, sendMessage, Thread } from "#shared/features/chat/contract.ts";
import type { DatabaseClient } from "#server/db/connection/client.ts";
import type { Schema } from "#server/db/schema.ts";
import { followStored } from "./run/follow-stored.ts";
import { reply } from "./reply.ts";
import { callsModel, type ReplyRequest, type ReplyWorld } from "./reply-request.ts";
import {
  findLeafBelow,
  listBranch,
  type MessageRecord,
  removeThread,
  type ThreadRecord,
  updateThread,
} from "./repository.ts";
import { earlierTurns, memoriesIn, type Readable, readableTurns } from "./earlier-turns.ts";
import { GivenMemories } from "./given-memories.ts";
import type { KeptFromModels } from "./kept-from-models.ts";
import { storeGiven } from "./quotes-repository.ts";
import type { LoggedFrame } from "./run/run-log.ts";
import { listRunningRuns, readFrames, requestStop, type RunRecord } from "./run/run-repository.ts";
import { Runner } from "./run/runner.ts";
import { type MadeFrom, messageView, type ThreadPage, threadView } from "./thread-view.ts";
import { beginTurn, type NewTurn } from "./turn.ts";
import { findCompanion } from "#server/features/companions/roster.ts";
import { talkPartner } from "#server/features/companions/talk-partner.ts";
import { type BudgetLimits, type Charge, chargesFor, settleCharges } from "#server/features/models/budget.ts";
import { publishToPerson } from "#server/events/publish.ts";
import type { Actor } from "#server/http/request/actor.ts";
import { AppError, notFound } from "#server/http/app-error.ts";
import type { Authorized } from "#server/http/authorized.ts";
import { forgetAnswersAbout } from "#server/http/idempotency/forget-answers.ts";
import type { Log } from "#server/log.ts";

const HISTORY_MESSAGES = 20;
const DEFAULT_PAGE = 50;
/** Of a conversation that is sent to no language model. */
const NOTHING_READABLE: Readable = { history: [], earlier: [], memoryIds: [] };
/** Maximum concurrent answers of a language model per person. Searches finish too quickly to matter. */
const RUNNING_AT_ONCE = { visitor: 1, user: 2 } as const;

export interface ChatWorld extends ReplyWorld {
  database: DatabaseClient;
  log: Log;
  /** The base companion's name. */
  productName: string;
  /** Usage limits of language models. */
  budget: BudgetLimits;
  madeFrom: MadeFrom;
  keptFromModels: KeptFromModels;
  /** Milliseconds between checkpoints; shorter in tests. */
  checkpointMs?: number;
  /** Time limit of a run in milliseconds; shorter in tests. */
  runCapMs?: number;
}

/** A message with the data needed to answer it. */
interface Asked {
  body: BodyOf<typeof sendMessage>;
  /** The help for words of danger in it; null when there are none. */
  help: HelpKind | null;
  models: readonly string[];
  charges: readonly Charge[];
}

/** Chat on this server: the runs on this server, and the stored conversations of all users. */
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
   * Sends a message to a companion. The same message id follows the same run again.
   * @param address the caller's network address; null when there is none
   * @returns the wire text of the run's events
   * @throws AppError those of `talkPartner`, `invalid-input` (model), `insufficient-storage`, those of `beginTurn`
   */
  async respond(
    actor: Actor,
    body: BodyOf<typeof sendMessage>,
    address: string | null = null,
  ): Promise<{ runId: string; events: AsyncIterable<string> }> {
    const { database, languageModel, productName, models, budget, now = Date.now } = this.#world;
    const { kysely } = database;
    const companion = await talkPartner(kysely, actor, body.companion, productName);
    database.assertWritable();
    const help = findHelp(body.text);
    const isForModel = callsModel(this.#world, { help, fromLibrary: body.fromLibrary ?? false });
    // A choice that is no longer offered must not stand in the way of help.
    const chosen = isForModel ? models.choose(body.llm ?? null, actor.kind) : [];
    const charges = isForModel ? chargesFor(budget, { actor, address, now: now() }) : [];
    const turn = await beginTurn(kysely, actor, {
      trigger: body.trigger ?? "submit",
      messageId: body.messageId ?? newId(),
      threadId: body.threadId ?? null,
      parentId: body.parentId,
      text: body.text,
      companion: companion.id,
      isUrgent: help !== null,
      mostRunning: languageModel === null ? Number.POSITIVE_INFINITY : RUNNING_AT_ONCE[actor.kind],
      fromLibrary: body.fromLibrary ?? false,
      charges,
    });
    const { runId } = turn;
    if (turn.isRepeat) return { runId, events: this.#listen(runId, 0) };
    const run = await this.#start(actor, turn, { body, help, models: chosen, charges });
    return { runId, events: run.follow(0) };
  }

  /**
   * Follows a run again.
   * @param after sequence number of the last frame the listener has
   * @throws AppError `gone` when it ended so long ago that only its answer is stored, in the thread
   */
  async follow(run: Authorized<RunRecord, "owner">, after: number): Promise<AsyncIterable<string>> {
    const isForgotten =
      run.state !== "running" && (await readFrames(this.#world.database.kysely, run.id, 0)).length === 0;
    if (isForgotten) {
      throw new AppError("gone", "This answer was finished a while ago. Please open the conversation again.");
    }
    return this.#listen(run.id, after);
  }

  /** Stops a run on any server and stores its text. Returns false when it had already ended. */
  async stop(run: Authorized<RunRecord, "owner">): Promise<boolean> {
    if (await this.#runner.stop(run.id)) return true;
    return await requestStop(this.#world.database.kysely, run.id);
  }

  /** The last messages of a conversation, or the ones before a given message. */
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
   * Renames a thread, or switches its branch.
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

  /** Deletes a thread with all its messages. Its server stops a running answer after the commit. */
  async remove(tx: Kysely<Schema>, thread: Authorized<ThreadRecord, "owner">): Promise<void> {
    for (const runId of await listRunningRuns(tx, thread.id)) await requestStop(tx, runId);
    await removeThread(tx, thread.id);
    await publishToPerson(tx, thread.userId, { event: "thread-deleted", data: { id: thread.id } });
    await forgetAnswersAbout(tx, { userId: thread.userId, ids: [thread.id], current: null });
  }

  /** Ends every run on this server as interrupted, with its text stored. Call it before the database is closed. */
  async close(): Promise<void> {
    await this.#runner.close();
  }

  async #start(actor: Actor, turn: NewTurn, { body, help, models, charges }: Asked) {
    // A conversation never changes its companion.
    const companion = findCompanion(turn.companion, this.#world.productName);
    if (companion === null) {
      throw new AppError("gone", "This companion is no longer here. Please start a new conversation.");
    }
    const before = await this.#before(turn);
    const useRag = body.useRag ?? true;
    const fromLibrary = body.fromLibrary ?? false;
    const { kysely } = this.#world.database;
    const isForModel = callsModel(this.#world, { help, fromLibrary });
    const readable = isForModel ? await this.#readable(actor, before, useRag) : NOTHING_READABLE;
    const request: ReplyRequest = {
      runId: turn.runId,
      threadId: turn.threadId,
      messageId: turn.answerId,
      viewer: actor,
      companion,
      question: body.text,
      help,
      readable,
      earlier: earlierTurns(before.filter(({ text }) => text !== "")),
      showThinking: body.showThinking ?? false,
      useRag,
      metric: body.similarityMetric ?? "cosine",
      connected: body.connectedLoobricates ?? [],
      position: body.position ?? null,
      fromLibrary,
      overBudget: turn.overBudget,
      models,
      meter: { model: "", characters: 0 },
      given: new GivenMemories((memoryIds) => storeGiven(kysely, turn.answerId, memoryIds)),
    };
    return this.#runner.start(
      turn.runId,
      (signal) => reply(this.#world, request, signal),
      ({ state }) => {
        const { characters, wasAway, rounds = 1 } = request.meter;
        const isEmptyAnswer = characters === 0 && (state === "failed" || wasAway === true);
        const paid = turn.overBudget === null ? charges : [];
        return settleCharges(this.#world, paid, isEmptyAnswer ? null : { characters, rounds });
      },
    );
  }

  /** The messages before the question, oldest first. */
  async #before(turn: NewTurn): Promise<MessageRecord[]> {
    const branch = { threadId: turn.threadId, leafId: turn.questionId, limit: HISTORY_MESSAGES };
    const records = await listBranch(this.#world.database.kysely, branch);
    return records.filter(({ id }) => id !== turn.questionId);
  }

  async #readable({ userId }: Actor, before: readonly MessageRecord[], useRag: boolean): Promise<Readable> {
    const messages = before.map((record) => ({ id: record.id, memoryIds: memoriesIn(record) }));
    const { database, keptFromModels } = this.#world;
    const kept = await keptFromModels.messagesWith(database.kysely, userId, messages);
    return readableTurns(before, { kept, useRag });
  }

  #listen(runId: string, after: number): AsyncIterable<string> {
    const { kysely } = this.#world.database;
    return this.#runner.find(runId)?.follow(after) ?? followStored(kysely, runId, after);
  }

  async #frames(runId: string): Promise<readonly LoggedFrame[]> {
    return this.#runner.find(runId)?.frames ?? (await readFrames(this.#world.database.kysely, runId, 0));
  }
}
