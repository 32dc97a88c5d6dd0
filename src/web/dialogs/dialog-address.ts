import { type Day, isDay } from "#shared/features/lending/days.ts";
import { type Intent, parseIntent } from "#shared/features/account/intent.ts";
import { type HelpKind, helpKinds } from "#shared/features/chat/help/help-kinds.ts";

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
export function nothing(): object {
  return {};
}

/** Reads the id of a dialog; null without a valid id. */
export function id(search: Search): { id: string } | null {
  const read = parseId(search["id"]);
  return read === null ? null : { id: read };
}

/** Reads the optional id of a dialog. */
export function maybeId(search: Search): { id?: string } {
  return id(search) ?? {};
}

export function settingsTab(search: Search): { "settings-tab": SettingsTab } {
  return { "settings-tab": oneOf(settingsTabs, search["settings-tab"]) };
}

/** Reads the mode of the account dialog and the guest's intent. */
export function accountMode(search: Search): AccountSearch {
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

export function idAndPanelTab(search: Search): { id: string; mode: PanelTab } | null {
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
export function maybeHelpKind(search: Search): { kind?: HelpKind } {
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
