import type { CallInput, Endpoint, ResponseOf } from "#shared/http/endpoint.ts";
import { newId } from "#shared/id.ts";
import type { NewOperation, ResultOf } from "#shared/outbox/operation.ts";
import { append } from "./outbox.ts";
import type { QueuedEndpoint } from "./queued-calls.ts";
import { type QueueResult, type Submission, submit, type SubmitOptions } from "./submit.ts";

// How features write: every call goes through the outbox, so that it survives a lost signal, and is checked against its contract.

/** A string of a queued body may be a field of an earlier answer, such as the path of a photo that is still to be uploaded. */
type Queued<T> = T extends Blob
  ? Blob
  : T extends string
    ? T | ResultOf
    : T extends readonly (infer Item)[]
      ? readonly Queued<Item>[]
      : T extends object
        ? { [Key in keyof T]: Queued<T[Key]> }
        : T;

/** As `CallInput`, with marks for earlier answers in the body. */
export type QueuedInput<E extends Endpoint> = {
  [Part in keyof CallInput<E>]: Part extends "body" ? Queued<CallInput<E>[Part]> : CallInput<E>[Part];
};

export interface OperationOptions {
  /** What it is about: writes about one thing are sent in order. */
  entity: string;
  /** For the user: "Generator, 5 kW". */
  label: string;
  /** Also the idempotency key. Default: a new one. */
  id?: string;
  /** Ids of operations that must be answered first. */
  dependsOn?: string[];
  /** Milliseconds since the epoch; it is not sent before. */
  notBefore?: number;
  /** Attempts after the first that a form waits for. Default 0. */
  retries?: number;
  /** Of a change: what it does not say of its thing, see `Operation`. */
  rest?: unknown;
}

export interface QueueOptions extends OperationOptions, SubmitOptions {
  /** Stored together with the write and sent before it: uploads it depends on. */
  before?: readonly Submission[];
}

/** One write as the outbox stores it. An endpoint that may not wait, a wrong field or a missing one does not compile. */
export function operation<E extends QueuedEndpoint>(
  endpoint: E,
  input: QueuedInput<E>,
  options: OperationOptions,
): Submission {
  const { params, body = {} } = input as Pick<NewOperation, "params"> & { body?: unknown }; // the generic hides the parts
  return { id: newId(), endpointId: endpoint.id, ...(params && { params }), body, ...options };
}

/**
 * Stores a write, to be sent as soon as there is a signal, and does not wait for that.
 * @throws NotQueued when this device cannot store it
 */
export async function enqueue<E extends QueuedEndpoint>(
  endpoint: E,
  input: QueuedInput<E>,
  { replaces = [], ...options }: OperationOptions & Pick<SubmitOptions, "replaces">,
): Promise<void> {
  const { retries: _, ...given } = operation(endpoint, input, options);
  await append([given], replaces);
}

/** Stores a write and waits for its first attempts. */
export async function queue<E extends QueuedEndpoint>(
  endpoint: E,
  input: QueuedInput<E>,
  { before = [], replaces = [], staysWhenRefused = false, ...options }: QueueOptions,
): Promise<QueueResult<ResponseOf<E>>> {
  const operations = [...before, operation(endpoint, input, options)];
  return await queueOperations(endpoint, operations, { replaces, staysWhenRefused });
}

/** As `queue`, for operations made before. @param endpoint of the last one, which is what the form is about */
export async function queueOperations<E extends QueuedEndpoint>(
  endpoint: E,
  operations: readonly Submission[],
  options: SubmitOptions,
): Promise<QueueResult<ResponseOf<E>>> {
  const result = await submit(operations, options);
  if (result.status !== "sent") return result;
  // The sender has applied the same schema, so nothing is refused here.
  return { ...result, data: endpoint.response.parse(result.data) as ResponseOf<E> };
}
