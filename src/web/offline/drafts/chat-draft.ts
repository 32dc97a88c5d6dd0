import { UNNAMED_VISITOR } from "#shared/outbox/operation.ts";
import { inDatabase, storesNothing, untilOnDisk } from "../database.ts";
import { CHAT_DRAFT_FACT } from "../user/phone-user.ts";
import {
  addAhead,
  beginAddition,
  CHAT_AHEAD,
  type DraftAhead,
  storedWords,
  writeAhead,
} from "./draft-ahead.ts";
import { formWriter, settleAhead } from "./form-drafts.ts";

/** The user of this page when it last read or stored the draft: a page that is being left has no time to read it. */
let writer = UNNAMED_VISITOR;

/**
 * The chat's unsent draft, typed or spoken. It survives a reload and a dead battery until the user signs out. It is not in memory: it is read
 * as soon as the browser's own database is open. `isTaken`: it includes what the user has typed on this page while it was read.
 */
export async function readChatDraft(): Promise<{ words: string; isTaken: boolean }> {
  const endAddition = beginAddition();
  try {
    writer = await formWriter();
    await untilOnDisk();
    await settleAhead();
    const stored = await inDatabase((database) => database.get("facts", CHAT_DRAFT_FACT));
    return { words: storedWords(stored), isTaken: endAddition() };
  } catch (error) {
    endAddition();
    throw error;
  }
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
