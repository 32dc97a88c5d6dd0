import { confirmLoan, requestLoan, stepLoan } from "#shared/features/lending/contract.ts";
import type { QueuedOperation } from "#web/offline/outbox/outbox.ts";

/** Queued writes about loans. */
export interface QueuedLoans {
  /** Requests that the server has not received yet: the loan's id and its label. */
  requests: readonly { id: string; label: string }[];
  /** Labels of queued steps by loan id. */
  steps: ReadonlyMap<string, string>;
}

/** Reads the outbox. @param known ids of loans in the server's response */
export function queuedLoans(operations: readonly QueuedOperation[], known: ReadonlySet<string>): QueuedLoans {
  const requests: { id: string; label: string }[] = [];
  const steps = new Map<string, string>();
  for (const operation of operations) {
    const id = operation.entity.replace(/^loan:/, "");
    if (operation.endpointId === requestLoan.id && !known.has(id))
      requests.push({ id, label: operation.label });
    if (operation.endpointId === stepLoan.id || operation.endpointId === confirmLoan.id)
      steps.set(id, operation.label);
  }
  return { requests, steps };
}
