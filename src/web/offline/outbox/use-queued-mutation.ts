import { useMutation } from "@tanstack/react-query";
import { ApiError } from "#web/lib/server/api-client.ts";
import type { QueueResult } from "./submit.ts";

// A module that did not load once is not asked for again by the browser until the page is reloaded.
const NOT_SENT = "It was not sent: a part of this page did not load. Please reload the page and try again.";

type Done<Result> = Exclude<Result, { status: "refused" }>;
type AnswerOf<Result> = Extract<Result, { status: "sent" }> extends { data: infer Answer } ? Answer : never;

export interface QueuedCallbacks<Given, Result> {
  onSent?: (answer: AnswerOf<Result>, given: Given) => void;
  /** It is stored on this device and is sent when there is a signal. */
  onQueued?: (operationId: string, given: Given) => void;
  /** After either of the two. */
  onDone?: (result: Done<Result>, given: Given) => void;
  /** Refused, or it could not even be tried. */
  onFailed?: (sentence: string, refusal: ApiError | null, given: Given) => void;
}

interface QueuedMutationOptions<Given, Result> extends QueuedCallbacks<Given, Result> {
  /** Usually loads the feature's operations first. Whatever it throws ends as `error`. */
  send: (given: Given) => Promise<Result>;
  /** Said when something was thrown before anything was sent, such as code that did not load. */
  failure?: string;
}

export interface QueuedMutation<Given, Result> {
  mutate: (given: Given, callbacks?: QueuedCallbacks<Given, Result>) => void;
  status: "idle" | "pending" | "sent" | "queued" | "refused";
  isPending: boolean;
  /** What is being sent, or was sent last. */
  given: Given | undefined;
  /** What became of the last one; undefined before, and when it failed. */
  result: Done<Result> | undefined;
  /** A sentence for the user; null while nothing is wrong. */
  error: string | null;
  /** The server's refusal itself, with its code, fields and current record. */
  refusal: ApiError | null;
  reset: () => void;
}

/** A write by the outbox, with the shape of TanStack Query's `useMutation`: it may be done and still wait for a signal. */
export function useQueuedMutation<Given, Result extends QueueResult<unknown>>({
  send,
  failure = NOT_SENT,
  ...callbacks
}: QueuedMutationOptions<Given, Result>): QueuedMutation<Given, Result> {
  const { mutate, reset, status, isPending, data, error, variables } = useMutation({
    mutationFn: async (given: Given) => {
      const result = await send(given);
      if (result.status === "refused") throw result.error;
      return result as Done<Result>;
    },
    ...listeners(callbacks, failure),
  });
  return {
    mutate: (given, more = {}) => mutate(given, listeners(more, failure)),
    status: status === "error" ? "refused" : status === "success" ? data.status : status,
    isPending,
    given: variables,
    result: data,
    error: error === null ? null : sentenceOf(error, failure),
    refusal: error instanceof ApiError ? error : null,
    reset,
  };
}

function listeners<Given, Result extends QueueResult<unknown>>(
  { onSent, onQueued, onDone, onFailed }: QueuedCallbacks<Given, Result>,
  failure: string,
) {
  return {
    onSuccess: (result: Done<Result>, given: Given) => {
      if (result.status === "sent") onSent?.(result.data as AnswerOf<Result>, given);
      else onQueued?.(result.operationId, given);
      onDone?.(result, given);
    },
    onError: (error: Error, given: Given) =>
      onFailed?.(sentenceOf(error, failure), error instanceof ApiError ? error : null, given),
  };
}

function sentenceOf(error: Error, failure: string): string {
  return error instanceof ApiError ? error.message : failure;
}
