import * as z from "zod/mini";
import { plainText } from "#shared/http/plain-text.ts";
import { type CampCard, MAX_EVENTS, MAX_OFFERINGS } from "./camp.ts";
import { wordsOf } from "#shared/json-fields.ts";
import type { CampRow } from "./camp-row.ts";

const textish = z.nullish(z.union([z.string(), z.number()]));
const yesish = z.nullish(z.union([z.boolean(), z.number(), z.string()]));
const item = z.union([
  z.pipe(z.union([z.string(), z.number()]), z.transform(String)),
  z.object({
    title: textish,
    name: textish,
    description: textish,
    start: textish,
    start_time: textish,
    end: textish,
    end_time: textish,
    all_day: yesish,
    // For files written by Looby; names are read in lower case.
    isallday: yesish,
    occurrence_set: z.optional(z.array(z.object({ start_time: textish, end_time: textish }))),
  }),
]);
type Item = z.infer<typeof item>;

/** A camp's offerings and events. Events come from its own row and from events elsewhere in the file that name it as host. */
export function cardOf(row: CampRow, hosted: readonly unknown[]): CampCard {
  const offerings = listOf(row, "offerings", row.at("offerings"), MAX_OFFERINGS).map((each) => ({
    title: titleOf(each),
    description: typeof each === "string" ? null : long(each.description),
  }));
  const listed = row.at("events");
  const ofCamp = Array.isArray(listed) ? (listed as unknown[]) : listed;
  const all = hosted.length === 0 ? ofCamp : [...(Array.isArray(ofCamp) ? ofCamp : []), ...hosted];
  const events = listOf(row, "events", all, MAX_EVENTS).flatMap(occurrencesOf).slice(0, MAX_EVENTS);
  return { offerings, events };
}

/** The file's events, keyed by the id of the hosting camp. */
export function eventsByCamp(events: unknown): Map<string, unknown[]> {
  if (!Array.isArray(events)) return new Map();
  const hosted = z.object({ hosted_by_camp: z.union([z.string(), z.number()]) });
  const found = new Map<string, unknown[]>();
  for (const event of events as unknown[]) {
    const host = wordsOf(hosted.safeParse(event).data?.hosted_by_camp);
    if (host === "") continue;
    const others = found.get(host);
    if (others === undefined) found.set(host, [event]);
    else others.push(event);
  }
  return found;
}

function listOf(row: CampRow, field: string, value: unknown, max: number): Item[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) {
    row.note(field, "must be a list; it is left out.");
    return [];
  }
  const items = (value as unknown[]).slice(0, max).flatMap((each) => {
    const parsed = item.safeParse(each);
    return parsed.success && titleOf(parsed.data) !== "" ? [parsed.data] : [];
  });
  if (items.length < Math.min(value.length, max))
    row.note(field, "have entries without a title; those are left out.");
  if (value.length > max) row.note(field, `are more than ${max}; the others are left out.`);
  return items;
}

function occurrencesOf(each: Item): CampCard["events"] {
  const title = titleOf(each);
  if (typeof each === "string") return [{ title, description: null, start: null, end: null }];
  const description = long(each.description);
  const times = each.occurrence_set ?? [
    { start_time: each.start ?? each.start_time, end_time: each.end ?? each.end_time },
  ];
  return times.map(({ start_time, end_time }) => {
    const isAllDay = isYes(each.all_day ?? each.isallday) || isDate(start_time);
    const start = instantOf(start_time);
    return {
      title,
      description,
      start,
      end: isDate(end_time) ? endOf(end_time, start) : instantOf(end_time),
      ...(isAllDay && start !== null ? { isAllDay } : {}),
    };
  });
}

function titleOf(each: Item): string {
  const title = typeof each === "string" ? each : (each.title ?? each.name ?? "");
  return plainText(String(title).slice(0, 2_000)).replaceAll(/\s+/g, " ").slice(0, 200).toWellFormed().trim();
}

function long(value: string | number | null | undefined): string | null {
  return (
    plainText(String(value ?? "").slice(0, 20_000))
      .slice(0, 2_000)
      .toWellFormed() || null
  );
}

/** The end of a day, in the UTC offset of the start. */
function endOf(day: string, start: string | null): string {
  return `${day}T23:59:00${/(?:Z|[+-]\d{2}:\d{2})$/.exec(start ?? "")?.[0] ?? "Z"}`;
}

function isYes(value: z.infer<typeof yesish>): boolean {
  return value === true || value === 1 || /^(?:1|true|yes)$/i.test(String(value ?? ""));
}

function isDate(value: string | number | null | undefined): value is string {
  return z.iso.date().safeParse(value).success;
}

/** An instant with its zone, such as "2024-08-27T14:00:00-07:00", or a date alone. Null without a zone, since the time would be ambiguous. */
function instantOf(value: string | number | null | undefined): string | null {
  if (isDate(value)) return `${value}T00:00:00Z`;
  const parsed = z.iso.datetime({ offset: true }).safeParse(value);
  return parsed.success ? parsed.data : null;
}
