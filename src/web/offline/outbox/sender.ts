import {
  afterAttempt,
  CALLS_VERSION,
  type FailedAttempt,
  fillResults,
  isTemporary,
  type Operation,
  type OperationProblem,
  sendable,
} from "#shared/outbox/operation.ts";
import type { Endpoint } from "#shared/http/endpoint.ts";
import { writePhoneClock } from "#shared/outbox/phone-clock.ts";
import { sentToForget } from "#shared/features/set-back/sent.ts";
import { call, type CallOptions, send } from "#web/lib/server/api-client.ts";
import { ApiError, isUnanswered } from "#web/lib/server/api-error.ts";
import { announceChange, nextChange } from "../changes.ts";
import { shareOf } from "./answer-streams.ts";
import { inDatabase } from "../database.ts";
import { isReadable } from "../stored-bytes.ts";
import { writeWithinQuota } from "../write-within-quota.ts";
import { findAnswer, findBody, listOperations, update } from "./outbox.ts";
import { queuedCall } from "./queued-calls.ts";
import { amendSent, forgetSent, rememberSent } from "../set-back/sent.ts";
import { forgetThing } from "../copy/forget-thing.ts";

/** Lock by which tabs and the worker take turns. */
const LOCK = "looby-outbox";
/** Maximum parallel writes about different entities; photos on a weak connection do not delay the others. */
const LANES = { upload: 2, json: 2, stream: 2 } as const;
type Lane = keyof typeof LANES;
/** Milliseconds during which operations of different entities are also sent in order. A slower one no longer delays the others. */
const IN_ORDER_MS = 4000;
/** While a request is in flight, the queue is checked this often for operations that have become due. */
const LOOK_AGAIN_MS = 5000;
/** Milliseconds before a silent connection is given up. Uploads of photos on a weak connection take long. */
const TIMEOUT_MS = { upload: 300_000, json: 30_000, stream: 30_000 } as const satisfies Record<Lane, number>;
/** Answers outlive their operations, so that the tab that created an operation can read its answer, whichever tab sent it. */
const ANSWER_RETENTION_MS = 60 * 60_000;

/**
 * Sends everything that can be sent now; resolves when nothing more can be.
 * @throws DOMException when the database fails; operations in flight are sent again later with the same key
 */
export async function drain(): Promise<void> {
  await inTurn(async () => {
    await sendAll();
    const now = Date.now();
    await inDatabase(async (database) => {
      const transaction = database.transaction(["outbox", "answers", "bodies", "sent"], "readwrite");
      await forgetSent(transaction, {
        isForgotten: (rows) => sentToForget(rows, now),
        isAnswerForgotten: ({ at }) => at < now - ANSWER_RETENTION_MS,
      });
      await transaction.done;
    });
  });
}

interface UnderWay {
  lane: Lane;
  /** Milliseconds since the epoch. */
  since: number;
}

async function sendAll(): Promise<void> {
  /** Entities with a request in flight. */
  const underWay = new Map<string, UnderWay>();
  const sendings = new Set<Promise<void>>();
  const isRoomIn = (lane: Lane) => {
    const taken = [...underWay.values()].filter((other) => other.lane === lane);
    const isSlow = taken.every(({ since }) => since <= Date.now() - IN_ORDER_MS);
    return taken.length < LANES[lane] && (lane !== "json" || isSlow);
  };
  try {
    for (;;) {
      for (const operation of sendable(await listOperations(), Date.now())) {
        const lane = laneOf(operation);
        if (underWay.has(operation.entity) || !isRoomIn(lane)) continue;
        underWay.set(operation.entity, { lane, since: Date.now() });
        const sending = sendOne(operation).finally(() => {
          underWay.delete(operation.entity);
          sendings.delete(sending);
        });
        sendings.add(sending);
      }
      if (sendings.size === 0) return;
      await Promise.race([...sendings, nextChange(LOOK_AGAIN_MS)]);
    }
  } finally {
    await Promise.allSettled(sendings);
  }
}

function laneOf({ id, endpointId }: Sendable): Lane {
  const endpoint = queuedCall(endpointId)?.endpoint;
  // A message shown by this page has the `stream` lane, because its user waits for the answer. Any other message keeps its place in the
  // order.
  if (endpoint?.answer === "event-stream" && shareOf(id) !== undefined) return "stream";
  return endpoint?.encoding === "multipart" ? "upload" : "json";
}

async function sendOne(operation: Operation): Promise<void> {
  const tried = await tryOnce(operation, await readBody(operation));
  const attempt = answerIfGone(operation, tried) ?? tried;
  if (attempt.kind !== "answered")
    return await update(afterAttempt(operation, attempt, Date.now(), Math.random()));
  await forgetWhatWas(operation);
  await complete(operation, attempt.result);
}

/** The parts of an operation that its request needs. */
type Sendable = Pick<Operation, "id" | "key" | "endpointId" | "params" | "userId" | "clock" | "version">;

/** The answer to a deletion of a thing that another device deleted first, or that a restored server lacks; null for any other attempt. */
function answerIfGone(operation: Operation, attempt: Attempt): Attempt | null {
  const isMissing = attempt.kind === "refused" && attempt.problem.code === "not-found";
  const [id] = namedThings(operation);
  if (!isMissing || methodOf(operation) !== "DELETE" || (id ?? operation.given) === undefined) return null;
  return { kind: "answered", result: { deleted: true, id } };
}

function methodOf({ endpointId }: Sendable): Endpoint["method"] | undefined {
  return queuedCall(endpointId)?.endpoint.method;
}

/** Ids of the things that the call is about: `/entries/:entryId/tag` is about the tag, not about the entry. */
function namedThings({ endpointId, params }: Sendable): string[] {
  const { path = "" } = queuedCall(endpointId)?.endpoint ?? {};
  return Object.entries(params ?? {}).flatMap(([name, id]) => (path.endsWith(`/:${name}`) ? id : []));
}

export type Attempt = FailedAttempt | { kind: "answered"; result: unknown };

/** @param body null when the device has lost a part of it */
export async function tryOnce(operation: Sendable, body: { body: unknown } | null): Promise<Attempt> {
  const queued = queuedCall(operation.endpointId);
  if (queued === null) {
    // A newer version in another tab created it, or the worker is older than the page: the newer version sends it.
    if ((operation.version ?? 0) > CALLS_VERSION)
      return later("unknown-call", "This version of Looby cannot send it. Please reload.");
    return refused(
      "gone-call",
      "An older version of Looby made it, and this one has no place to send it to.",
    );
  }
  if (body === null) {
    return refused("lost-file", "This device has lost a file that belongs to it. Please add it again.");
  }
  const { endpoint, check } = queued;
  const limit = new AbortController();
  const late = new DOMException("The server did not answer in time.", "TimeoutError");
  const timer = setTimeout(() => limit.abort(late), TIMEOUT_MS[laneOf(operation)]);
  try {
    const { params, id, key = id, userId, clock: reading = null } = operation;
    const input = { ...body, ...(params === undefined ? {} : { params }) };
    const clock = writePhoneClock({ sentAt: Date.now(), reading });
    const options = {
      idempotencyKey: key,
      actingUser: userId,
      clock,
      signal: limit.signal,
      endsInSilence: true,
    };
    if (endpoint.answer === "event-stream")
      return { kind: "answered", result: await openStream(operation, { endpoint, input, options }) };
    const result = await call(endpoint, input, options);
    const doubt = await check?.(result);
    return typeof doubt === "string" ? later("upstream-failed", doubt) : { kind: "answered", result };
  } catch (error) {
    return limit.signal.aborted
      ? later("unreachable", "Looby's server did not answer in time.")
      : attemptOf(error);
  } finally {
    clearTimeout(timer); // a stream continues
  }
}

/**
 * Opens the stream that answers a message, and passes it on to the page that shows it. Without such a page, the stream is closed here, and
 * the answer continues on the server.
 */
async function openStream(
  { id }: Sendable,
  { endpoint, input, options }: { endpoint: Endpoint; input: { body: unknown }; options: CallOptions },
): Promise<{ runId: string }> {
  const body = { ...(input.body as object), ...(await shareOf(id)?.unstored()) };
  const response = await send(endpoint, { ...input, body }, options);
  const runId = response.headers.get("looby-run");
  const page = runId === null ? undefined : shareOf(id);
  if (runId === null || page === undefined) void response.body?.cancel();
  if (runId === null) throw new ApiError("garbled", response.status, "The server named no run.");
  page?.take(runId, response);
  return { runId };
}

/** The body to send; null when the device has lost a part of it. */
async function readBody(operation: Operation): Promise<{ body: unknown } | null> {
  const results = new Map<string, unknown>();
  for (const id of operation.dependsOn) results.set(id, (await findAnswer(id))?.result);
  return await completeBody(await findBody(operation.id), results);
}

/** @param results of the operations it refers to */
export async function completeBody(
  stored: unknown,
  results: ReadonlyMap<string, unknown>,
): Promise<{ body: unknown } | null> {
  let body: unknown;
  try {
    body = fillResults(stored, results);
  } catch {
    return null;
  }
  // `fetch` reports a file the browser has lost as a lost connection, and the operation would be retried forever.
  for (const part of Object.values(body ?? {}))
    if (part instanceof Blob && !(await isReadable(part))) return null;
  return body === undefined ? null : { body };
}

function attemptOf(error: unknown): FailedAttempt {
  if (!(error instanceof ApiError)) {
    return refused("internal", "Something went wrong on this page. Please reload and try again.");
  }
  const { code, message, status, fields, current, retryAfter } = error;
  const problem: OperationProblem = { code, error: message, fields, current };
  // These may have any status: they came from a proxy or a captive portal.
  const isLater = isUnanswered(error) || code === "garbled" || isTemporary(status);
  return isLater ? { kind: "later", retryAfter, problem } : { kind: "refused", problem };
}

function later(code: OperationProblem["code"], error: string): FailedAttempt {
  return { kind: "later", retryAfter: null, problem: { code, error } };
}

function refused(code: OperationProblem["code"], error: string): FailedAttempt {
  return { kind: "refused", problem: { code, error } };
}

/** Deletes outdated copies of the deleted or changed data. Runs before the row is deleted: after a crash in between, it runs again. */
async function forgetWhatWas(operation: Operation): Promise<void> {
  const method = methodOf(operation);
  const isDeleted = method === "DELETE";
  if (!isDeleted && method !== "PATCH" && method !== "PUT") return;
  try {
    if (!isDeleted) await amendSent(operation);
    for (const id of namedThings(operation)) await forgetThing(id, isDeleted);
  } catch {
    // A failure here must not leave the row in the outbox: it would be sent forever.
  }
}

/**
 * Deletes the row and stores its answer in one transaction. After a crash before it, the row is sent again; the idempotency key prevents
 * duplicates.
 */
async function complete(operation: Operation, result: unknown): Promise<void> {
  const queued = queuedCall(operation.endpointId);
  const stores = ["outbox", "answers", "bodies", "sent", "facts"] as const;
  await writeWithinQuota([...stores], "default", async (transaction) => {
    const outbox = transaction.objectStore("outbox");
    const seq = await outbox.index("id").getKey(operation.id);
    if (seq !== undefined) await outbox.delete(seq);
    await transaction.objectStore("answers").put({ result, at: Date.now() }, operation.id);
    if (queued?.isDisposable !== true)
      await rememberSent(transaction, operation, { endpoint: queued?.endpoint, result });
  });
  announceChange();
}

let turn: Promise<void> = Promise.resolve();

async function inTurn(work: () => Promise<void>): Promise<void> {
  // The types ignore plain http, where there are no locks between tabs: two tabs may then send the same write, and its key
  // limits it to one effect.
  const locks = navigator.locks as LockManager | undefined;
  if (locks !== undefined) return await locks.request(LOCK, work);
  turn = turn.then(work, work);
  await turn;
}
