import { useMutation } from "@tanstack/react-query";
import { newId } from "#shared/id.ts";
import { ApiError } from "#web/lib/server/api-error.ts";
import type { FormDraft } from "../drafts/use-form-draft.ts";
import type { QueueResult } from "./queue.ts";

// If loading a module failed, the browser does not fetch it again until the page is reloaded.
const NOT_SENT = "It was not sent: a part of this page did not load. Please reload the page and try again.";

type Done<Result> = Exclude<Result, { status: "refused" }>;
type AnswerOf<Result> = Extract<Result, { status: "sent" }> extends { data: infer Answer } ? Answer : never;

export interface QueuedCallbacks<Variables, Result> {
  onSent?: (answer: AnswerOf<Result>, variables: Variables) => void;
  /** The write is stored on this device and is sent when there is a connection. */
  onQueued?: (operationId: string, variables: Variables) => void;
  /** Called after `onSent` and `onQueued`. */
  onDone?: (result: Done<Result>, variables: Variables) => void;
  /** Called when the write was refused or could not be attempted. */
  onFailed?: (sentence: string, refusal: ApiError | null, variables: Variables) => void;
}

interface QueuedMutationOptions<Variables, Result> extends QueuedCallbacks<Variables, Result> {
  /**
   * Usually imports the feature's operations first. Anything it throws ends up as `error`.
   * @param operationId the id of the operation that sends the form's draft
   */
  send: (variables: Variables, operationId: string) => Promise<Result>;
  /** The draft of the form: deleted when the write is queued or sent. */
  draft?: Pick<FormDraft, "drop" | "sendAs">;
  /** The error message when `send` throws before anything was sent, such as for code that did not load. */
  failure?: string;
}

export interface QueuedMutation<Variables, Result> {
  mutate: (variables: Variables, callbacks?: QueuedCallbacks<Variables, Result>) => void;
  status: "idle" | "pending" | "sent" | "queued" | "refused";
  isPending: boolean;
  /** The variables being sent, or those sent last. */
  variables: Variables | undefined;
  /** Outcome of the last write; undefined before the first and after a failure. */
  result: Done<Result> | undefined;
  /** A message for the user; null without an error. */
  error: string | null;
  /** The server's refusal, with its code, fields and current record. */
  refusal: ApiError | null;
  reset: () => void;
}

/**
 * A write through the outbox with the shape of TanStack Query's `useMutation`. It may be done while the write still waits for a
 * connection.
 */
export function useQueuedMutation<Variables, Result extends QueueResult<unknown>>({
  send,
  draft,
  failure = NOT_SENT,
  ...callbacks
}: QueuedMutationOptions<Variables, Result>): QueuedMutation<Variables, Result> {
  const { mutate, reset, status, isPending, data, error, variables } = useMutation({
    mutationFn: async (input: Variables) => {
      const operationId = newId();
      draft?.sendAs(operationId);
      const result = await send(input, operationId);
      if (result.status === "refused") throw result.error;
      draft?.drop();
      return result as Done<Result>;
    },
    ...listeners(callbacks, failure),
  });
  return {
    mutate: (input, more = {}) => mutate(input, listeners(more, failure)),
    status: status === "error" ? "refused" : status === "success" ? data.status : status,
    isPending,
    variables,
    result: data,
    error: error === null ? null : sentenceOf(error, failure),
    refusal: error instanceof ApiError ? error : null,
    reset,
  };
}

function listeners<Variables, Result extends QueueResult<unknown>>(
  { onSent, onQueued, onDone, onFailed }: QueuedCallbacks<Variables, Result>,
  failure: string,
) {
  return {
    onSuccess: (result: Done<Result>, variables: Variables) => {
      if (result.status === "sent") onSent?.(result.data as AnswerOf<Result>, variables);
      else onQueued?.(result.operationId, variables);
      onDone?.(result, variables);
    },
    onError: (error: Error, variables: Variables) =>
      onFailed?.(sentenceOf(error, failure), error instanceof ApiError ? error : null, variables),
  };
}

function sentenceOf(error: Error, failure: string): string {
  return error instanceof ApiError ? error.message : failure;
}
