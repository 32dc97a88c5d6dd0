import type { confirmLoan, requestLoan, stepLoan } from "#shared/features/lending/contract.ts";
import type { QueuedOperation } from "#web/offline/outbox/outbox.ts";

// Written out once more: the contract brings its schemas along.
const REQUEST: typeof requestLoan.id = "lending.request";
const STEP: typeof stepLoan.id = "lending.step";
const CONFIRM: typeof confirmLoan.id = "lending.confirm";

/** What this device still has to send about loans. */
export interface QueuedLoans {
  /** Requests the server does not know yet: id of the loan, and what it is, in words. */
  requests: readonly { id: string; label: string }[];
  /** Loans with a step on the way, and its words. */
  steps: ReadonlyMap<string, string>;
}

/** Reads the outbox. @param known ids of loans the server has told of */
export function queuedLoans(kept: readonly QueuedOperation[], known: ReadonlySet<string>): QueuedLoans {
  const requests: { id: string; label: string }[] = [];
  const steps = new Map<string, string>();
  for (const operation of kept) {
    const id = operation.entity.replace(/^loan:/, "");
    if (operation.endpointId === REQUEST && !known.has(id)) requests.push({ id, label: operation.label });
    if (operation.endpointId === STEP || operation.endpointId === CONFIRM) steps.set(id, operation.label);
  }
  return { requests, steps };
}
