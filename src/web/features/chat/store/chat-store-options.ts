import type { HelpKind } from "#shared/features/chat/help/help-kinds.ts";
import type { OfflineCompanion } from "../transport/offline-companion.ts";
import type { ChatTransport, ChatPreferences } from "../transport/chat-transport.ts";
import type { QueuedMessages } from "../transport/queued-messages.ts";
import type { ResourceTalk, WizardDraft } from "../conversation/resource-talk.ts";

/** What the store asks of the page around it. */
export interface ChatStoreOptions {
  /** Loads the line to the server; only called when there is something to say or to hear. */
  transport: () => Promise<ChatTransport>;
  /** Calls back before the next paint: listeners hear of new words no more often. */
  nextFrame: (callback: () => void) => void;
  /** Keeps what was said until the server has it, over a dead battery. Without it that lives in this page only. */
  queue?: () => Promise<QueuedMessages>;
  /** Remembers which conversation this tab shows, over a reload. */
  memory: Pick<Storage, "getItem" | "setItem" | "removeItem">;
  /** How the person wants to be answered now; sent along with everything that asks for an answer. */
  settings: () => ChatPreferences;
  /** The name of the companion that is shown. */
  speakerName?: () => string;
  /** Loads what answers without a signal; without it a question that does not arrive just fails. */
  offline?: () => Promise<OfflineCompanion>;
  /** Listens for words of danger on this device: help must not wait for a signal. */
  findDanger?: (text: string) => Promise<HelpKind | null>;
  /** Hears what the person says, unless it sounds like danger. */
  heardWords?: (personId: string, text: string) => void;
  /** Says why something the person asked for did not happen. */
  complain: (problem: string) => void;
  /** Loads the wizard that adds a resource. */
  resourceTalk: () => Promise<ResourceTalk>;
  /** Opens the form that adds a resource, filled in with what was told. */
  openResourceForm: (draft: WizardDraft) => void;
}
