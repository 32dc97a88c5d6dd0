import { type HelpKind, helpKinds } from "#shared/features/chat/help/help-kinds.ts";

/** The part of an address after the question mark, as the router reads it: not checked yet. */
export type Search = Readonly<Record<string, unknown>>;

export const settingsTabs = ["general", "communities", "notifications", "device"] as const;
export type SettingsTab = (typeof settingsTabs)[number];

export const accountModes = ["sign-in", "sign-up", "reset", "data", "devices"] as const;
export type AccountMode = (typeof accountModes)[number];

export const panelTabs = ["details", "people", "joining", "history"] as const;
export type PanelTab = (typeof panelTabs)[number];

/** Ids are made by us; anything else in the address is a typo or an attack, and both get the page without a dialog. */
const ID = /^[\w.:-]{1,128}$/;

/** For a dialog that needs no more than its name. */
export function nothing(): object {
  return {};
}

/** For a dialog about one thing; null without a valid id. */
export function id(search: Search): { id: string } | null {
  const read = parseId(search["id"]);
  return read === null ? null : { id: read };
}

/** For a dialog that may be about one thing. */
export function maybeId(search: Search): { id?: string } {
  return id(search) ?? {};
}

export function settingsTab(search: Search): { "settings-tab": SettingsTab } {
  return { "settings-tab": oneOf(settingsTabs, search["settings-tab"]) };
}

export function accountMode(search: Search): { mode: AccountMode } {
  return { mode: oneOf(accountModes, search["mode"]) };
}

export function idAndPanelTab(search: Search): { id: string; mode: PanelTab } | null {
  const read = id(search);
  return read === null ? null : { ...read, mode: oneOf(panelTabs, search["mode"]) };
}

/** What has happened, when it is known. */
export function maybeHelpKind(search: Search): { kind?: HelpKind } {
  const kind = helpKinds.find((known) => known === search["kind"]);
  return kind === undefined ? {} : { kind };
}

/** The value itself when it is one of them, else the first. */
function oneOf<Value extends string>(values: readonly [Value, ...Value[]], value: unknown): Value {
  return values.find((known) => known === value) ?? values[0];
}

function parseId(value: unknown): string | null {
  // The router reads `id=12` as a number.
  const text = typeof value === "number" ? String(value) : value;
  return typeof text === "string" && ID.test(text) ? text : null;
}
