import { UNNAMED_VISITOR } from "#shared/outbox/operation.ts";
import { inDatabase, storesNothing, untilOnDisk } from "../database.ts";
import { CHAT_DRAFT_FACT } from "../user/phone-user.ts";
import type { Database } from "../schema.ts";
import {
  addAhead,
  beginAddition,
  CHAT_AHEAD,
  DRAFT_STORES,
  type DraftAhead,
  joinDrafts,
  messagesAhead,
  storedWords,
  unsentOf,
  writeAhead,
} from "./draft-ahead.ts";
import { formWriter, settleAhead } from "./form-drafts.ts";

/** The user of this page when it last read or stored the draft: a page that is being left has no time to read it. */
let writer = UNNAMED_VISITOR;

interface ChatDraft {
  /** Messages of earlier pages that never reached the outbox: to be sent before any other. */
  unsent: NonNullable<DraftAhead["unstored"]>;
  words: string;
  /** `words` include those that the user has typed on this page while they were read. */
  isTaken: boolean;
}

/**
 * The chat's unsent draft, typed or spoken. It survives a reload and a dead battery until the user signs out. It is not in memory: it is read
 * as soon as the browser's own database is open.
 */
export async function readChatDraft(): Promise<ChatDraft> {
  const ahead = messagesAhead();
  const endAddition = beginAddition();
  try {
    writer = await formWriter();
    await untilOnDisk();
    await settleAhead();
    return { ...(await inDatabase((database) => readStored(database, ahead))), isTaken: endAddition() };
  } catch (error) {
    endAddition();
    throw error;
  }
}

/** Separates the messages that `settleAhead` has put before the words. Those of another user it has deleted. */
async function readStored(
  database: Database,
  ahead: ChatDraft["unsent"],
): Promise<Omit<ChatDraft, "isTaken">> {
  const transaction = database.transaction(DRAFT_STORES);
  const stored = storedWords(await transaction.objectStore("facts").get(CHAT_DRAFT_FACT));
  const unsent = await unsentOf(transaction, ahead);
  const texts = joinDrafts(...unsent.map(({ text }) => text));
  const isFirst = stored === texts || stored.startsWith(`${texts}\n`);
  if (unsent.length === 0 || !isFirst) return { unsent: [], words: stored };
  return { unsent, words: stored.slice(texts.length + 1) };
}

/**
 * Stores the draft, also from a page that is being left; it is on disk when the promise resolves.
 * @param unstored see `DraftAhead`
 * @throws DOMException when this browser has no storage
 */
export async function saveChatDraft(
  draft: string,
  unstored: NonNullable<DraftAhead["unstored"]> = [],
): Promise<void> {
  const ahead = { userId: writer, words: draft, unstored };
  if (addAhead(ahead)) return; // saved again when the stored draft has been read
  await writeAhead(CHAT_AHEAD, ahead, async () => {
    await inDatabase(async (database) => {
      const { store, done } = database.transaction("facts", "readwrite", { durability: "strict" });
      await store.put(draft, CHAT_DRAFT_FACT);
      await done;
    });
    writer = await formWriter();
    return unstored.length === 0 && !storesNothing();
  });
}
