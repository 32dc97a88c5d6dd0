import { AsyncLocalStorage } from "node:async_hooks";
import type { OutboundOutcome, OutboundPurpose } from "#shared/features/outbound/contract.ts";

/** The user and the reason for which the server is working. */
export interface Cause {
  /** Null: not for a particular user. */
  userId: string | null;
  /** The endpoint or job. */
  reason: string;
}

/** An outbound call when it starts. */
export interface OutboundCall extends Cause {
  purpose: OutboundPurpose;
  method: string;
  host: string;
  path: string;
  fields: string[];
  /** Shortened, without secrets. Null when there is no body or it must not be stored. */
  sent: string | null;
  bytesSent: number | null;
}

/** Outcome of an outbound call. */
export interface OutboundEnd {
  outcome: Exclude<OutboundOutcome, "under-way">;
  status: number | null;
  bytesReceived: number;
}

/** Logs the start of a call, and returns a function that logs its end. Neither waits nor throws. */
export type RecordOutbound = (call: OutboundCall) => (end: OutboundEnd) => void;

const causes = new AsyncLocalStorage<Cause>();

/** Runs work for a user. Outbound calls it makes are logged as theirs. */
export function onBehalfOf<Result>(cause: Cause, work: () => Result): Result {
  return causes.run(cause, work);
}

/** The cause of the current work. */
export function presentCause(): Cause {
  return causes.getStore() ?? { userId: null, reason: "background" };
}
