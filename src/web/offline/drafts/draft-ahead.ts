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
}

/**
 * Stores a draft in the database, and in localStorage until the database has it: a page that is being left has no time for its database.
 * The next page moves the rest, see `settleAhead`. It is deleted with the data of an account that signs out.
 * @param store the write to the database
 */
export async function writeAhead(name: string, draft: DraftAhead, store: () => Promise<void>): Promise<void> {
  const text = JSON.stringify(draft);
  try {
    if (text.length <= MAX_LENGTH) localStorage.setItem(PREFIX + name, text);
  } catch {
    // The storage is full or forbidden: only the database is used.
  }
  try {
    await store();
  } finally {
    dropAhead(name, text);
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
    if (localStorage.getItem(PREFIX + name) === text) localStorage.removeItem(PREFIX + name);
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
