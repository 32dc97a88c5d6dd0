import type { SentPosition } from "#shared/features/chat/position.ts";
import type { HelpKind } from "#shared/features/chat/help/help-kinds.ts";
import type { OfflineCompanion } from "../offline/offline-companion.ts";
import type { ChatTransport, ChatPreferences } from "../transport/chat-transport.ts";
import type { MessageOutbox } from "../transport/message-outbox.ts";
import type { ResourceTalk } from "../conversation/resource-talk.ts";

/** Dependencies of the store. */
export interface ChatStoreOptions {
  /** Loads the transport to the server; called only when there is something to send or receive. */
  transport: () => Promise<ChatTransport>;
  /** Calls back before the next paint: listeners are notified no more often. */
  nextFrame: (callback: () => void) => void;
  /** Loads the outbox of messages: it stores each until the server has it, and sends it. */
  outbox: () => Promise<MessageOutbox>;
  /** Remembers the shown conversation of this tab across a reload. */
  memory: Pick<Storage, "getItem" | "setItem" | "removeItem">;
  /** The current chat preferences; sent with every request for an answer. */
  settings: () => ChatPreferences;
  /** Loads the offline companion; without it, a question that does not arrive just fails. */
  offline?: () => Promise<OfflineCompanion>;
  /** Detects words of danger on this device: help must not wait for a connection. */
  findDanger?: (text: string) => Promise<HelpKind | null>;
  /** Called with the user's messages, except those that indicate danger. */
  heardWords?: (personId: string, text: string) => void;
  /** Asks the device for its position, for messages that need it, if the user has allowed that; null when there is nothing to wait for. */
  findPlace?: (text: string) => Promise<SentPosition | null> | null;
  /** Shows why an action of the user failed. */
  complain: (problem: string) => void;
  /** Loads the wizard that adds a resource. */
  resourceTalk: () => Promise<ResourceTalk>;
}
