import type { IDBPTransaction } from "idb";
import { newId } from "#shared/id.ts";
import type { LoobyDatabase } from "../schema.ts";

/** The stores of a draft and of all operations that are or were in the outbox. */
export const DRAFT_STORES = ["facts", "outbox", "answers", "sent"] as const;
type InDraftStores = IDBPTransaction<LoobyDatabase, [...typeof DRAFT_STORES], "readonly" | "readwrite">;

/** The name under which the chat's draft is written ahead; for a form, see `draftName`. */
export const CHAT_AHEAD = "chat";

/**
 * The name of a page's draft of a form. An older version used the form's name.
 * @param form a form's name, with the id of its subject
 * @param id of version 7: of two drafts, the later page's name comes last
 */
export function draftName(form: string, id: string): string {
  return `${form}#${id}`;
}

const PREFIX = "looby.draft:";
/** Characters of a text that is written ahead: the browser's synchronous storage is small. */
const MAX_LENGTH = 100_000;

/** A draft on its way into the database; null deletes it. */
export interface DraftAhead {
  /** The user who typed it; empty while a slow database has not named the user of this device. */
  userId: string;
  words: Readonly<Record<string, string>> | string | null;
  /** Names of the drafts of a form that this one replaces. */
  seen?: readonly string[];
  /** Id of the operation that sends a form's draft. */
  sentAs?: string | undefined;
  /**
   * Messages before the chat's words that are on their way into the outbox: those that reach it do not belong to the draft any more. The
   * draft stays written ahead until then.
   */
  unstored?: Unstored;
}

type Unstored = readonly { id: string; text: string }[];

/** The name of the words typed while this page reads the chat's draft; null before and afterwards. */
let addition: string | null = null;
/** Names of the drafts that this page has written ahead and not deleted. */
const written = new Set<string>();

/** Whether another page has taken over what this page could not store. */
export function areWordsTaken(): boolean {
  return [...written].some((name) => read(name) === null);
}

/**
 * Begins to read the chat's draft. The user's words are written ahead under another name meanwhile, and come after the draft.
 * @returns ends it, and returns whether another page has moved these words into the draft
 */
export function beginAddition(): () => boolean {
  const name = `${CHAT_AHEAD}:${Date.now()}:${newId()}`;
  addition = name;
  return () => {
    if (addition === name) addition = null;
    const text = read(name);
    if (text !== null) dropAhead(name, text);
    return written.delete(name);
  };
}

/** Writes the chat's words ahead that come after the draft being read. @returns false when none is being read */
export function addAhead(draft: DraftAhead): boolean {
  if (addition === null) return false;
  note(addition, JSON.stringify(draft));
  return true;
}

/**
 * Stores a draft in the database, and in localStorage until the database has it: a page that is being left has no time for its database.
 * The next page moves the rest, see `settleAhead`. It is deleted with the data of an account that signs out.
 * @param store the write to the database; returns whether it is on disk
 */
export async function writeAhead(
  name: string,
  draft: DraftAhead,
  store: () => Promise<boolean>,
): Promise<void> {
  const text = JSON.stringify(draft);
  note(name, text);
  const isOnDisk = await store();
  if (isOnDisk) dropAhead(name, text);
}

/** The words of the chat's draft in the database. The version of 29 November 2026 stored an object. */
export function storedWords(stored: unknown): string {
  const words = typeof stored === "object" && stored !== null && "words" in stored ? stored.words : stored;
  return typeof words === "string" ? words : "";
}

/** Messages that were on their way into the outbox when their pages were left, in the order of sending. */
export function messagesAhead(): Unstored {
  const messages = draftsToSettle().flatMap(({ draft }) => draft?.unstored ?? []);
  return messages.map(({ id, text }) => ({ id: id || newId(), text })); // index.html gives them no id
}

/**
 * The messages that did not reach the outbox.
 * @param transaction over the stores of every message that did
 */
export async function unsentOf(transaction: InDraftStores, unstored: Unstored): Promise<Unstored> {
  const lost = [];
  for (const message of unstored) if (!(await isQueuedOrSent(transaction, message.id))) lost.push(message);
  return lost;
}

/** Whether an operation has reached the outbox. One that was discarded there counts as not. */
export async function isQueuedOrSent(transaction: InDraftStores, id: string): Promise<boolean> {
  const found = [
    await transaction.objectStore("outbox").index("id").getKey(id),
    await transaction.objectStore("answers").getKey(id),
    await transaction.objectStore("sent").getKey(id),
  ];
  return found.some((key) => key !== undefined);
}

/** Text drafts one below the other. */
export function joinDrafts(...parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join("\n");
}

/** Where the storage is full or forbidden, only the database is used. */
function note(name: string, text: string): void {
  if (text.length > MAX_LENGTH) return;
  try {
    localStorage.setItem(PREFIX + name, text);
    written.add(name);
  } catch {
    // See above.
  }
}

function read(name: string): string | null {
  try {
    return localStorage.getItem(PREFIX + name);
  } catch {
    return null; // forbidden
  }
}

/** `draftsAhead` without the words that this page adds to the draft it reads, in the order in which their pages began. */
export function draftsToSettle(): ReturnType<typeof draftsAhead> {
  return draftsAhead()
    .filter(({ name }) => name !== addition)
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
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
  if (read(name) !== text) return;
  localStorage.removeItem(PREFIX + name);
  written.delete(name);
}

function parse(text: unknown): DraftAhead | null {
  try {
    return JSON.parse(String(text)) as DraftAhead; // written above
  } catch {
    return null;
  }
}
