import { BASE_COMPANION } from "#shared/features/companions/base-companion.ts";
import type { ChatState, Opening } from "./chat-state.ts";
import type { Conversation } from "../conversation/conversation.ts";

/** The whole state of the chat at one moment. */
export interface ChatSnapshot {
  conversation: Conversation;
  companionId: string;
  /** The text in the composer. */
  draft: string;
  /** Id of the message being edited; null while a new one is written. */
  editedId: string | null;
  opening: Opening | null;
  /** The user asked to add a resource: the hint explains how. */
  isHintShown: boolean;
  voice: ChatState["voice"];
  epoch: number;
  /** Time of the shown data if it comes from this phone's copy; null otherwise. */
  asOf: number | null;
}

export const emptyConversation: Conversation = {
  threadId: null,
  messages: [],
  hasEarlier: false,
  unsent: [],
  answering: null,
};

/** The initial state. */
export const initialSnapshot: ChatSnapshot = {
  conversation: emptyConversation,
  companionId: BASE_COMPANION,
  draft: "",
  editedId: null,
  opening: null,
  isHintShown: false,
  voice: "idle",
  epoch: 0,
  asOf: null,
};

/** Whether the greeting has the whole conversation to itself. */
export function isConversationEmpty({ conversation, opening, voice }: ChatSnapshot): boolean {
  const { messages, hasEarlier } = conversation;
  return messages.length === 0 && !hasEarlier && opening === null && voice !== "processing";
}
