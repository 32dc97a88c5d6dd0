import type { SentPosition } from "#shared/features/chat/position.ts";
import type { MessageUi } from "#shared/features/chat/contract.ts";
import { BASE_COMPANION } from "#shared/features/companions/base-companion.ts";
import type { ChatMessage } from "../conversation/chat-message.ts";
import type { Conversation } from "../conversation/conversation.ts";

/** State of the conversation view. Set by the code that communicates with the server; the components only render it. */
export interface ChatState {
  companion: ChatCompanion;
  /** A user who has chosen a companion before is greeted as a friend. */
  isReturning: boolean;
  messages: readonly ChatMessage[];
  /** Whether the server has messages before the first one here. */
  hasEarlier: boolean;
  /** Increases when all shown messages are replaced. */
  epoch: number;
  /**
   * `sending`: a message is being sent. `answering`: the answer is being streamed and can be stopped. `parted`: the answer continues
   * without a connection, and another message can be sent.
   */
  phase: "idle" | "sending" | "answering" | "parted";
  /** Whether the user is recording a message, or its recording is being transcribed. */
  voice: "idle" | "recording" | "processing";
  /** A conversation that is being fetched or failed to load; null when there is none. */
  opening: Opening | null;
}

export interface Opening {
  threadId: string;
  /** Why it could not be fetched; null while it is being fetched. */
  problem: string | null;
  /** It is fetched as soon as there is a connection. */
  isWaiting?: boolean;
}

export interface ChatActions {
  changeDraft: (text: string) => void;
  /**
   * @param position the user's position, if just shared for this message
   * @param takenAs id of a message that an earlier page has taken
   */
  send: (text: string, position?: SentPosition, takenAs?: string) => void;
  /** Moves the queued message that this answer belongs to back into the composer. */
  takeBack: (messageId: string) => void;
  stop: () => void;
  /** Requests the answer with this id again. */
  retry: (messageId: string) => void;
  /** Stops the current answer and queries the library instead of the model. */
  askLibrary: (messageId: string) => void;
  /** Moves the text of a user's message into the composer; the new text replaces the message. Without an id, uses the last message. */
  edit: (messageId?: string) => void;
  cancelEdit: () => void;
  /** Shows another version of a message and the messages after it. */
  showVersion: (messageId: string) => void;
  /** Fetches earlier messages. */
  loadEarlier: () => Promise<void>;
  /** Fetches a conversation that failed to load. */
  retryOpening: () => void;
  dismissHint: () => void;
  /** Shows an object created from an answer beside it. */
  showMade: (messageId: string, ui: MessageUi) => void;
}

export interface ChatCompanion {
  id: string;
  name: string;
  /** The base companion represents the product and uses its logo. */
  isBase: boolean;
  /** An emoji; ignored for the base companion. */
  icon: string;
}

/** Whether the newest message is the help card: no other element may distract from it. */
export function isHelpNewest({ messages }: Pick<ChatState, "messages">): boolean {
  const newest = messages.at(-1);
  return newest?.role === "assistant" && newest.ui?.type === "help-card";
}

/** The text of a message with its id. */
export interface Words {
  id: string;
  text: string;
}

/** The whole state of the chat at one moment. */
export interface ChatSnapshot {
  conversation: Conversation;
  companionId: string;
  /** The text in the composer. */
  draft: string;
  /** Messages just sent that this device has not stored yet, oldest first: a reload restores them as the draft. */
  unstored: readonly Words[];
  /** Id of the message being edited; null while a new one is written. */
  editedId: string | null;
  opening: Opening | null;
  /** The message that the user has found by its words, to scroll to. A new object for each search. */
  sought?: { id: string } | undefined;
  /** The user asked how to add a resource: show the hint. */
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

/** Takes the words of a message out of the composer. Other words in it, for example beside a tapped suggestion, stay. */
export function takingWords(
  { draft, unstored }: ChatSnapshot,
  question: Words,
): Pick<ChatSnapshot, "draft" | "unstored"> {
  return {
    draft: draft.trim() === question.text ? "" : draft,
    unstored: [...unstored.filter(({ id }) => id !== question.id), question],
  };
}

/** The initial state. */
export const initialSnapshot: ChatSnapshot = {
  conversation: emptyConversation,
  companionId: BASE_COMPANION,
  draft: "",
  unstored: [],
  editedId: null,
  opening: null,
  isHintShown: false,
  voice: "idle",
  epoch: 0,
  asOf: null,
};

/** Whether the greeting is the only content of the conversation. */
export function isConversationEmpty({ conversation, opening, voice }: ChatSnapshot): boolean {
  const { messages, hasEarlier } = conversation;
  return messages.length === 0 && !hasEarlier && opening === null && voice !== "processing";
}
