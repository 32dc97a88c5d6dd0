import { announceChange } from "../changes.ts";

// An answer that is a stream belongs to the page that shows it. The outbox sends its message like any other write, and passes the open
// stream on to that page.

/** What a page does with the answer to its operation. */
interface PageShare {
  /** Fields of the body that are sent but never stored. */
  unstored: object;
  /** Takes the open stream of the run with this id. */
  take: (runId: string, response: Response) => void;
}

const shares = new Map<string, PageShare>();

/** The operation's page shows it and its answer: the outbox does not list it as waiting. */
export function showOwn(operationId: string, share: PageShare): void {
  shares.set(operationId, share);
}

/** The outbox lists the operation again, and nothing takes its answer. */
export function leaveToOutbox(operationId: string): void {
  if (shares.delete(operationId)) announceChange();
}

/** What this page does with the answer; undefined when nothing in this page shows it. */
export function shareOf(operationId: string): PageShare | undefined {
  return shares.get(operationId);
}
