import type { ChatStoreOptions } from "../store/chat-store-options.ts";
import type { ChatView } from "../store/chat-view.ts";

/**
 * Puts the people to turn to where the answer to words of danger is awaited; other words tell how the person feels.
 * @param personId null until the server has said who speaks
 */
export async function hearDanger(
  view: ChatView,
  { findDanger, heardWords }: Pick<ChatStoreOptions, "findDanger" | "heardWords">,
  personId: string | null,
  { id, text }: { id: string; text: string },
): Promise<void> {
  // Without it the server still hears.
  const kind = await findDanger?.(text).catch(() => null);
  if (!kind && personId !== null) heardWords?.(personId, text);
  const { messages } = view.conversation;
  const answer = messages[messages.findIndex((message) => message.id === id) + 1];
  if (kind && answer?.role === "assistant")
    view.act({ type: "shown", messageId: answer.id, ui: { type: "help-card", kind } });
}
