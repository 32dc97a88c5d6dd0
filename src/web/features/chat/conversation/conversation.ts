import type { ChatEvent, Message, MessageUi } from "#shared/features/chat/contract.ts";
import { addEvent } from "#shared/features/chat/answer.ts";
import {
  asking,
  type AssistantMessage,
  blank,
  type ChatMessage,
  fromStored,
  questionOf,
  type UserMessage,
} from "./chat-message.ts";
import {
  answeredHere,
  type LocalAnswer,
  queuedTurns,
  unsentTurns,
  withoutTurn,
  withTurns,
} from "./queued-turns.ts";

/** State of a conversation on this page. */
export interface Conversation {
  /** Null until the server has created it. */
  threadId: string | null;
  messages: readonly ChatMessage[];
  /** Whether the server has messages before the first one here. */
  hasEarlier: boolean;
  /** Ids of the user's messages that have no response from the server yet. */
  unsent: readonly string[];
  /** The answer being streamed; null when there is none. */
  answering: Answering | null;
}

export interface Answering {
  /** Id of the message being streamed. */
  messageId: string;
  /** Null until the server has started the run. */
  runId: string | null;
  /** Start of the current thinking, in milliseconds; null when the companion is not thinking. */
  thinkingSince: number | null;
  isConnected: boolean;
}

export type ConversationAction =
  /** A message is being sent. */
  | { type: "asked"; question: { id: string; text: string }; answerId: string }
  /** A message is sent again, or for the first time if it never arrived. */
  | { type: "asked-again"; failedId: string; answerId: string }
  /** The server has received the message, and its answer begins. */
  | { type: "arrived"; threadId: string; runId: string }
  /** @param at milliseconds of a monotonic clock */
  | { type: "received"; event: ChatEvent; at: number }
  | { type: "line"; isConnected: boolean }
  | { type: "failed"; problem: string }
  /** The connection was lost; the rest of the answer is fetched later. */
  | { type: "disconnected" }
  /** The server refuses to return the rest of unfinished answers. */
  | { type: "given-up"; problem: string }
  /** A message could not be sent; it is queued on this device. */
  | { type: "queued" }
  /** Messages queued on this device, oldest first. Messages already shown keep their positions. */
  | { type: "waiting"; questions: readonly { id: string; text: string }[] }
  /** This phone has answered a queued message. */
  | { type: "answered-offline"; messageId: string; answer: LocalAnswer }
  /** The page detected words about danger, or an object was created from an answer. */
  | { type: "shown"; messageId: string; ui: MessageUi }
  /** The user withdraws a queued message. */
  | { type: "taken-back"; questionId: string }
  /** New text replaces a user's message; the messages after it belong to the old version. */
  | { type: "edited"; editedId: string; question: { id: string; text: string }; answerId: string }
  /** Messages that exist only on this page. */
  | { type: "noted"; messages: readonly ChatMessage[] }
  /** A message of the page itself no longer applies. */
  | { type: "withdrawn"; messageId: string }
  /** The conversation from the server or from this phone's copy. Messages that never reached the server are preserved. */
  | { type: "loaded"; threadId: string; messages: readonly Message[]; hasMore: boolean; isOld?: boolean }
  | { type: "loaded-earlier"; messages: readonly Message[]; hasMore: boolean };

export function converse(before: Conversation, action: ConversationAction): Conversation {
  switch (action.type) {
    case "asked": {
      const { question, answerId } = action;
      // A message queued behind an answer may already be shown.
      const { messages } = withoutTurn(before, question.id);
      return ask(before, messages, asking(question.id, question.text), answerId);
    }
    case "asked-again": {
      const index = before.messages.findIndex(({ id }) => id === action.failedId);
      const versions = versionsBeside(before.messages[index], action.answerId);
      // The messages after the old answer belong to it, except unsent ones.
      const messages = [
        ...before.messages.slice(0, index),
        { ...blank(action.answerId), versions },
        ...queuedTurns(before.messages.slice(index + 1)),
      ];
      return { ...before, messages, answering: begun(action.answerId) };
    }
    case "edited": {
      const { editedId, question, answerId } = action;
      const index = before.messages.findIndex(({ id }) => id === editedId);
      const versions = before.unsent.includes(editedId)
        ? [question.id]
        : versionsBeside(before.messages[index], question.id);
      const words = { ...asking(question.id, question.text), versions };
      return ask(before, before.messages.slice(0, index), words, answerId);
    }
    case "noted":
      return { ...before, messages: [...before.messages, ...action.messages] };
    case "withdrawn":
      return {
        ...before,
        messages: before.messages.filter(({ id, isLocal }) => id !== action.messageId || !isLocal),
      };
    case "arrived":
      return arrive(before, action.threadId, action.runId);
    case "received":
      return before.answering === null ? before : receive(before, before.answering, action.event, action.at);
    case "line":
      return before.answering === null
        ? before
        : { ...before, answering: { ...before.answering, isConnected: action.isConnected } };
    case "failed":
      return end(before, { status: "failed", problem: action.problem });
    case "disconnected":
      return end(before, { status: "disconnected" });
    case "given-up": {
      const { problem } = action;
      const messages = before.messages.map((message): ChatMessage =>
        isDisconnected(message) ? { ...message, status: "failed", problem } : message,
      );
      return { ...before, messages };
    }
    case "queued":
      return end(before, { status: "queued" });
    case "waiting":
      return withTurns(before, action.questions);
    case "taken-back":
      return withoutTurn(before, action.questionId);
    case "answered-offline":
      return answeredHere(before, action.messageId, action.answer);
    case "shown": {
      const { messageId, ui } = action;
      const messages = before.messages.map((message) =>
        message.id === messageId && message.role === "assistant" ? { ...message, ui } : message,
      );
      return { ...before, messages };
    }
    case "loaded":
      return load(before, action);
    case "loaded-earlier":
      return {
        ...before,
        messages: [...action.messages.flatMap(fromStored), ...before.messages],
        hasEarlier: action.hasMore,
      };
  }
}

const EMPTY_ANSWER = { text: "", sources: [], steps: [], reasoning: null, status: "waiting" } as const;

function arrive(before: Conversation, threadId: string, runId: string): Conversation {
  if (before.answering === null) return before;
  const questionId = questionOf(before.messages, before.answering.messageId)?.id;
  const unsent = before.unsent.filter((id) => id !== questionId);
  return { ...before, threadId, unsent, answering: { ...before.answering, runId } };
}

function receive(before: Conversation, answering: Answering, event: ChatEvent, at: number): Conversation {
  switch (event.type) {
    case "start": {
      const { runId, threadId } = event.messageMetadata;
      return {
        ...change(arrive(before, threadId, runId), {
          // The stream starts from the beginning.
          ...EMPTY_ANSWER,
          id: event.messageId,
          versions: versionsOf(before, answering.messageId, event.messageId),
          isLocal: false,
          model: event.messageMetadata.model,
        }),
        answering: { ...answering, messageId: event.messageId, runId },
      };
    }
    case "text-start":
    case "text-delta":
    case "reasoning-delta":
    case "source-document":
    case "data-ui":
    case "data-steps":
    case "data-kept":
      return add(before, event);
    case "reasoning-start":
      return { ...add(before, event), answering: { ...answering, thinkingSince: at } };
    case "reasoning-end": {
      const seconds = answering.thinkingSince === null ? 0 : (at - answering.thinkingSince) / 1000;
      return { ...endThought(before, seconds), answering: { ...answering, thinkingSince: null } };
    }
    case "error":
      return end(before, { status: "failed", problem: event.errorText });
    case "abort":
      return end(before, { status: "stopped" });
    case "finish":
      return end(before, { status: "done", model: event.messageMetadata.model });
    case "message-metadata":
      return change(before, { model: event.messageMetadata.model });
    case "text-end":
    case "data-error":
      return before;
    default:
      return before; // a newer server sends events that this page does not know
  }
}

/** Whether the connection was lost during this answer, so that the rest must be fetched later. */
export function isDisconnected(message: ChatMessage): message is AssistantMessage {
  return message.role === "assistant" && message.status === "disconnected";
}

function add(before: Conversation, event: ChatEvent): Conversation {
  const message = current(before);
  if (message === null) return before;
  const { text, sources, ui, steps } = message;
  const reasoning = message.reasoning?.text ?? "";
  const extended = addEvent({ text, sources, ui, steps, reasoning, model: null }, event);
  return change(before, {
    text: extended.text,
    sources: extended.sources,
    ui: extended.ui,
    steps: extended.steps,
    status: extended.text === "" && extended.reasoning === "" ? "waiting" : "streaming",
    reasoning:
      extended.reasoning === ""
        ? null
        : {
            text: extended.reasoning,
            seconds: message.reasoning?.seconds ?? null,
            isThinking: before.answering?.thinkingSince !== null,
          },
  });
}

function endThought(before: Conversation, seconds: number): Conversation {
  const reasoning = current(before)?.reasoning ?? null;
  if (reasoning === null) return before;
  const thought = { ...reasoning, seconds: (reasoning.seconds ?? 0) + seconds, isThinking: false };
  return change(before, { reasoning: thought });
}

function end(before: Conversation, patch: Partial<AssistantMessage>): Conversation {
  return { ...change(before, patch), answering: null };
}

function current({ messages, answering }: Conversation): AssistantMessage | null {
  const message = messages.findLast(({ id }) => id === answering?.messageId);
  return message?.role === "assistant" ? message : null;
}

/** Updates the answer being streamed. All other messages are still the same objects. */
function change(before: Conversation, patch: Partial<AssistantMessage>): Conversation {
  const message = current(before);
  if (message === null) return before;
  const messages = before.messages.map((other) => (other === message ? { ...message, ...patch } : other));
  return { ...before, messages };
}

function ask(
  before: Conversation,
  messages: readonly ChatMessage[],
  question: UserMessage,
  answerId: string,
): Conversation {
  return {
    ...before,
    messages: [...messages, question, blank(answerId)],
    unsent: [...before.unsent.filter((id) => messages.some((message) => message.id === id)), question.id],
    answering: begun(answerId),
  };
}

/** The versions of `message` plus the new one. An answer that the server never started is not counted. */
function versionsBeside(message: ChatMessage | undefined, newId: string): string[] {
  if (message === undefined) return [newId];
  const known = message.isLocal ? message.versions.filter((id) => id !== message.id) : message.versions;
  return [...known, newId];
}

/** The versions of the starting answer, with the server's id in place of the local one. */
function versionsOf({ messages }: Conversation, ownId: string, serversId: string): string[] {
  const versions = messages.find(({ id }) => id === ownId)?.versions ?? [ownId];
  return versions.map((id) => (id === ownId ? serversId : id));
}

function load(
  before: Conversation,
  { threadId, messages, hasMore, isOld = false }: Extract<ConversationAction, { type: "loaded" }>,
): Conversation {
  const running = messages.filter(({ state }) => state === "running");
  // Only one answer is streamed; the rest of the others is fetched later.
  const newest = isOld ? undefined : running.at(-1);
  const cut = new Set(running.flatMap(({ id }) => (id === newest?.id ? [] : [id])));
  const unsent = unsentTurns(before, new Set(messages.map(({ id }) => id)));
  const shown = messages
    .flatMap(fromStored)
    .map((message): ChatMessage => (cut.has(message.id) ? disconnected(message) : message));
  return {
    threadId,
    hasEarlier: hasMore,
    unsent: unsent.flatMap(({ role, id }) => (role === "user" ? [id] : [])),
    messages: [...shown, ...unsent],
    answering: newest === undefined ? null : { ...begun(newest.id), runId: newest.runId },
  };
}

function disconnected(message: ChatMessage): ChatMessage {
  return message.role === "assistant" ? { ...message, status: "disconnected" } : message;
}

function begun(messageId: string): Answering {
  return { messageId, runId: null, thinkingSince: null, isConnected: true };
}
