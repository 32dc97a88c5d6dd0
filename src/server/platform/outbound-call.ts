import { AsyncLocalStorage } from "node:async_hooks";
import type { OutboundOutcome, OutboundPurpose } from "#shared/features/outbound/contract.ts";

/** For whom and because of what this server is at work. */
export interface Cause {
  /** Null: for nobody in particular. */
  userId: string | null;
  /** The endpoint or job. */
  reason: string;
}

/** A call to the world outside as it begins. */
export interface OutboundCall extends Cause {
  purpose: OutboundPurpose;
  method: string;
  host: string;
  path: string;
  fields: string[];
  /** Shortened, without secrets; null when there is nothing or it must not be kept. */
  sent: string | null;
  bytesSent: number | null;
}

/** How it ended. */
export interface OutboundEnd {
  outcome: Exclude<OutboundOutcome, "under-way">;
  status: number | null;
  bytesReceived: number;
}

/** Notes down that a call begins; what it returns, that it has ended. Neither waits nor throws. */
export type RecordOutbound = (call: OutboundCall) => (end: OutboundEnd) => void;

const causes = new AsyncLocalStorage<Cause>();

/** Runs work for a user: calls it makes to the world outside are noted down as theirs. */
export function onBehalfOf<Result>(cause: Cause, work: () => Result): Result {
  return causes.run(cause, work);
}

/** For whom the work is that asks. */
export function presentCause(): Cause {
  return causes.getStore() ?? { userId: null, reason: "background" };
}
