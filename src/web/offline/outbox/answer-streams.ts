import { announceChange } from "../changes.ts";

// An answer that is a stream belongs to the page that shows it. The outbox sends its message like any other write, and passes the open
// stream on to that page.

/** How a page handles the answer to its operation. */
interface PageShare {
  /** Fields of the body that are sent but never stored. The operation waits for them. */
  unstored: () => Promise<object>;
  /** Takes the open stream of the run with this id. */
  take: (runId: string, response: Response) => void;
}

const shares = new Map<string, PageShare>();

/** The operation's page shows it and its answer: the outbox does not list it as waiting. */
export function showOwn(operationId: string, share: PageShare): void {
  shares.set(operationId, share);
}

/** Lists the operation in the outbox again; its answer is then discarded. */
export function leaveToOutbox(operationId: string): void {
  if (shares.delete(operationId)) announceChange();
}

/** How this page handles the answer; undefined when the page does not show it. */
export function shareOf(operationId: string): PageShare | undefined {
  return shares.get(operationId);
}
