import { type ComponentType, lazy, type LazyExoticComponent } from "react";
import {
  accountMode,
  id,
  idAndDays,
  idAndPanelTab,
  maybeHelpKind,
  maybeId,
  nothing,
  type Search,
  settingsTab,
} from "./dialog-address.ts";

/** Props that every dialog receives in addition to the parameters from the address. */
export interface DialogFrame {
  isOpen: boolean;
  onClose: () => void;
  onClosed: () => void;
}

interface RegisteredDialog<Params extends object> {
  /** Reads the dialog's parameters from the address. Null when a required one is missing; then no dialog opens. */
  read: (search: Search) => Params | null;
  Component: LazyExoticComponent<ComponentType<DialogFrame & Params>>;
}

/**
 * Every dialog that an address can open: its name in `?dialog=`, its parameters, and the import of its code. To add a dialog, add a line.
 * Its component receives the parameters as props. It must declare its return type, `ReactNode`; otherwise TypeScript finds a circular
 * reference from here through `useOpenDialog`.
 */
export const dialogs = {
  account: dialog(accountMode, async () => (await import("./account/account-dialog.tsx")).AccountDialog),
  /** With the id of a queued operation, edits the rejected resource. */
  "add-resource": dialog(
    maybeId,
    async () => (await import("./resource/add-resource-dialog.tsx")).AddResourceDialog,
  ),
  /** Requests to borrow the resource with this id, for these days if given. */
  borrow: dialog(idAndDays, async () => (await import("./resource/borrow-dialog.tsx")).BorrowDialog),
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
  /** Emergency contacts. */
  help: dialog(maybeHelpKind, async () => (await import("./chat/help-dialog.tsx")).HelpDialog),
  /** The permanent invitation to a community: a code, a link, a poster. */
  invite: dialog(id, async () => (await import("./community/invite-dialog.tsx")).InviteDialog),
  /** All keyboard shortcuts. */
  keys: dialog(nothing, async () => (await import("./keys-dialog.tsx")).KeysDialog),
  /** Posts a need, shared with other users or not. */
  need: dialog(nothing, async () => (await import("./need-dialog.tsx")).NeedDialog),
  notifications: dialog(
    nothing,
    async () => (await import("./account/notifications-dialog.tsx")).NotificationsDialog,
  ),
  /** Creates a memory or a conversation in the user's Omi account. */
  omi: dialog(nothing, async () => (await import("./memory/omi-dialog.tsx")).OmiDialog),
  outbox: dialog(nothing, async () => (await import("./outbox/outbox-dialog.tsx")).OutboxDialog),
  /** Ctrl+K: opens any view, thing or action. */
  palette: dialog(nothing, async () => (await import("./palette/palette-dialog.tsx")).PaletteDialog),
  quest: dialog(nothing, async () => (await import("./memory/quest-dialog.tsx")).QuestDialog),
  resource: dialog(id, async () => (await import("./resource/resource-dialog.tsx")).ResourceDialog),
  settings: dialog(settingsTab, async () => (await import("./account/settings-dialog.tsx")).SettingsDialog),
  /** Content shared by another app. */
  shared: dialog(nothing, async () => (await import("./shared-dialog.tsx")).SharedDialog),
  surveys: dialog(nothing, async () => (await import("./surveys-dialog.tsx")).SurveysDialog),
  /** The NFC tag of the resource with this id. */
  tag: dialog(id, async () => (await import("./resource/tag-dialog.tsx")).TagDialog),
  /** Records a daily thought by text or voice. */
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
 * Reads the dialog from the search parameters. An unknown dialog, or one without its required id, opens no dialog. An unknown tab or mode
 * falls back to the first.
 */
export function parseDialogSearch(search: Search): DialogSearch | { dialog?: never } {
  const name = Object.keys(dialogs).find((known): known is keyof Dialogs => known === search["dialog"]);
  if (name === undefined) return {};
  const params = dialogs[name].read(search);
  // Each name is paired with the params of its own reader, but TypeScript cannot follow that through the union.
  return params === null ? {} : ({ dialog: name, ...params } as DialogSearch);
}

function dialog<Params extends object>(
  read: (search: Search) => Params | null,
  load: () => Promise<ComponentType<DialogFrame & NoInfer<Params>>>,
): RegisteredDialog<Params> {
  return { read, Component: lazy(async () => ({ default: await load() })) };
}
