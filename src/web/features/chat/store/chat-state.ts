import type { MessageUi, Source } from "#shared/features/chat/contract.ts";

/** What the chat screen shows. Made by the code that talks to the server; the components here only draw it. */
export interface ChatState {
  companion: ChatCompanion;
  messages: readonly ChatMessage[];
  /** The conversation began before the first message here. */
  hasEarlier: boolean;
  /** Rises when other messages take the place of all that were shown. */
  epoch: number;
  /**
   * `sending`: our words are on their way. `answering`: the reply is coming in and can be stopped. `parted`: it goes on
   * without a line to it, and something else can be said.
   */
  phase: "idle" | "sending" | "answering" | "parted";
  /** The person is speaking a message, or what they said is being turned into words. */
  voice: "idle" | "recording" | "processing";
  /** Longest message the server takes, in characters. */
  maxLength: number;
  /** What is typed and not sent yet: kept outside the screen, so that a look at the map does not lose it. */
  draft: string;
  /** The message whose words are being changed; null while a new one is written. */
  editedId: string | null;
  prompts: readonly string[];
  /** Said under the companion's name, for example "Search mode: no language model connected"; null says nothing. */
  modeNote: string | null;
  /** A user who has chosen a companion before is greeted as a friend. */
  isReturning: boolean;
  /** A conversation that is being fetched, or could not be; null when none is. */
  opening: Opening | null;
  /** A user spoke of adding a resource: how to do it is shown. */
  isHintShown: boolean;
  /** When what is shown was heard, if it is shown from this phone; milliseconds since the epoch. */
  asOf: number | null;
  /** All that comes after the first paint may be loaded. */
  isReady: boolean;
}

export interface Opening {
  threadId: string;
  /** Why it could not be fetched; null while it is. */
  problem: string | null;
  /** It is fetched as soon as there is a signal. */
  isWaiting?: boolean;
}

export interface ChatActions {
  changeDraft: (text: string) => void;
  send: (text: string) => void;
  stop: () => void;
  /** Asks for the answer with this id once more. */
  retry: (messageId: string) => void;
  /** Ends the answer that is being written and asks the library instead of the model. */
  askLibrary: (messageId: string) => void;
  /** Puts the words of an own message into the composer; they are sent in its place. Without an id: the last one's. */
  edit: (messageId?: string) => void;
  cancelEdit: () => void;
  /** Shows another version of a message, and what followed it. */
  showVersion: (messageId: string) => void;
  /** Fetches messages from before the first one. */
  loadEarlier: () => Promise<void>;
  /** Fetches a conversation that could not be fetched. */
  retryOpening: () => void;
  dismissHint: () => void;
  /** Something was made from an answer, and stands with it from now on. */
  showMade: (messageId: string, ui: MessageUi) => void;
}

export interface ChatCompanion {
  id: string;
  name: string;
  /** The base companion speaks for the product: it wears the logo. */
  isBase: boolean;
  /** An emoji; ignored for the base companion. */
  icon: string;
}

export type ChatMessage = UserMessage | AssistantMessage;

interface Standing {
  id: string;
  /** The message before it on the server; undefined when that is not known here, null when there is none. */
  parentId?: string | null | undefined;
  /** Ids of all that stand in its place, oldest first, its own included. */
  versions: readonly string[];
  /** Said on this page only: the server does not have it. */
  isLocal: boolean;
}

export interface UserMessage extends Standing {
  role: "user";
  text: string;
}

export interface AssistantMessage extends Standing {
  role: "assistant";
  /** Markdown with citation marks such as `[^resource:123]`. */
  text: string;
  /**
   * `queued`: its question waits on this device. `waiting`: nothing has come yet. `unheard`: the line was lost, and the end is
   * asked for when there is one. `stopped` keeps what was said; so does `failed`.
   */
  status: "queued" | "waiting" | "streaming" | "unheard" | "done" | "stopped" | "failed";
  /** Why it failed and what to do, as a sentence; null unless `failed`. */
  problem: string | null;
  reasoning: Reasoning | null;
  /** What the answer rests on, in the order of its citations. */
  sources: readonly Source[];
  /** Who really spoke; null in search mode and for our own words. */
  model: string | null;
  /** What stands with the words, or in their place; null for nothing. */
  ui: MessageUi | null;
  /** This phone answered by itself, without a signal; null for answers of the server. */
  offline: {
    /** How old what it rests on is; null when no copy was ever fetched. */ syncedAt: number | null;
  } | null;
  /** It tells that something was done: it wears a checkmark. */
  isDone: boolean;
}

export interface Reasoning {
  text: string;
  isThinking: boolean;
  /** How long it thought; null while it does, and when nobody here was listening. */
  seconds: number | null;
}

/** Whether the newest message is the fixed answer to words of danger: nothing else asks for attention then. */
export function isHelpNewest({ messages }: Pick<ChatState, "messages">): boolean {
  const newest = messages.at(-1);
  return newest?.role === "assistant" && newest.ui?.type === "help-card";
}
