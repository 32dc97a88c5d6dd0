import type { MessageUi, Source } from "#shared/features/chat/contract.ts";

/** What the chat screen shows. Made by whoever talks to the server; the components here only draw it. */
export interface ChatState {
  companion: ChatCompanion;
  messages: readonly ChatMessage[];
  /** `sending`: our words are on their way. `answering`: the reply is coming in and can be stopped. */
  phase: "idle" | "sending" | "answering";
  /** Longest message the server takes, in characters. */
  maxLength: number;
  /** What is typed and not sent yet: kept outside the screen, so that a look at the map does not lose it. */
  draft: string;
  prompts: readonly string[];
  /** Said under the companion's name, for example "Search mode: no language model connected"; null says nothing. */
  modeNote: string | null;
  /** Somebody who has chosen a companion before is greeted as a friend. */
  isReturning: boolean;
}

export interface ChatActions {
  changeDraft: (text: string) => void;
  send: (text: string) => void;
  stop: () => void;
  /** Asks for the answer with this id once more. */
  retry: (messageId: string) => void;
  openSource: (source: Source) => void;
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

export interface UserMessage {
  id: string;
  role: "user";
  text: string;
}

export interface AssistantMessage {
  id: string;
  role: "assistant";
  /** Markdown with citation marks such as `[^resource:123]`. */
  text: string;
  /** `waiting`: nothing has come yet. `stopped` keeps what was said; so does `failed`. */
  status: "waiting" | "streaming" | "done" | "stopped" | "failed";
  /** Why it failed and what to do, as a sentence; null unless `failed`. */
  problem: string | null;
  reasoning: Reasoning | null;
  /** What the answer rests on, in the order of its citations. */
  sources: readonly Source[];
  /** What stands with the words, or in their place; null for nothing. */
  ui: MessageUi | null;
}

export interface Reasoning {
  text: string;
  isThinking: boolean;
  /** How long it thought; null while it does, and when nobody here was listening. */
  seconds: number | null;
}

export const genericPrompts = [
  "Who can lend me a generator?",
  "Find me a quiet spot",
  "What can I borrow tonight?",
] as const;
