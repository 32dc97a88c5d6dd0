import { type HelpKind, helpKinds } from "#shared/features/chat/help-kinds.ts";
export const settingsTabs = ["general", "communities", "notifications", "device"] as const;
export type SettingsTab = (typeof settingsTabs)[number];

export const accountModes = ["sign-in", "sign-up", "reset", "data", "devices"] as const;
export type AccountMode = (typeof accountModes)[number];

export const panelTabs = ["details", "people", "joining", "history"] as const;
export type PanelTab = (typeof panelTabs)[number];

/** The dialog an address opens over its view. */
export type DialogSearch =
  | { dialog: "settings"; "settings-tab": SettingsTab }
  | { dialog: "resource"; id: string }
  /** A community's listings and members as files. */
  | { dialog: "community-data"; id: string }
  | { dialog: "account"; mode: AccountMode }
  /** With the id of a kept operation: to change what was refused. */
  | { dialog: "add-resource"; id?: string }
  | { dialog: "edit-entry"; id: string }
  | { dialog: "companions" }
  /** A community's admin login. */
  | { dialog: "community-login"; id: string }
  /** A community's admin panel, at one of its tabs. */
  | { dialog: "community-panel"; id: string; mode: PanelTab }
  | { dialog: "surveys" }
  /** A daily thought is written or spoken. */
  | { dialog: "thought" }
  | { dialog: "quest" }
  | { dialog: "outbox" }
  /** What another app has handed over. */
  | { dialog: "shared" }
  /** Whom to turn to; `kind` when it is known what has happened. */
  | { dialog: "help"; kind?: HelpKind }
  | { dialog: "notifications" }
  /** Something for one's Omi account. */
  | { dialog: "omi" }
  | { dialog: "create-memory" }
  /** Asks for the resource of this id. */
  | { dialog: "borrow"; id: string }
  /** The tag of the resource of this id. */
  | { dialog: "tag"; id: string }
  /** The person's conversations. */
  | { dialog: "threads" }
  /** The keys of the chat. */
  | { dialog: "keys" };

/** Ids are made by us; anything else in the address is a typo or an attack, and both get the page without a dialog. */
const ID = /^[\w.:-]{1,128}$/;

/**
 * Reads the dialog out of a query string. An unknown dialog, or one without the id it needs, opens nothing; an
 * unknown tab or mode falls back to the first.
 */
export function parseDialogSearch(
  search: Readonly<Record<string, unknown>>,
): DialogSearch | { dialog?: never } {
  switch (search["dialog"]) {
    case "settings":
      return {
        dialog: "settings",
        "settings-tab": settingsTabs.find((tab) => tab === search["settings-tab"]) ?? settingsTabs[0],
      };
    case "account":
      return {
        dialog: "account",
        mode: accountModes.find((mode) => mode === search["mode"]) ?? accountModes[0],
      };
    case "companions":
      return { dialog: "companions" };
    case "outbox":
    case "shared":
    case "omi":
    case "threads":
    case "keys":
    case "surveys":
    case "notifications":
    case "thought":
    case "quest":
    case "create-memory":
      return { dialog: search["dialog"] };
    case "help": {
      const kind = helpKinds.find((known) => known === search["kind"]);
      return { dialog: "help", ...(kind === undefined ? {} : { kind }) };
    }
    case "add-resource": {
      const id = parseId(search["id"]);
      return { dialog: "add-resource", ...(id === null ? {} : { id }) };
    }
    case "community-login": {
      const id = parseId(search["id"]);
      return id === null ? {} : { dialog: "community-login", id };
    }
    case "community-panel": {
      const id = parseId(search["id"]);
      const mode = panelTabs.find((tab) => tab === search["mode"]) ?? panelTabs[0];
      return id === null ? {} : { dialog: "community-panel", id, mode };
    }
    case "borrow":
    case "community-data":
    case "edit-entry":
    case "tag":
    case "resource": {
      const id = parseId(search["id"]);
      return id === null ? {} : { dialog: search["dialog"], id };
    }
    default:
      return {};
  }
}

function parseId(value: unknown): string | null {
  // The router reads `id=12` as a number.
  const id = typeof value === "number" ? String(value) : value;
  return typeof id === "string" && ID.test(id) ? id : null;
}
