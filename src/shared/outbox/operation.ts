import { isPlainObject } from "#shared/json-fields.ts";
import type { Problem, ProblemCode } from "#shared/http/problem.ts";
import type { HeardClock } from "./phone-clock.ts";

/**
 * queued: will be sent when the server can be reached. failed: the server refused it; the person edits or discards it.
 * conflict: someone else changed the record meanwhile; the person chooses.
 */
export type OperationState = "queued" | "failed" | "conflict";

/**
 * Why an operation is still here. Beside the server's own codes: `unreachable` no answer came, `garbled` an answer that
 * breaks the contract, `lost-file` a file or an earlier answer it needs is no longer on the device, `unknown-call` a newer
 * version of the app made the call and this one does not know it, `gone-call` an older one did and none sends it any more,
 * `set-back` the server had confirmed it and was set back to a backup without it (`current`: the backup's moment, if known).
 */
export interface OperationProblem extends Omit<Problem, "code" | "retryAfter"> {
  code: ProblemCode | "unreachable" | "garbled" | "lost-file" | "unknown-call" | "gone-call" | "set-back";
}

/** Of the list of calls that may wait, and of what they carry: raised whenever a version of the app changes either. */
export const CALLS_VERSION = 4;

/** One write a person made, as the phone keeps it until the server has it. */
export interface Operation {
  /** Order of making; given by the store. */
  seq: number;
  /** Also the Idempotency-Key, so sending twice happens once. */
  id: string;
  /** Who made it. Another person signed in on this phone never sends it. */
  userId: string;
  /** What they are called, to say whose it is once they are gone; missing in rows from before it was kept, and of visitors. */
  userName?: string;
  /** They have signed out with this still here. */
  isLeft?: boolean;
  endpointId: string;
  params?: Record<string, string>;
  /** What it is about; writes about one thing are sent in order. */
  entity: string;
  /** Ids of operations that must have been answered before. */
  dependsOn: string[];
  /** For the screen: "Generator, 5 kW". */
  label: string;
  /** By the phone's clock, in milliseconds since the epoch. */
  createdAt: number;
  /** What the phone had learned of its clock by then; missing where it had not heard the server, and in rows from before. */
  clock?: HeardClock;
  /** `CALLS_VERSION` of the page that made it; missing in rows from before there was one. */
  version?: number;
  state: OperationState;
  /** Attempts that ended in "later". */
  tries: number;
  /** Milliseconds since the epoch; not sent before. */
  notBefore: number;
  problem: OperationProblem | null;
  /** Of a write that was confirmed before, by a server that was set back since: see `SentOperation`. */
  given?: unknown;
  /**
   * Of a change of a thing: what the change does not say of it. Never sent; `asNew` makes a new thing of both when the old one was
   * deleted meanwhile.
   */
  rest?: unknown;
}

export interface NewOperation
  extends
    Pick<Operation, "endpointId" | "entity" | "label">,
    Partial<Pick<Operation, "id" | "params" | "dependsOn" | "notBefore" | "rest">> {
  /** May hold Blobs, and `ResultOf` marks for what earlier operations will answer. Never changes once kept. */
  body: unknown;
}

/** Stands in a body for a field of an earlier operation's answer: the path of a photo that is still to be uploaded. */
export interface ResultOf {
  $resultOf: string;
  field: string;
}

/** An attempt that did not succeed. */
export type FailedAttempt =
  /** No answer, or one that says "later". `retryAfter` in seconds. */
  | { kind: "later"; retryAfter: number | null; problem: OperationProblem }
  | { kind: "refused"; problem: OperationProblem };

/** Who makes something on a device before the server has named its visitor: it is the visitor's then. */
export const UNNAMED_VISITOR = "anon-to-come";

const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 60_000;
/** An answer this version cannot read, to a write it has sent, is not asked for for ever. */
const MOST_GARBLED_TRIES = 8;
/** A server, or what stands before it, may ask for patience, not for ever. */
const LONGEST_ORDERED_WAIT_MS = 60 * 60_000;

/**
 * What may be sent now, in order: of each entity the oldest operation, if it is queued, due, and all it depends on is
 * answered. One stuck entity never blocks another. What an unnamed visitor made waits for the name.
 * @param operations of one person
 * @param now milliseconds since the epoch
 */
export function sendable(operations: readonly Operation[], now: number): Operation[] {
  return firstOfEach(operations).filter(({ notBefore }) => untilDue(notBefore, now) === 0);
}

/** As `nextAttemptAt`, in milliseconds from now. */
export function untilNextAttempt(operations: readonly Operation[], now: number): number | null {
  const waits = firstOfEach(operations).map(({ notBefore }) => untilDue(notBefore, now));
  return waits.length === 0 ? null : Math.min(...waits);
}

/** When something can be sent that could not before, in milliseconds since the epoch; null when time changes nothing. */
export function nextAttemptAt(operations: readonly Operation[]): number | null {
  const times = firstOfEach(operations).map(({ notBefore }) => notBefore);
  return times.length === 0 ? null : Math.min(...times);
}

/**
 * The operation after an attempt that did not succeed: it waits 1 s, 2 s, 4 s and so on to a minute, each stretched by up
 * to half so that a camp's phones do not all come back at once, or as long as the server says; or it is put before the
 * person: when it was refused, or when the answer could not be read eight times.
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
  if (problem.code === "garbled" && operation.tries + 1 >= MOST_GARBLED_TRIES)
    return { ...operation, state: "failed", tries: operation.tries + 1, problem };
  const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** operation.tries) * (1 + random / 2);
  const ordered = Math.min(LONGEST_ORDERED_WAIT_MS, (attempt.retryAfter ?? 0) * 1000);
  return { ...operation, tries: operation.tries + 1, notBefore: now + Math.max(wait, ordered), problem };
}

/** The operation when there is news: the signal is back, a user signed in. What the server told to wait still waits. */
export function afterWaking(operation: Operation): Operation {
  const isOrdered = operation.problem?.code === "too-many-requests";
  return isOrdered || operation.notBefore === 0 ? operation : { ...operation, notBefore: 0 };
}

/** Does the page that made it still send it by itself? It is kept all the same, in case the page does not live to do so. */
export function isSentByPage({ tries, notBefore, problem }: Operation): boolean {
  return tries === 0 && notBefore > 0 && problem === null;
}

/** Does the server's refusal mean "later" rather than "no"? A lost session waits for the person to sign in again. */
export function isTemporary(status: number): boolean {
  return status === 0 || status === 401 || status === 408 || status === 429 || status >= 500;
}

/** Puts earlier answers where `ResultOf` marks stand. @throws RangeError when one is missing */
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

/** What a person thinks of as one thing: an operation no other waits for, with the uploads it waits for. */
export interface Bundle {
  operation: Operation;
  /** What it depends on, directly or not, oldest first. */
  parts: Operation[];
  /** `queued` only when nothing in it needs the person. */
  state: OperationState;
  problem: OperationProblem | null;
}

/** One person's operations as that person thinks of them, oldest first. */
export function bundlesOf(operations: readonly Operation[]): Bundle[] {
  const needed = new Set(operations.flatMap(({ dependsOn }) => dependsOn));
  return inOrder(operations)
    .filter(({ id }) => !needed.has(id))
    .map((operation) => {
      const parts = partsOf(operation, operations);
      const all = [...parts, operation];
      const stuck = all.find(({ state }) => state !== "queued");
      const telling = stuck ?? all.find(({ problem }) => problem !== null);
      return { operation, parts, state: stuck?.state ?? "queued", problem: telling?.problem ?? null };
    });
}

/** What goes when this operation is thrown away: all that depends on it, and uploads nothing else needs. */
export function discardedWith(id: string, operations: readonly Operation[]): Operation[] {
  const doomed = new Set([id]);
  // Dependencies are always older, so one pass each way sees every chain.
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

/** Nothing waits longer than what the server orders: then the phone's clock was set back. */
function untilDue(notBefore: number, now: number): number {
  const wait = notBefore - now;
  return wait > LONGEST_ORDERED_WAIT_MS ? 0 : Math.max(0, wait);
}

/** Of each entity the oldest operation, where it is queued and not behind another; in order. */
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
