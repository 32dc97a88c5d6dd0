/** The name under which the chat's draft is written ahead; a form's is the form's name. */
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
 * Stores a draft in the database, and until it is there in localStorage: a page that is left has no time for its database. The next page
 * takes over what is left there, see `settleAhead`; it is deleted with the data of an account that leaves.
 * @param store the write to the database
 */
export async function writeAhead(name: string, draft: DraftAhead, store: () => Promise<void>): Promise<void> {
  const text = JSON.stringify(draft);
  try {
    if (text.length <= MAX_LENGTH) localStorage.setItem(PREFIX + name, text);
  } catch {
    // The storage is full or forbidden: the database alone has to do.
  }
  try {
    await store();
  } finally {
    dropAhead(name, text);
  }
}

/** The drafts that have not reached the database, with the texts they are written as. */
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
    // forbidden: nothing is there
  }
}

function parse(text: unknown): DraftAhead | null {
  try {
    return JSON.parse(String(text)) as DraftAhead; // written above
  } catch {
    return null;
  }
}
