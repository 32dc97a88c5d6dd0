import type { CallInput, Endpoint, ResponseOf } from "#shared/http/endpoint.ts";
import { problemStatus } from "#shared/http/problem.ts";
import { newId } from "#shared/id.ts";
import {
  bundlesOf,
  type NewOperation,
  type OperationProblem,
  type ResultOf,
} from "#shared/outbox/operation.ts";
import { ApiError } from "#web/lib/server/api-error.ts";
import { isLineHanging, isServerReachable, reachability } from "#web/lib/server/reachability.ts";
import { nextChange } from "../changes.ts";
import { storesNothing } from "../database.ts";
import {
  append,
  discard,
  findAnswer,
  isStored,
  listOperations,
  NotQueued,
  type QueuedOperation,
} from "./outbox.ts";
import type { QueuedEndpoint } from "./queued-calls.ts";
import { sendUnstored } from "./send-unstored.ts";

// How features write: every call goes through the outbox, so that it survives a lost connection, and is checked against its contract.

/** Milliseconds a form waits for any change before it reports the write as queued. */
const PATIENCE_MS = 10_000;
/** Problem of an operation delayed by a hanging connection: not attempted yet, or its attempt has not ended. */
const NO_ANSWER: OperationProblem = {
  code: "unreachable",
  error: "No signal: Looby's server does not answer right now.",
};

/** Problem of an operation whose user is no longer the one of this device. */
const OTHER_USER: OperationProblem = {
  code: "unauthenticated",
  error: "It waits on this device until its user signs in again.",
};

/** In a browser without storage. */
const MAY_HAVE_ARRIVED =
  "It may not have arrived, and this browser cannot store it for later. When there is a signal, check before you send it again.";

/** Outcome of a write. */
export type QueueResult<Answer> = { operationId: string } & (
  | { status: "sent"; data: Answer }
  /** Stored on this device, to be sent by the outbox. Without a problem, the request is in flight and takes long. */
  | { status: "queued"; problem: OperationProblem | null }
  /**
   * The server refused, with its code and message. Or nothing was sent: `insufficient-storage` when this device cannot store it, `gone`
   * when another window discarded it; both have status 0.
   */
  | { status: "refused"; error: ApiError }
);

export interface PreparedOperation extends NewOperation {
  id: string;
  /** Attempts after the first that the form waits for. Default 0. */
  retries?: number;
}

export interface QueueingOptions {
  /** Ids of queued operations that the new ones replace. */
  replaces?: readonly string[];
  /** Whether a refused write stays in the outbox for the user to find. Default: it is discarded, and the form handles it. */
  staysWhenRefused?: boolean;
}

/** A string of a queued body may refer to a field of an earlier answer, such as the path of a photo still to be uploaded. */
type Queued<T> = T extends Blob
  ? Blob
  : T extends string
    ? T | ResultOf
    : T extends readonly (infer Item)[]
      ? readonly Queued<Item>[]
      : T extends object
        ? { [Key in keyof T]: Queued<T[Key]> }
        : T;

/** `CallInput` whose body may refer to earlier answers. */
export type QueuedInput<E extends Endpoint> = {
  [Part in keyof CallInput<E>]: Part extends "body" ? Queued<CallInput<E>[Part]> : CallInput<E>[Part];
};

export interface OperationOptions {
  /** The entity it is about: writes about one entity are sent in order. */
  entity: string;
  /** Shown to the user: "Generator, 5 kW". */
  label: string;
  /** Also the idempotency key. Default: a new id. */
  id?: string;
  /** Ids of operations that must be answered first. */
  dependsOn?: string[];
  /** Earliest time to send it, in milliseconds since the epoch. */
  notBefore?: number;
  /** Attempts after the first that a form waits for. Default 0. */
  retries?: number;
}

export interface QueueOptions extends OperationOptions, QueueingOptions {
  /** Uploads it depends on: stored together with the write and sent before it. */
  before?: readonly PreparedOperation[];
}

/** Builds the operation for one write. An endpoint that may not be queued, or a wrong or missing field, does not compile. */
export function operation<E extends QueuedEndpoint>(
  endpoint: E,
  input: QueuedInput<E>,
  options: OperationOptions,
): PreparedOperation {
  const { params, body = {} } = input as Pick<NewOperation, "params"> & { body?: unknown }; // the generic hides the parts
  return { id: newId(), endpointId: endpoint.id, ...(params && { params }), body, ...options };
}

type BodyInput<E extends Endpoint> = CallInput<E> extends { body?: infer Body } ? NonNullable<Body> : never;

/**
 * The body of a queued call of this endpoint; null for every other call, and when the device has lost the body. Photos that are not uploaded
 * yet are `ResultOf` marks. A part that the contract makes optional may be missing: an earlier version of the page did not send it.
 */
export function bodyOf<E extends QueuedEndpoint>(
  endpoint: E,
  queued: QueuedOperation | undefined,
): BodyInput<E> | null {
  // `operation` has built it. A change of its form raises CALLS_VERSION.
  return queued?.endpointId === endpoint.id ? ((queued.body as BodyInput<E> | undefined) ?? null) : null;
}

/**
 * Stores a write to be sent when there is a connection, without waiting for that. A device that cannot store it sends it now.
 * @throws NotQueued when this device can do neither
 */
export async function enqueue<E extends QueuedEndpoint>(
  endpoint: E,
  input: QueuedInput<E>,
  { replaces = [], ...options }: OperationOptions & Pick<QueueingOptions, "replaces">,
): Promise<void> {
  const operations = [operation(endpoint, input, options)];
  const sent = await storeOrSend(operations, replaces);
  const result = sent === null && storesNothing() ? await resultInMemory(operations) : sent;
  if (result?.status === "refused") throw new NotQueued(result.error.message);
}

/** Stores a write and waits for its first attempts. */
export async function queue<E extends QueuedEndpoint>(
  endpoint: E,
  input: QueuedInput<E>,
  { before = [], replaces = [], staysWhenRefused = false, ...options }: QueueOptions,
): Promise<QueueResult<ResponseOf<E>>> {
  const operations = [...before, operation(endpoint, input, options)];
  const result = await storeAndWait(operations, { replaces, staysWhenRefused });
  return result as QueueResult<ResponseOf<E>>; // the answer is that to the last operation
}

/**
 * Stores a form's operations and waits for their first attempts.
 * @param operations the last one is the form's subject, the others are its dependencies
 * @param onStored called when they are stored on this device, or in the memory of a page that `storesNothing()`
 */
export async function storeAndWait(
  operations: readonly PreparedOperation[],
  { replaces = [], staysWhenRefused = false, onStored }: QueueingOptions & { onStored?: () => void } = {},
): Promise<QueueResult<unknown>> {
  const sent = await storeOrSend(operations, replaces);
  if (sent?.status === "refused") return sent;
  onStored?.();
  if (sent !== null) return sent;
  const result = storesNothing() ? await resultInMemory(operations) : await firstResult(operations);
  const { operationId } = result;
  // The user is still at the form, which handles the refusal.
  const isRefusedByServer = result.status === "refused" && result.error.code !== "gone";
  if (isRefusedByServer && !staysWhenRefused) await discard(operationId);
  return result;
}

/** Stores operations, or sends them if this device cannot store them. @returns null when they are stored */
async function storeOrSend(
  operations: readonly PreparedOperation[],
  replaces: readonly string[],
): Promise<QueueResult<unknown> | null> {
  try {
    await append(
      operations.map(({ retries: _, ...operation }) => operation),
      replaces,
    );
    return null;
  } catch (error) {
    if (!(error instanceof NotQueued)) throw error;
    const operationId = operations.at(-1)?.id ?? "";
    // An operation to be replaced cannot be deleted either, and would be sent as well.
    const isOnlyNew = replaces.every((id) => operations.some((operation) => operation.id === id));
    if (error.cause === undefined || !isOnlyNew || !isServerReachable())
      return notStored(operationId, error.message);
    const attempt = await sendUnstored(operations);
    if (attempt.kind === "answered") return { status: "sent", operationId, data: attempt.result };
    if (attempt.kind === "later") return notStored(operationId, MAY_HAVE_ARRIVED);
    return { status: "refused", operationId, error: errorOf(attempt.problem) };
  }
}

function notStored(operationId: string, reason: string): QueueResult<never> {
  return { status: "refused", operationId, error: new ApiError("insufficient-storage", 0, reason) };
}

/** `firstResult` in a browser without storage, where a queued operation would be lost with the page. */
async function resultInMemory(operations: readonly PreparedOperation[]): Promise<QueueResult<unknown>> {
  const result = await firstResult(operations);
  if (result.status !== "queued" || !storesNothing()) return result;
  await discard(result.operationId);
  return notStored(result.operationId, MAY_HAVE_ARRIVED);
}

async function firstResult(operations: readonly PreparedOperation[]): Promise<QueueResult<unknown>> {
  const retries = new Map(operations.map((operation) => [operation.id, operation.retries ?? 0]));
  const operationId = operations.at(-1)?.id ?? "";
  for (;;) {
    const result = await resultNow(retries, operationId);
    if (result !== null) return result;
    if (await hasChanged()) continue;
    const problem = isLineHanging() ? NO_ANSWER : null;
    return (await resultNow(retries, operationId)) ?? { status: "queued", operationId, problem };
  }
}

/** Waits for a change. @returns false when it does not come in time, or when none is expected because the connection hangs */
async function hasChanged(): Promise<boolean> {
  if (isLineHanging()) return false;
  const { promise: hangs, resolve } = Promise.withResolvers<false>();
  const { unsubscribe } = reachability.subscribe(() => {
    if (isLineHanging()) resolve(false);
  });
  return await Promise.race([nextChange(PATIENCE_MS), hangs]).finally(unsubscribe);
}

/** The current result; null while the form should keep waiting. @param retries by operation, in order */
async function resultNow(
  retries: ReadonlyMap<string, number>,
  operationId: string,
): Promise<QueueResult<unknown> | null> {
  const operations = await listOperations();
  const queued = operations.filter(({ id }) => retries.has(id));
  const bundle = bundlesOf(queued).find(({ operation }) => operation.id === operationId);
  if (bundle === undefined) {
    const answer = await findAnswer(operationId);
    if (answer !== undefined) return { status: "sent", operationId, data: answer.result };
    if (await isStored(operationId)) return { status: "queued", operationId, problem: OTHER_USER };
    const error = new ApiError("gone", 0, "It was discarded in another window.");
    return { status: "refused", operationId, error };
  }
  const { operation, state, problem } = bundle;
  if (problem === null) {
    // Behind an earlier write about the same thing, which waits.
    const ahead = operations.find(({ entity }) => entity === operation.entity)?.problem ?? null;
    return ahead === null ? null : { status: "queued", operationId, problem: ahead };
  }
  if (state !== "queued") return { status: "refused", operationId, error: errorOf(problem) };
  const isWorthWaiting =
    navigator.onLine &&
    !isLineHanging() &&
    problem.code !== "unauthenticated" &&
    problem.code !== "blocked" &&
    queued.every(({ id, tries }) => tries <= (retries.get(id) ?? 0));
  return isWorthWaiting ? null : { status: "queued", operationId, problem };
}

function errorOf(problem: OperationProblem): ApiError {
  const statuses: Partial<Record<string, number>> = problemStatus;
  return new ApiError(problem.code, statuses[problem.code] ?? 400, problem.error, problem);
}
