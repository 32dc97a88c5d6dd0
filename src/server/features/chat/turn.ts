import type { Kysely, Transaction } from "kysely";
import { shortLine } from "#shared/shorten.ts";
import { newId } from "#shared/id.ts";
import type { Schema } from "#server/db/schema.ts";
import {
  findMessage,
  insertMessage,
  insertThread,
  lockThread,
  moveActiveLeaf,
  type ThreadRecord,
} from "./repository.ts";
import { countRunningRuns, findRunOf, hasRunningRun, insertRun } from "./run/run-repository.ts";
import type { Actor } from "#server/http/request/actor.ts";
import { type Charge, pay } from "#server/features/models/budget.ts";
import { wasDeletedBy } from "#server/http/idempotency/deleted-by-caller.ts";
import { AppError, notFound } from "#server/http/app-error.ts";

/** Maximum characters of a conversation's title. */
const MAX_TITLE = 80;

/** A message from a user. For a retry, `messageId` is the id of the new answer, and `parentId` the message to answer again. */
interface TurnRequest {
  trigger: "submit" | "retry" | "edit";
  messageId: string;
  /** A thread with this id begins with the message if it does not exist. Null: a new thread. */
  threadId: string | null;
  /** The message before this one. Undefined: the last of the conversation; null: none. Required for an edit. */
  parentId: string | null | undefined;
  text: string;
  /** For a new conversation. */
  companion: string;
  /** Maximum concurrent answers of this person. */
  mostRunning: number;
  /** Words of danger are stored and answered beside a running answer. */
  isUrgent: boolean;
  /** The user chose the library's answer: no later prompt contains it, nor the question. */
  fromLibrary: boolean;
  /** The budgets the answer is charged to. */
  charges: readonly Charge[];
}

/** A run to start, or the run already started by an earlier call with the same id. */
export type Turn = NewTurn | { isRepeat: true; runId: string };

export interface NewTurn {
  isRepeat: false;
  runId: string;
  threadId: string;
  questionId: string;
  answerId: string;
  /** The thread's companion. */
  companion: string;
  /** Reason why the model may not be called, as a sentence: its budget is used up. Null: the answer was charged. */
  overBudget: string | null;
}

/**
 * Stores a user's message, the future answer and its run in one transaction. The client's message id makes it idempotent.
 * @throws AppError `not-found` (thread or message), `gone` (a deleted thread), `conflict` (deleted while it was sent), `too-many-requests` (still answering),
 *   `idempotency-mismatch`, `already-taken`, `invalid-input` (retry)
 */
export async function beginTurn(db: Kysely<Schema>, actor: Actor, request: TurnRequest): Promise<Turn> {
  const earlier = await findRepeat(db, actor, request);
  if (earlier !== null) return earlier;
  const turn = await db
    .transaction()
    .execute((tx) => insertTurn(tx, actor, request))
    .catch((error: unknown) => {
      if (error instanceof SentMeanwhile) return findRepeat(db, actor, request);
      throw error;
    });
  if (turn === null) throw new AppError("conflict", "This message was deleted while it was being sent.");
  return turn;
}

/** The same call was committed between the check and the write. */
class SentMeanwhile extends Error {}

async function findRepeat(db: Kysely<Schema>, actor: Actor, request: TurnRequest): Promise<Turn | null> {
  const message = await findMessage(db, request.messageId);
  if (message === null) return null;
  if (message.userId !== actor.userId) {
    throw new AppError("already-taken", "Another message has this id. Please send it again with a new one.");
  }
  const run = await findRunOf(db, message.id);
  const isRetry = request.trigger === "retry";
  const isSame =
    message.role === (isRetry ? "assistant" : "user") &&
    (isRetry ? message.parentId === request.parentId : message.text === request.text) &&
    (request.threadId === null || request.threadId === message.threadId);
  if (!isSame || run === null) {
    throw new AppError("idempotency-mismatch", "This message id was already used for another message.");
  }
  return { isRepeat: true, runId: run.id };
}

async function insertTurn(tx: Transaction<Schema>, actor: Actor, request: TurnRequest): Promise<NewTurn> {
  const thread = await openThread(tx, actor, request);
  const isRetry = request.trigger === "retry";
  const questionId = isRetry
    ? await findQuestion(tx, thread, request)
    : await addQuestion(tx, thread, request);
  const answerId = isRetry ? request.messageId : newId();
  const answer = {
    id: answerId,
    threadId: thread.id,
    parentId: questionId,
    role: "assistant",
    text: "",
    staysFromModels: request.fromLibrary,
  } as const;
  if (!(await insertMessage(tx, answer))) throw new SentMeanwhile();
  // After the check of the message ids, which distinguishes a repeated call from a second call.
  await assertFree(tx, actor, thread, request);
  const overBudget = await pay(tx, request.charges);
  const runId = newId();
  await insertRun(tx, { id: runId, messageId: answerId, threadId: thread.id });
  await moveActiveLeaf(tx, thread.id, answerId);
  const { id: threadId, companion } = thread;
  return { isRepeat: false, runId, threadId, questionId, answerId, companion, overBudget };
}

/** @throws AppError `too-many-requests` while other answers are being written */
async function assertFree(
  tx: Transaction<Schema>,
  actor: Actor,
  thread: { id: string },
  { mostRunning, isUrgent }: TurnRequest,
): Promise<void> {
  if (isUrgent) return;
  if (await hasRunningRun(tx, thread.id)) {
    const message = "The last answer is still being written. Stop it, or wait for its end.";
    throw new AppError("too-many-requests", message, { retryAfter: 1 });
  }
  if ((await countRunningRuns(tx, actor.userId)) >= mostRunning) {
    const message = "Another conversation of yours is still being answered. Please wait for its end.";
    throw new AppError("too-many-requests", message, { retryAfter: 5 });
  }
}

async function openThread(
  tx: Transaction<Schema>,
  actor: Actor,
  request: TurnRequest,
): Promise<Pick<ThreadRecord, "id" | "companion" | "activeLeafId">> {
  const { threadId, companion, text } = request;
  const known = threadId === null ? null : await lockThread(tx, threadId);
  if (known !== null && known.userId === actor.userId) return known;
  if (known !== null) throw notFound("This conversation");
  if (threadId !== null && (await wasDeletedBy(tx, actor, threadId)))
    throw new AppError("gone", "This conversation was deleted. Send the message in a new one.");
  if (request.trigger !== "submit") {
    if (threadId !== null) throw notFound("This conversation");
    throw new AppError(
      "invalid-input",
      `threadId: a conversation has to be there for the ${request.trigger}.`,
    );
  }
  const thread = {
    id: threadId ?? newId(),
    userId: actor.userId,
    companion,
    title: shortLine(text, MAX_TITLE),
  };
  if (await insertThread(tx, thread)) return { ...thread, activeLeafId: null };
  // Another call, perhaps a retry of the same one, has just created the thread.
  return await openThread(tx, actor, request);
}

/** The message to answer again. */
async function findQuestion(
  tx: Transaction<Schema>,
  thread: { id: string },
  request: TurnRequest,
): Promise<string> {
  const question = request.parentId ? await findMessage(tx, request.parentId) : null;
  if (question === null || question.threadId !== thread.id || question.role !== "user") {
    throw notFound("The message to answer again");
  }
  if (question.text !== request.text) {
    throw new AppError("invalid-input", "text: a retry asks in the same words.");
  }
  return question.id;
}

async function addQuestion(
  tx: Transaction<Schema>,
  thread: { id: string; activeLeafId: string | null },
  request: TurnRequest,
): Promise<string> {
  if (request.trigger === "edit" && request.parentId === undefined) {
    throw new AppError(
      "invalid-input",
      "parentId: an edit says what its message follows, null for the first.",
    );
  }
  const parentId = request.parentId === undefined ? thread.activeLeafId : request.parentId;
  if (parentId !== null && parentId !== thread.activeLeafId) {
    const parent = await findMessage(tx, parentId);
    if (parent === null || parent.threadId !== thread.id) throw notFound("The message before this one");
  }
  const question = {
    id: request.messageId,
    threadId: thread.id,
    parentId,
    role: "user",
    text: request.text,
  } as const;
  if (!(await insertMessage(tx, question))) throw new SentMeanwhile();
  return question.id;
}
