import { isPlainObject } from "#shared/json-fields.ts";
import type { Problem, ProblemCode } from "#shared/http/problem.ts";
import type { ClockReading } from "./phone-clock.ts";

/**
 * queued: sent when the server can be reached. failed: the server rejected it; the user edits or discards it. conflict: another user has
 * changed the record since; the user chooses a version.
 */
export type OperationState = "queued" | "failed" | "conflict";

/**
 * The reason why an operation is still in the outbox. In addition to the server's codes: `unreachable` no response of our server arrived,
 * `blocked` something on the way refuses this write although the server can be reached, `cut` an upload fails although it can be reached,
 * `garbled` the response breaks the contract, `lost-file` a required file or earlier response is no longer on the device, `unknown-call`
 * a newer version of the app created the call and this one does not support it, `gone-call` an older version created it and no current
 * version sends it, `set-back` the server had confirmed it and was then restored from a backup without it (`current`: its time, if known).
 */
export interface OperationProblem extends Omit<Problem, "code" | "retryAfter"> {
  code:
    | ProblemCode
    | "unreachable"
    | "blocked"
    | "cut"
    | "garbled"
    | "lost-file"
    | "unknown-call"
    | "gone-call"
    | "set-back";
}

/** Version of the set of queueable calls and their bodies: incremented whenever a version of the app changes either. */
export const CALLS_VERSION = 9;

/** One write by a user, stored on the device until the server has confirmed it. */
export interface Operation {
  /** Creation order, assigned by the store. */
  seq: number;
  /** Also the Idempotency-Key, so sending it twice has the effect of sending it once. After a change of its body, `key` takes its place. */
  id: string;
  key?: string;
  /** The user who created it. It is never sent in another user's session on the same device. */
  userId: string;
  /** The user's name, shown after they are signed out. Missing for visitors, and in rows from before it was stored. */
  userName?: string;
  /** The user signed out while it was still queued. */
  isLeft?: boolean;
  endpointId: string;
  params?: Record<string, string>;
  /** The entity it changes; writes to one entity are sent in order. */
  entity: string;
  /** Ids of operations that must be confirmed before this one is sent. */
  dependsOn: string[];
  /** Label in the user interface: "Generator, 5 kW". */
  label: string;
  /** By the device's clock, in milliseconds since the epoch. */
  createdAt: number;
  /** The device's information about its clock at that time. Missing when it had not reached the server yet, and in older rows. */
  clock?: ClockReading;
  /** `CALLS_VERSION` of the page that created it; missing in rows from before there was one. */
  version?: number;
  state: OperationState;
  /** Number of attempts with a temporary failure. */
  tries: number;
  /** Earliest time of the next attempt, in milliseconds since the epoch. */
  notBefore: number;
  problem: OperationProblem | null;
  /** For a write that a server confirmed before it was restored from a backup: see `SentOperation`. */
  given?: unknown;
}

export interface NewOperation
  extends
    Pick<Operation, "endpointId" | "entity" | "label">,
    Partial<Pick<Operation, "id" | "params" | "dependsOn" | "notBefore">> {
  /** May contain Blobs, and `ResultOf` marks for responses to earlier operations. Never changes once stored. */
  body: unknown;
}

/** Placeholder in a body for a field of an earlier operation's response, such as the path of a photo that is not uploaded yet. */
export interface ResultOf {
  $resultOf: string;
  field: string;
}

/** An attempt that did not succeed. */
export type FailedAttempt =
  /** No response, or a temporary failure. `retryAfter` in seconds. */
  | { kind: "later"; retryAfter: number | null; problem: OperationProblem }
  | { kind: "refused"; problem: OperationProblem };

/** Owner of operations created before the server has assigned a visitor to this device; they are then assigned to that visitor. */
export const UNNAMED_VISITOR = "anon-to-come";

const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 60_000;
/** After this many attempts, the last two with this problem, a write is not retried. A weak signal, too, cuts uploads. */
const MOST_TRIES: Partial<Record<OperationProblem["code"], number>> = { garbled: 8, blocked: 4, cut: 12 };
/** The longest wait a server or proxy can order, in milliseconds. */
const LONGEST_ORDERED_WAIT_MS = 60 * 60_000;

/**
 * The operations that can be sent now, in order: for each entity the oldest one, if it is queued, due, and all its dependencies are
 * confirmed. A stuck entity never blocks another. Operations of an unnamed visitor wait until the visitor is named.
 * @param operations of one user
 * @param now milliseconds since the epoch
 */
export function sendable(operations: readonly Operation[], now: number): Operation[] {
  return firstOfEach(operations).filter(({ notBefore }) => untilDue(notBefore, now) === 0);
}

/** Like `nextAttemptAt`, in milliseconds from now. */
export function untilNextAttempt(operations: readonly Operation[], now: number): number | null {
  const waits = firstOfEach(operations).map(({ notBefore }) => untilDue(notBefore, now));
  return waits.length === 0 ? null : Math.min(...waits);
}

/** When the next operation becomes sendable, in milliseconds since the epoch; null when none is waiting for a time. */
export function nextAttemptAt(operations: readonly Operation[]): number | null {
  const times = firstOfEach(operations).map(({ notBefore }) => notBefore);
  return times.length === 0 ? null : Math.min(...times);
}

/**
 * The operation after a failed attempt. It waits 1 s, 2 s, 4 s and so on up to a minute, each stretched by up to half so that a camp's
 * phones do not all retry at once, or as long as the server orders. It needs the user when it was rejected, or after `MOST_TRIES`.
 * @param random in [0, 1)
 */
export function afterAttempt(
  operation: Operation,
  attempt: FailedAttempt,
  now: number,
  random: number,
): Operation {
  const { problem } = attempt;
  if (attempt.kind === "refused") {
    return { ...operation, state: problem.code === "conflict" ? "conflict" : "failed", problem };
  }
  // One such answer after many without a signal is no sign that the next attempt fails, too. Six are enough for the longest wait.
  const isRepeated = operation.problem?.code === problem.code;
  const tries = (isRepeated ? operation.tries : Math.min(operation.tries, 6)) + 1;
  if (isRepeated && tries >= (MOST_TRIES[problem.code] ?? Number.POSITIVE_INFINITY))
    return { ...operation, state: "failed", tries, problem };
  const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (tries - 1)) * (1 + random / 2);
  const ordered = Math.min(LONGEST_ORDERED_WAIT_MS, (attempt.retryAfter ?? 0) * 1000);
  return { ...operation, tries, notBefore: now + Math.max(wait, ordered), problem };
}

/** The operation after a wake-up: the network is back, or a user signed in. A wait ordered by the server continues. */
export function afterWaking(operation: Operation): Operation {
  const isOrdered = operation.problem?.code === "too-many-requests";
  return isOrdered || operation.notBefore === 0 ? operation : { ...operation, notBefore: 0 };
}

/** Is the failure temporary, rather than a rejection? After a lost session, the operation waits until the user signs in again. */
export function isTemporary(status: number): boolean {
  return status === 0 || status === 401 || status === 408 || status === 429 || status >= 500;
}

/** Part of the names of calls that delete a thing: `<feature>.delete`, with a suffix or without. */
export const DELETION = ".delete";

/** Whether the call deletes a thing, so that taking it back loses nothing. */
export function isDeletion(endpointId: string): boolean {
  return endpointId.includes(DELETION);
}

/** Replaces `ResultOf` marks with earlier responses. @throws RangeError when one is missing */
export function fillResults(body: unknown, results: ReadonlyMap<string, unknown>): unknown {
  if (Array.isArray(body)) return body.map((item) => fillResults(item, results));
  if (!isPlainObject(body)) return body;
  if (isResultOf(body)) {
    const result = results.get(body.$resultOf);
    if (!isPlainObject(result) || !Object.hasOwn(result, body.field))
      throw new RangeError(`no answer of ${body.$resultOf}`);
    return result[body.field];
  }
  return Object.fromEntries(Object.entries(body).map(([key, value]) => [key, fillResults(value, results)]));
}

/** One unit from the user's view: an operation that no other depends on, with the uploads it depends on. */
export interface Bundle {
  operation: Operation;
  /** The operations it depends on, directly or indirectly, oldest first. */
  parts: Operation[];
  /** `queued` only when no operation in it needs the user. */
  state: OperationState;
  /** The problem it waits for; also that of an earlier operation on the same entity. */
  problem: OperationProblem | null;
}

/** One user's operations grouped into bundles, oldest first. */
export function bundlesOf(operations: readonly Operation[]): Bundle[] {
  const needed = new Set(operations.flatMap(({ dependsOn }) => dependsOn));
  const ordered = inOrder(operations);
  const oldest = new Map(ordered.toReversed().map((operation) => [operation.entity, operation]));
  return ordered
    .filter(({ id }) => !needed.has(id))
    .map((operation) => {
      const parts = partsOf(operation, operations);
      const all = [...parts, operation];
      const stuck = all.find(({ state }) => state !== "queued");
      const telling = stuck ?? all.find(({ problem }) => problem !== null);
      return {
        operation,
        parts,
        state: stuck?.state ?? "queued",
        problem: (telling ?? oldest.get(operation.entity))?.problem ?? null,
      };
    });
}

/** Operations to discard with this one: all that depend on it, and uploads with no other use. */
export function discardedWith(id: string, operations: readonly Operation[]): Operation[] {
  const doomed = new Set([id]);
  // Dependencies are always older, so one pass in each direction follows every chain.
  for (const operation of inOrder(operations)) {
    if (operation.dependsOn.some((other) => doomed.has(other))) doomed.add(operation.id);
  }
  const dependants = new Map<string, string[]>();
  for (const operation of operations)
    for (const other of operation.dependsOn)
      dependants.set(other, [...(dependants.get(other) ?? []), operation.id]);
  for (const { id: other } of inOrder(operations).toReversed()) {
    const users = dependants.get(other) ?? [];
    if (users.length > 0 && users.every((user) => doomed.has(user))) doomed.add(other);
  }
  return operations.filter((operation) => doomed.has(operation.id));
}

/** A wait longer than the longest one the server can order means that the device's clock was set back. */
function untilDue(notBefore: number, now: number): number {
  const wait = notBefore - now;
  return wait > LONGEST_ORDERED_WAIT_MS ? 0 : Math.max(0, wait);
}

/** The oldest operation of each entity, if it is queued and does not wait for another; in order. */
function firstOfEach(operations: readonly Operation[]): Operation[] {
  const unanswered = new Set(operations.map(({ id }) => id));
  const seen = new Set<string>();
  return inOrder(operations).filter(({ entity, state, dependsOn, userId }) => {
    const isFirst = !seen.has(entity) && userId !== UNNAMED_VISITOR;
    seen.add(entity);
    return isFirst && state === "queued" && dependsOn.every((id) => !unanswered.has(id));
  });
}

function partsOf(operation: Operation, operations: readonly Operation[]): Operation[] {
  const wanted = new Set(operation.dependsOn);
  for (const other of inOrder(operations).toReversed()) {
    if (wanted.has(other.id)) for (const id of other.dependsOn) wanted.add(id);
  }
  return inOrder(operations).filter(({ id }) => wanted.has(id));
}

function inOrder(operations: readonly Operation[]): Operation[] {
  return operations.toSorted((a, b) => a.seq - b.seq);
}

function isResultOf(value: object): value is ResultOf {
  return (
    "$resultOf" in value &&
    typeof value.$resultOf === "string" &&
    "field" in value &&
    typeof value.field === "string"
  );
}
