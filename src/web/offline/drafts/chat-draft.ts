import { UNNAMED_VISITOR } from "#shared/outbox/operation.ts";
import { openDatabase } from "../database.ts";
import { CHAT_DRAFT_FACT } from "../user/phone-user.ts";
import { CHAT_AHEAD, writeAhead } from "./draft-ahead.ts";
import { formWriter, settleAhead } from "./form-drafts.ts";

/** The user of this page when it last read or stored the draft: a page that is being left has no time to read it. */
let writer = UNNAMED_VISITOR;

/** The chat's unsent draft, typed or spoken. It survives a reload and a dead battery until the user signs out. */
export async function readChatDraft(): Promise<string> {
  writer = await formWriter();
  await settleAhead();
  const draft = await (await openDatabase()).get("facts", CHAT_DRAFT_FACT);
  return typeof draft === "string" ? draft : "";
}

/**
 * Stores the draft, also from a page that is being left; it is on disk when the promise resolves.
 * @throws DOMException when this browser has no storage
 */
export async function saveChatDraft(draft: string): Promise<void> {
  await writeAhead(CHAT_AHEAD, { userId: writer, words: draft }, async () => {
    const database = await openDatabase();
    const transaction = database.transaction("facts", "readwrite", { durability: "strict" });
    await transaction.store.put(draft, CHAT_DRAFT_FACT);
    await transaction.done;
    writer = await formWriter();
  });
}
