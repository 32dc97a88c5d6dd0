import type { CallInput, Endpoint, ResponseOf } from "#shared/http/endpoint.ts";
import { newId } from "#shared/id.ts";
import type { NewOperation, ResultOf } from "#shared/outbox/operation.ts";
import { append } from "./outbox.ts";
import type { QueuedEndpoint } from "./queued-calls.ts";
import { type QueueResult, type Submission, submit, type SubmitOptions } from "./submit.ts";

// How features write: every call goes through the outbox, so that it survives a lost connection, and is checked against its contract.

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

export interface QueueOptions extends OperationOptions, SubmitOptions {
  /** Uploads it depends on: stored together with the write and sent before it. */
  before?: readonly Submission[];
}

/** Builds the operation for one write. An endpoint that may not be queued, or a wrong or missing field, does not compile. */
export function operation<E extends QueuedEndpoint>(
  endpoint: E,
  input: QueuedInput<E>,
  options: OperationOptions,
): Submission {
  const { params, body = {} } = input as Pick<NewOperation, "params"> & { body?: unknown }; // the generic hides the parts
  return { id: newId(), endpointId: endpoint.id, ...(params && { params }), body, ...options };
}

/**
 * Stores a write to be sent when there is a connection, without waiting for that.
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

/** `queue` for operations built before. @param endpoint that of the last operation, whose answer is returned */
export async function queueOperations<E extends QueuedEndpoint>(
  endpoint: E,
  operations: readonly Submission[],
  options: SubmitOptions,
): Promise<QueueResult<ResponseOf<E>>> {
  const result = await submit(operations, options);
  if (result.status !== "sent") return result;
  // The sender has applied the same schema, so nothing is rejected here.
  return { ...result, data: endpoint.response.parse(result.data) as ResponseOf<E> };
}
