// Pages that the user leaves. WebKit keeps a left page for the Back button together with its transactions, and with them the locks of their
// stores: no other page could write. (WebKit bugs 315804 and 324094, issue 381 of w3c/IndexedDB.) So a page ends them when it is left. Shown
// again, it goes on with its work, unless another page has run since: that one may have taken over its words, so this one loads again.

import { newId } from "#shared/id.ts";

/** Names the page of this browser that was opened last, or has last taken over words of another one. */
const LAST_PAGE = "looby.last-page";
const pageId = newId();

/** Milliseconds after which the end of a transaction that was cut off is not reported any more. */
const LOST_MS = 1000;
/** The events with which a transaction ends. */
const ENDS = ["complete", "abort"] as const;
const connections = new Set<IDBDatabase>();
const transactions = new Set<IDBTransaction>();
/** Set while the page is left: the browser may show it again. */
let absence: PromiseWithResolvers<void> | null = null;
let absences = 0;
/** The transactions that ended when the page was left last. */
let cutOff: IDBTransaction[] = [];
let onReturn: () => void = () => undefined;
let mayLoadAgain: () => Promise<boolean> = async () => true;

/** How often the page was left so far. Unequal numbers mean that the user may have seen another page since. */
export function countAbsences(): number {
  return absences;
}

/** Resolves when the page is shown; never in a page that is being unloaded. */
export async function untilShown(): Promise<void> {
  await absence?.promise;
}

/** Calls back when a page that was left is shown again, with its connections closed. `mayLoad`: it may load again instead. */
export function whenShownAgain(listener: () => void, mayLoad: () => Promise<boolean>): void {
  onReturn = listener;
  mayLoadAgain = mayLoad;
}

/** Notes a connection, and every transaction on it until it ends. @param onBegin called with each */
export function noteConnection(database: IDBDatabase, onBegin: (transaction: IDBTransaction) => void): void {
  connections.add(database);
  const begin = database.transaction.bind(database);
  database.transaction = (...args) => {
    const transaction = begin(...args);
    noteTransaction(transaction);
    onBegin(transaction);
    return transaction;
  };
}

/** Notes a transaction until it ends. */
export function noteTransaction(transaction: IDBTransaction): void {
  transactions.add(transaction);
  for (const end of ENDS) transaction.addEventListener(end, () => transactions.delete(transaction));
}

/** @returns false when it was closed before */
export function closeConnection(database: IDBDatabase): boolean {
  database.close();
  return connections.delete(database);
}

/** Closes all connections but one, and resolves when their transactions have ended. */
export async function closeOthers(kept: IDBDatabase): Promise<void> {
  for (const database of connections) if (database !== kept) closeConnection(database);
  const ends = [...transactions].map(
    (transaction) =>
      new Promise<void>((resolve) => {
        for (const end of ENDS) transaction.addEventListener(end, () => resolve());
      }),
  );
  await Promise.all(ends);
}

function leave(): void {
  if (absence !== null) return;
  absences += 1;
  absence = Promise.withResolvers();
  cutOff = [...transactions].filter((transaction) => {
    try {
      transaction.abort();
      return true;
    } catch {
      return false; // already being completed: it does not wait for this page
    }
  });
  for (const database of connections) closeConnection(database);
}

async function comeBack(): Promise<void> {
  if (absence === null) return;
  if (localStorage.getItem(LAST_PAGE) !== pageId && (await mayLoadAgain())) {
    location.reload();
    return;
  }
  absence.resolve();
  absence = null;
  onReturn();
  // WebKit loses the events of some, and their work would wait for ever.
  await new Promise((resolve) => setTimeout(resolve, LOST_MS));
  const isLost = cutOff.some((transaction) => transactions.has(transaction));
  if (isLost && (await mayLoadAgain())) location.reload();
}

/** Notes that this page takes over what other pages could not store: they load again before they are shown. */
export function noteLastPage(): void {
  try {
    localStorage.setItem(LAST_PAGE, pageId);
  } catch {
    // No worker has this storage. Where it is full, pages load again.
  }
}

noteLastPage();
// A worker has no such events, and the proofs' phones have no window.
if ("addEventListener" in globalThis) {
  addEventListener("pagehide", leave);
  addEventListener("pageshow", () => void comeBack());
}
