import { openDatabase } from "../database.ts";
import { CHAT_DRAFT_FACT } from "../user/phone-user.ts";

/** The chat's unsent draft, typed or spoken. It survives a reload and a dead battery until the user signs out. */
export async function readChatDraft(): Promise<string> {
  const draft = await (await openDatabase()).get("facts", CHAT_DRAFT_FACT);
  return typeof draft === "string" ? draft : "";
}

/** Stores the draft; it is on disk when the promise resolves. @throws DOMException when this browser has no storage */
export async function saveChatDraft(draft: string): Promise<void> {
  const database = await openDatabase();
  const transaction = database.transaction("facts", "readwrite", { durability: "strict" });
  await transaction.store.put(draft, CHAT_DRAFT_FACT);
  await transaction.done;
}
