import type { ChatStoreOptions } from "../store/chat-store-options.ts";
import type { ChatView } from "../store/chat-view.ts";

/** Milliseconds. A device whose storage hangs must not delay help any longer. */
const LONGEST_STORING_MS = 2000;

/**
 * Shows the help card in place of the answer to words of danger; other words are used for the user's vibe. The card comes after the words
 * are stored, so that a reload of a page with the card always finds the words.
 * @param personId null until the server has named the user
 * @param stored resolves when the words are stored on this device
 */
export async function hearDanger(
  view: ChatView,
  { findDanger, heardWords }: Pick<ChatStoreOptions, "findDanger" | "heardWords">,
  personId: string | null,
  { id, text }: { id: string; text: string },
  stored: Promise<void>,
): Promise<void> {
  const storing = Promise.race([stored, new Promise((done) => setTimeout(done, LONGEST_STORING_MS))]);
  // If it fails, the server still checks the words.
  const [kind] = await Promise.all([findDanger?.(text).catch(() => null), storing]);
  if (!kind && personId !== null) heardWords?.(personId, text);
  const { messages } = view.conversation;
  const answer = messages[messages.findIndex((message) => message.id === id) + 1];
  if (kind && answer?.role === "assistant")
    view.act({ type: "shown", messageId: answer.id, ui: { type: "help-card", kind } });
}
