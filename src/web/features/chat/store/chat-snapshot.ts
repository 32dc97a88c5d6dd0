import { BASE_COMPANION } from "#shared/features/companions/base-companion.ts";
import type { ChatState, Opening } from "./chat-state.ts";
import type { Conversation } from "../conversation/conversation.ts";

/** All the page knows of the chat at one moment. */
export interface ChatSnapshot {
  conversation: Conversation;
  companionId: string;
  /** What is typed and not sent yet. */
  draft: string;
  editedId: string | null;
  opening: Opening | null;
  isHintShown: boolean;
  voice: ChatState["voice"];
  epoch: number;
  /** When what is shown was heard, if this phone shows it from its copy; null else. */
  asOf: number | null;
}

export const emptyConversation: Conversation = {
  threadId: null,
  messages: [],
  hasEarlier: false,
  unsent: [],
  answering: null,
};

/** Before anybody has done anything. */
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
