import type * as z from "zod/mini";
import type { Fields } from "#shared/json-fields.ts";
import { shorten } from "#shared/shorten.ts";
import { type Day, isDay } from "#shared/features/lending/days.ts";
import type { Shown } from "../understand/intent.ts";
import { amountsIn } from "../understand/read-amount.ts";
import { type Clock, readWhen } from "../understand/read-when.ts";
import { abilityContracts, type CallableAbility, MOST_WITHOUT, MOST_WORDS } from "./abilities.ts";
import { readArguments } from "./call-arguments.ts";
import { valueInWords } from "./call-synonyms.ts";

export interface ValueSetting {
  clock: Clock;
  /** Items shown in the conversation so far. */
  shown: readonly Shown[];
}

/** Fields of a call in the form its ability describes. */
export interface ReadValues {
  fields: Fields;
  /** One sentence for each optional field that is not understood and therefore missing in `fields`. */
  leftOut: readonly string[];
}

/** Words of models for a field they mean to leave out. */
const NOTHING = /^(?:n\/?a|none|null|nil|undefined|any|anything|all|everything|unknown|-*)$/i;
/** The id of a thing, camp, note or page of the guide. */
export const ID = /^(?:resource|camp|memory|context):\S+$/;
/** Longest part of a value in a sentence for the model, in characters. */
const MOST_QUOTED = 40;

/**
 * Reads the fields of a call with good will: other words for a value, an instant for a day, a number or a list for a text. Unknown fields
 * are ignored. A required field that is not understood is missing in the result.
 */
export function readValues(ability: CallableAbility, input: Fields, setting: ValueSetting): ReadValues {
  const { input: contract, isProposal } = abilityContracts[ability];
  const given = new Map(Object.entries(input).map(([name, value]) => [plainName(name), value]));
  const fields: Record<string, unknown> = {};
  const leftOut: string[] = [];
  for (const [field, type] of typesOf(contract)) {
    const raw = given.get(plainName(field));
    const isOptional = type._zod.optin === "optional";
    if (raw === undefined || (isOptional && isNothing(raw))) continue;
    // The text of a card is stored in full, so the model has to shorten it.
    const value = valueOf(field, raw, setting, isProposal && !isOptional ? Infinity : MOST_WORDS);
    if (value !== undefined && type.safeParse(value).success) fields[field] = value;
    else if (isOptional)
      leftOut.push(`${quoted(field, raw)} is left out: it has to be ${wantedIn(field, type)}.`);
  }
  return withDaysInOrder({ fields: withItem(fields, setting.shown), leftOut });
}

/** One sentence for the model about a required field that is missing or not understood. */
export function problemWith(ability: CallableAbility, field: string): string {
  const type = new Map(typesOf(abilityContracts[ability].input)).get(field);
  return `${field}: it has to be ${type === undefined ? "as described" : wantedIn(field, type)}.`;
}

function typesOf({ shape }: z.ZodMiniObject): [string, z.ZodMiniType][] {
  return Object.entries(shape as Record<string, z.ZodMiniType>); // every contract has fields of zod/mini
}

/** Models also write `first_day`. */
function plainName(field: string): string {
  return field.toLowerCase().replaceAll(/[^a-z]/g, "");
}

function isNothing(raw: unknown): boolean {
  return raw === null || (typeof raw === "string" && NOTHING.test(raw.trim())) || isEmptyList(raw);
}

function isEmptyList(raw: unknown): boolean {
  return Array.isArray(raw) && raw.length === 0;
}

function valueOf(field: string, raw: unknown, { clock }: ValueSetting, limit: number): unknown {
  if (field === "without") return listIn(raw);
  const text = textIn(raw);
  if (text === undefined) return undefined;
  const short = shorten(text, limit);
  if (field === "size") return amountsIn(short).length === 0 ? undefined : short;
  if (field === "firstDay") return daysIn(short, clock)?.first;
  if (field === "lastDay") return daysIn(short, clock)?.last;
  return valueInWords(field, short);
}

/** A text, a number, or the only one in a list; an id also in the form of a citation. */
function textIn(raw: unknown): string | undefined {
  const only: unknown = Array.isArray(raw) && raw.length === 1 ? raw[0] : raw;
  if (typeof only === "number") return String(only);
  if (typeof only !== "string") return undefined;
  const text = only.trim();
  const [, cited = text] = /^\[\^?([^\s[\]]+)\]$/.exec(text) ?? [];
  return cited;
}

/** A list, a list written as JSON or with commas, or one text. */
function listIn(raw: unknown): string[] {
  const written = typeof raw === "string" && raw.trim().startsWith("[") ? readArguments(raw) : raw;
  const list: unknown[] = Array.isArray(written) ? written : String(textIn(raw) ?? "").split(/[,;]/);
  const texts = list.map(textIn).filter((text) => text !== undefined && !isNothing(text));
  return texts.map((text) => shorten(text ?? "", MOST_WORDS));
}

/** The day in an instant is the one the model means, in any zone: it appends the time only for the form. */
function daysIn(text: string, clock: Clock): { first: Day; last: Day } | null {
  const [, day = null] = /^(\d{4}-\d\d-\d\d)(?:$|[T ])/.exec(text) ?? [];
  if (day === null) return readWhen(text, clock).when;
  return isDay(day) ? { first: day, last: day } : null;
}

/** An item by the end of a shown id ("123"); words that are no id are its name. */
function withItem(fields: Fields, shown: readonly Shown[]): Fields {
  const { item, ...others } = fields;
  if (typeof item !== "string" || ID.test(item)) return fields;
  const known = shown.find(({ sourceId, title }) => sourceId.endsWith(`:${item}`) || title === item);
  return known === undefined ? { name: item, ...others } : { ...fields, item: known.sourceId };
}

function withDaysInOrder({ fields, leftOut }: ReadValues): ReadValues {
  const { lastDay, ...others } = fields;
  const { firstDay } = fields;
  if (typeof firstDay !== "string" || typeof lastDay !== "string" || lastDay >= firstDay)
    return { fields, leftOut };
  return {
    fields: others,
    leftOut: [...leftOut, `lastDay "${lastDay}" is left out: it is before firstDay.`],
  };
}

function quoted(field: string, raw: unknown): string {
  return typeof raw === "string" ? `${field} "${shorten(raw, MOST_QUOTED)}"` : field;
}

const wanted: Readonly<Record<string, string>> = {
  firstDay: "a day, written as 2026-08-30",
  lastDay: "a day, written as 2026-08-30",
  size: 'a number with its unit, such as "2 kW"',
  without: `at most ${MOST_WITHOUT} words`,
};

/** The valid values of a field, in words for the model. */
function wantedIn(field: string, type: z.ZodMiniType): string {
  const options = [...(type._zod.values ?? [])].filter((value) => typeof value === "string");
  if (options.length > 0) return `one of ${options.join(", ")}`;
  return wanted[field] ?? `a text of at most ${MOST_WORDS} characters`;
}
