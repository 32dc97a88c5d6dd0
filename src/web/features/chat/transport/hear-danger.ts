import type { ChatStoreOptions } from "../store/chat-store-options.ts";
import type { ChatView } from "../store/chat-view.ts";

/**
 * Shows the help card in place of the answer to words of danger; other words are used for the user's vibe. Call it once the words are
 * stored on this device: a person who sees the card must find their words after a reload.
 * @param personId null until the server has named the user
 */
export async function hearDanger(
  view: ChatView,
  { findDanger, heardWords }: Pick<ChatStoreOptions, "findDanger" | "heardWords">,
  personId: string | null,
  { id, text }: { id: string; text: string },
): Promise<void> {
  // If it fails, the server still checks the words.
  const kind = await findDanger?.(text).catch(() => null);
  if (!kind && personId !== null) heardWords?.(personId, text);
  const { messages } = view.conversation;
  const answer = messages[messages.findIndex((message) => message.id === id) + 1];
  if (kind && answer?.role === "assistant")
    view.act({ type: "shown", messageId: answer.id, ui: { type: "help-card", kind } });
}
