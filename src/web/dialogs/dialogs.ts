import { type ComponentType, lazy, type LazyExoticComponent } from "react";
import {
  accountMode,
  id,
  idAndPanelTab,
  maybeHelpKind,
  maybeId,
  nothing,
  type Search,
  settingsTab,
} from "./dialog-address.ts";

/** What every dialog of the address gets, beside what it reads from the address. */
export interface DialogFrame {
  isOpen: boolean;
  onClose: () => void;
  onClosed: () => void;
}

interface RegisteredDialog<Params extends object> {
  /** What the dialog needs to know from the address; null when something is missing, which opens nothing. */
  read: (search: Search) => Params | null;
  Component: LazyExoticComponent<ComponentType<DialogFrame & Params>>;
}

/**
 * Every dialog an address can open: its name in `?dialog=`, what it reads from the address, and where its code is. To add a dialog,
 * add a line. Its component gets what was read as props and says its return type, `ReactNode`: without that, TypeScript sees a circle
 * from here through `useOpenDialog` and back.
 */
export const dialogs = {
  account: dialog(accountMode, async () => (await import("./account/account-dialog.tsx")).AccountDialog),
  /** With the id of a queued operation: to change what was refused. */
  "add-resource": dialog(
    maybeId,
    async () => (await import("./resource/add-resource-dialog.tsx")).AddResourceDialog,
  ),
  /** Asks to borrow the resource with this id. */
  borrow: dialog(id, async () => (await import("./resource/borrow-dialog.tsx")).BorrowDialog),
  /** A community's listings and members as files. */
  "community-data": dialog(
    id,
    async () => (await import("./community/community-data-dialog.tsx")).CommunityDataDialog,
  ),
  "community-login": dialog(
    id,
    async () => (await import("./community/community-login-dialog.tsx")).CommunityLoginDialog,
  ),
  "community-panel": dialog(
    idAndPanelTab,
    async () => (await import("./community/community-panel-dialog.tsx")).CommunityPanelDialog,
  ),
  companions: dialog(nothing, async () => (await import("./chat/companions-dialog.tsx")).CompanionsDialog),
  "create-memory": dialog(
    nothing,
    async () => (await import("./memory/create-memory-dialog.tsx")).CreateMemoryDialog,
  ),
  "edit-entry": dialog(id, async () => (await import("./resource/edit-entry-dialog.tsx")).EditEntryDialog),
  /** Whom to turn to in an emergency. */
  help: dialog(maybeHelpKind, async () => (await import("./chat/help-dialog.tsx")).HelpDialog),
  /** The keyboard shortcuts of the chat. */
  keys: dialog(nothing, async () => (await import("./chat/chat-keys-dialog.tsx")).ChatKeysDialog),
  notifications: dialog(
    nothing,
    async () => (await import("./account/notifications-dialog.tsx")).NotificationsDialog,
  ),
  /** Writes into one's Omi account. */
  omi: dialog(nothing, async () => (await import("./memory/omi-dialog.tsx")).OmiDialog),
  outbox: dialog(nothing, async () => (await import("./outbox/outbox-dialog.tsx")).OutboxDialog),
  quest: dialog(nothing, async () => (await import("./memory/quest-dialog.tsx")).QuestDialog),
  resource: dialog(id, async () => (await import("./resource/resource-dialog.tsx")).ResourceDialog),
  settings: dialog(settingsTab, async () => (await import("./account/settings-dialog.tsx")).SettingsDialog),
  /** What another app has shared. */
  shared: dialog(nothing, async () => (await import("./shared-dialog.tsx")).SharedDialog),
  surveys: dialog(nothing, async () => (await import("./surveys-dialog.tsx")).SurveysDialog),
  /** The NFC tag of the resource with this id. */
  tag: dialog(id, async () => (await import("./resource/tag-dialog.tsx")).TagDialog),
  /** A daily thought is written or spoken. */
  thought: dialog(nothing, async () => (await import("./memory/thought-dialog.tsx")).ThoughtDialog),
  /** The user's conversations. */
  threads: dialog(nothing, async () => (await import("./chat/threads-dialog.tsx")).ThreadsDialog),
};

type Dialogs = typeof dialogs;

/** The dialog an address opens over its view. */
export type DialogSearch = {
  [Name in keyof Dialogs]: { dialog: Name } & NonNullable<ReturnType<Dialogs[Name]["read"]>>;
}[keyof Dialogs];

/**
 * Reads the dialog out of a query string. An unknown dialog, or one without the id it needs, opens nothing; an unknown tab or mode
 * falls back to the first.
 */
export function parseDialogSearch(search: Search): DialogSearch | { dialog?: never } {
  const name = Object.keys(dialogs).find((known): known is keyof Dialogs => known === search["dialog"]);
  if (name === undefined) return {};
  const params = dialogs[name].read(search);
  // Each name is paired with what its own reader gives, which TypeScript cannot follow through the union.
  return params === null ? {} : ({ dialog: name, ...params } as DialogSearch);
}

function dialog<Params extends object>(
  read: (search: Search) => Params | null,
  load: () => Promise<ComponentType<DialogFrame & NoInfer<Params>>>,
): RegisteredDialog<Params> {
  return { read, Component: lazy(async () => ({ default: await load() })) };
}
