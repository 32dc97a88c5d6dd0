import { openDatabase } from "../database.ts";
import { CHAT_DRAFT_FACT } from "../user/phone-user.ts";

/** What is typed or spoken into the chat and not sent: through a reload and a dead battery, until the person signs out. */
export async function readChatDraft(): Promise<string> {
  const draft = await (await openDatabase()).get("facts", CHAT_DRAFT_FACT);
  return typeof draft === "string" ? draft : "";
}

/** On the disk when it resolves. @throws DOMException when this browser keeps nothing */
export async function saveChatDraft(draft: string): Promise<void> {
  const database = await openDatabase();
  const transaction = database.transaction("facts", "readwrite", { durability: "strict" });
  await transaction.store.put(draft, CHAT_DRAFT_FACT);
  await transaction.done;
}
