import type { SentPosition } from "#shared/features/chat/position.ts";
import type { MessageUi, Source } from "#shared/features/chat/contract.ts";

/** State of the conversation view. Set by the code that talks to the server; the components only render it. */
export interface ChatState {
  companion: ChatCompanion;
  /** A user who has chosen a companion before is greeted as a friend. */
  isReturning: boolean;
  messages: readonly ChatMessage[];
  /** Whether there are messages before the first one here. */
  hasEarlier: boolean;
  /** Increases when all shown messages are replaced. */
  epoch: number;
  /**
   * `sending`: a message is being sent. `answering`: the answer is being streamed and can be stopped. `parted`: the answer
   * goes on without a connection, and another message can be sent.
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
  /** @param position the user's position, if just shared for this message */
  send: (text: string, position?: SentPosition) => void;
  /** Moves the queued message that this answer belongs to back into the composer. */
  takeBack: (messageId: string) => void;
  stop: () => void;
  /** Asks for the answer with this id again. */
  retry: (messageId: string) => void;
  /** Stops the current answer and asks the library instead of the model. */
  askLibrary: (messageId: string) => void;
  /** Puts the text of a user's message into the composer, to be sent in its place. Without an id: of the last message. */
  edit: (messageId?: string) => void;
  cancelEdit: () => void;
  /** Shows another version of a message, with the messages after it. */
  showVersion: (messageId: string) => void;
  /** Fetches earlier messages. */
  loadEarlier: () => Promise<void>;
  /** Fetches a conversation that failed to load. */
  retryOpening: () => void;
  dismissHint: () => void;
  /** Shows something made from an answer beside it. */
  showMade: (messageId: string, ui: MessageUi) => void;
}

export interface ChatCompanion {
  id: string;
  name: string;
  /** The base companion speaks for the product and has its logo. */
  isBase: boolean;
  /** An emoji; ignored for the base companion. */
  icon: string;
}

export type ChatMessage = UserMessage | AssistantMessage;

/** The place of a message in its conversation. */
interface MessagePlace {
  id: string;
  /** Id of the message before it on the server; undefined when unknown, null when there is none. */
  parentId?: string | null | undefined;
  /** Ids of all versions in this place, oldest first, including its own. */
  versions: readonly string[];
  /** True for a message of this page only, which the server does not have. */
  isLocal: boolean;
}

export interface UserMessage extends MessagePlace {
  role: "user";
  text: string;
}

export interface AssistantMessage extends MessagePlace {
  role: "assistant";
  /** Markdown with citation marks such as `[^resource:123]`. */
  text: string;
  /**
   * `queued`: its question is queued on this device. `waiting`: nothing has arrived yet. `unheard`: the connection was lost, and the
   * end is fetched later. `stopped` and `failed` keep the text so far.
   */
  status: "queued" | "waiting" | "streaming" | "unheard" | "done" | "stopped" | "failed";
  /** Why it failed and what to do, as a sentence; null unless `failed`. */
  problem: string | null;
  reasoning: Reasoning | null;
  /** Cited sources, in the order of the citations. */
  sources: readonly Source[];
  /** The model that answered; null in search mode and for messages of the page. */
  model: string | null;
  /** UI shown with the text or in its place; null for none. */
  ui: MessageUi | null;
  /** Abilities the model used, in order. */
  steps: readonly string[];
  /** Set when this phone answered by itself while offline; null for answers of the server. */
  offline: {
    /** When its data was last synced, in milliseconds since the epoch; null without a copy. */ syncedAt:
      | number
      | null;
  } | null;
  /** True for a note that something was done, which has a checkmark. */
  isDone: boolean;
}

export interface Reasoning {
  text: string;
  isThinking: boolean;
  /** Duration of the thinking; null while it goes on, and when it was not streamed to this page. */
  seconds: number | null;
}

/** Whether the newest message is the help card: nothing else may ask for attention then. */
export function isHelpNewest({ messages }: Pick<ChatState, "messages">): boolean {
  const newest = messages.at(-1);
  return newest?.role === "assistant" && newest.ui?.type === "help-card";
}
