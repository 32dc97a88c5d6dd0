import { useRouter, useSearch } from "@tanstack/react-router";
import {
  type ComponentType,
  lazy,
  type LazyExoticComponent,
  Suspense,
  useEffect,
  useRef,
  useState,
} from "react";
import { type Intent, parseIntent } from "#shared/features/account/intent.ts";
import { type HelpKind, helpKinds } from "#shared/features/chat/help/help-kinds.ts";
import { type Day, isDay } from "#shared/features/lending/days.ts";
import { withoutDialog } from "./dialog-navigation.ts";

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

/** Shows the dialog of the address. After closing, it stays mounted until its closing animation has ended. */
export function DialogHost() {
  const search = parseDialogSearch(useSearch({ strict: false }));
  const wanted = search.dialog === undefined ? null : search;
  const [shown, setShown] = useState<DialogSearch | null>(wanted);
  const isOpen = wanted !== null;
  const [opening, setOpening] = useState({ count: 0, isOpen });
  if (isOpen !== opening.isOpen) setOpening({ count: opening.count + (isOpen ? 1 : 0), isOpen });
  const close = useCloseDialog(shown, opening.count);
  if (wanted !== null && JSON.stringify(wanted) !== JSON.stringify(shown)) setShown(wanted);
  if (shown === null) return null;
  const frame: DialogFrame = { isOpen, onClose: close, onClosed: () => setShown(null) };
  const { dialog, ...params } = shown;
  // The component belongs to the reader that returned its params, but TypeScript cannot follow that through the union.
  const Dialog = dialogs[dialog].Component as ComponentType<DialogFrame>;
  return (
    <Suspense>
      <Dialog key={`${keyOf(shown)} ${opening.count}`} {...frame} {...params} />
    </Suspense>
  );
}

/** The key is the same while only other parameters of the dialog change, such as the tab of the settings. */
function keyOf(shown: DialogSearch): string {
  return "id" in shown ? `${shown.dialog} ${shown.id}` : shown.dialog;
}

/**
 * Closes a dialog by going back. A dialog opened directly by its address is removed from the address instead. Does nothing once another
 * dialog has replaced it, or the same one was opened again: a form may close its dialog when the server has responded, while help is already
 * open.
 * @param opening how often a dialog was opened so far
 */
function useCloseDialog(shown: DialogSearch | null, opening: number): () => void {
  const router = useRouter();
  const latest = useRef(opening);
  useEffect(() => {
    latest.current = opening;
  }, [opening]);
  const left = useRef<object>(undefined);
  return () => {
    if (latest.current !== opening) return;
    const { location } = router.state;
    // Going back is asynchronous: a second Esc before it completes would leave the view as well.
    const open = parseDialogSearch(location.search);
    if (left.current === location || shown === null || open.dialog === undefined) return;
    if (keyOf(open) !== keyOf(shown)) return;
    if (location.state.openedHere === true) {
      left.current = location;
      router.history.back();
    } else void router.navigate({ to: ".", search: withoutDialog, replace: true });
  };
}

/** Search parameters as parsed by the router, not validated yet. */
export type Search = Readonly<Record<string, unknown>>;

export const settingsTabs = ["general", "communities", "notifications", "device"] as const;
export type SettingsTab = (typeof settingsTabs)[number];

export const accountModes = ["sign-in", "sign-up", "reset", "data", "devices"] as const;
export type AccountMode = (typeof accountModes)[number];

export const panelTabs = ["details", "people", "joining", "history"] as const;
export type PanelTab = (typeof panelTabs)[number];

/** Matches our ids and invitation codes. Anything else in the address is a typo or an attack and opens no dialog. */
const ID = /^[\w.:~-]{1,128}$/;

/** Reads the parameters of a dialog that has none. */
function nothing(): object {
  return {};
}

/** Reads the id of a dialog; null without a valid id. */
function id(search: Search): { id: string } | null {
  const read = parseId(search["id"]);
  return read === null ? null : { id: read };
}

/** Reads the optional id of a dialog. */
function maybeId(search: Search): { id?: string } {
  return id(search) ?? {};
}

function settingsTab(search: Search): { "settings-tab": SettingsTab } {
  return { "settings-tab": oneOf(settingsTabs, search["settings-tab"]) };
}

/** Reads the mode of the account dialog and the guest's intent. */
function accountMode(search: Search): AccountSearch {
  const mode = oneOf(accountModes, search["mode"]);
  const intent = parseIntent(search["to"], parseId(search["id"]));
  if (intent === null) return { mode };
  return { mode, ...intent, ...(intent.to === "borrow" ? idAndDays(search) : {}) };
}

export interface AccountSearch extends Partial<Intent> {
  mode: AccountMode;
  first?: Day;
  last?: Day;
}

function idAndPanelTab(search: Search): { id: string; mode: PanelTab } | null {
  const read = id(search);
  return read === null ? null : { ...read, mode: oneOf(panelTabs, search["mode"]) };
}

/** Reads the id and the days of a dialog. Days that are invalid or in the wrong order are omitted. */
export function idAndDays(search: Search): { id: string; first?: Day; last?: Day } | null {
  const read = id(search);
  if (read === null) return null;
  const [first, last] = [search["first"], search["last"]].map((day) =>
    typeof day === "string" && isDay(day) ? day : undefined,
  );
  if (first === undefined) return read;
  return { ...read, first, ...(last === undefined || last < first ? {} : { last }) };
}

/** Reads the kind of danger, if given. */
function maybeHelpKind(search: Search): { kind?: HelpKind } {
  const kind = helpKinds.find((known) => known === search["kind"]);
  return kind === undefined ? {} : { kind };
}

/** Returns the value itself if it is allowed, else the first allowed value. */
function oneOf<Value extends string>(values: readonly [Value, ...Value[]], value: unknown): Value {
  return values.find((known) => known === value) ?? values[0];
}

function parseId(value: unknown): string | null {
  // The router parses `id=12` as a number.
  const text = typeof value === "number" ? String(value) : value;
  return typeof text === "string" && ID.test(text) ? text : null;
}
