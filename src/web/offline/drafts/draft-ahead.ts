import type { IDBPTransaction } from "idb";
import { countAbsences } from "../absence.ts";
import { storesNothing } from "../database.ts";
import type { LoobyDatabase } from "../schema.ts";

/** The stores of a draft and of all messages that are or were in the outbox. */
export const DRAFT_STORES = ["facts", "outbox", "answers", "sent"] as const;
type Messages = IDBPTransaction<LoobyDatabase, [...typeof DRAFT_STORES], "readwrite">;

/** The name under which the chat's draft is written ahead; for a form, it is the form's name. */
export const CHAT_AHEAD = "chat";

const PREFIX = "looby.draft:";
/** Characters of a text that is written ahead: the browser's synchronous storage is small. */
const MAX_LENGTH = 100_000;

/** A draft on its way into the database; null deletes it. */
export interface DraftAhead {
  /** The user who typed it. */
  userId: string;
  words: Readonly<Record<string, string>> | string | null;
  /** Messages before the chat's draft that were on their way into the outbox. */
  unstored?: readonly { id: string; text: string }[];
}

/**
 * Stores a draft in the database, and in localStorage until the database has it: a page that is being left has no time for its database.
 * The next page moves the rest, see `settleAhead`. It is deleted with the data of an account that signs out.
 * @param store the write to the database. `isOutdated`: another page has taken the draft over while this one was left
 */
export async function writeAhead(
  name: string,
  draft: DraftAhead,
  store: (isOutdated: () => boolean) => Promise<void>,
): Promise<void> {
  const text = JSON.stringify(draft);
  const before = countAbsences();
  try {
    if (text.length <= MAX_LENGTH) localStorage.setItem(PREFIX + name, text);
  } catch {
    // The storage is full or forbidden: only the database is used.
  }
  await store(() => countAbsences() !== before && read(name) !== text);
  if (!storesNothing()) dropAhead(name, text);
}

/**
 * The text of a chat's draft: after the messages that did not reach the outbox.
 * @param transaction over the stores of every message that did
 */
export async function chatWords(
  transaction: Messages,
  words: string,
  unstored: readonly { id: string; text: string }[],
): Promise<string> {
  const lost: string[] = [];
  for (const { id, text } of unstored) {
    const found = [
      await transaction.objectStore("outbox").index("id").getKey(id),
      await transaction.objectStore("answers").getKey(id),
      await transaction.objectStore("sent").getKey(id),
    ];
    if (found.every((key) => key === undefined)) lost.push(text);
  }
  return [...lost, words].filter((part) => part !== "").join("\n");
}

function read(name: string): string | null {
  try {
    return localStorage.getItem(PREFIX + name);
  } catch {
    return null; // forbidden
  }
}

/** The drafts that have not reached the database, with their serialized texts. */
export function draftsAhead(): { name: string; text: string; draft: DraftAhead | null }[] {
  try {
    return Object.entries(localStorage)
      .filter(([key]) => key.startsWith(PREFIX))
      .map(([key, text]) => ({ name: key.slice(PREFIX.length), text: String(text), draft: parse(text) }));
  } catch {
    return []; // forbidden
  }
}

/** Deletes a draft written ahead, unless a newer one has taken its place. */
export function dropAhead(name: string, text: string): void {
  try {
    if (read(name) === text) localStorage.removeItem(PREFIX + name);
  } catch {
    // forbidden: it is empty
  }
}

function parse(text: unknown): DraftAhead | null {
  try {
    return JSON.parse(String(text)) as DraftAhead; // written above
  } catch {
    return null;
  }
}
