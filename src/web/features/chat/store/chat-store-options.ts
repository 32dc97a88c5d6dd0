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
  /** Calls back before the next paint, which limits how often listeners are notified. */
  nextFrame: (callback: () => void) => void;
  /** Loads the outbox, which sends messages and stores each until the server has it. */
  outbox: () => Promise<MessageOutbox>;
  /** Stores the shown conversation of this tab across a reload. */
  memory: Pick<Storage, "getItem" | "setItem" | "removeItem">;
  /** The current chat preferences, sent with every request for an answer. */
  settings: () => ChatPreferences;
  /** Loads the offline companion. Without it, a question that cannot be sent fails. */
  offline?: () => Promise<OfflineCompanion>;
  /** Detects words about danger on this device, because help must not wait for a connection. */
  findDanger?: (text: string) => Promise<HelpKind | null>;
  /** Called with the user's messages, except those about danger. */
  onWords?: (personId: string, text: string) => void;
  /** Requests the device's position for messages that need it, if the user has allowed that; null if there is no need to wait. */
  findPlace?: (text: string) => Promise<SentPosition | null> | null;
  /** Shows why an action of the user failed. */
  complain: (problem: string) => void;
  /** Loads the wizard that adds a resource. */
  resourceTalk: () => Promise<ResourceTalk>;
}
