import { casual } from "chrono-node/en";
import { addDays, type Day } from "#shared/features/lending/days.ts";
import { dayOf } from "#shared/day.ts";

export type DayPart = "morning" | "afternoon" | "evening" | "night";

/** Days of the festival and, if given, the part of the day or the time. */
export interface When {
  first: Day;
  last: Day;
  part: DayPart | null;
  /** `21:00`, on the festival's clock; null without a time. */
  time: string | null;
  /** Only the end is given ("until Sunday"): it begins today, or with the days mentioned before. */
  isUntil?: boolean;
}

export interface Clock {
  now: Date;
  /** IANA name of the festival's time zone. */
  zone: string;
}

export interface ReadWhen {
  when: When | null;
  /** The text without the words for the time. */
  rest: string;
}

/** Names of days and months that are also ordinary words. They count after a preposition, before a part of the day, or at the end. */
const DOUBTFUL = /^(?:sun|mon|sat|wed|fri|march|may|second|now)$/i;
const WEEKDAY = "(?:mon|tues?|wed|thu|thurs?|fri|sat|sun)[a-z]*";
const PREPOSITION = new RegExp(
  String.raw`(?:\b(?:on|this|next|til|till|until|by|from|for|since|to|and|make it|better)|-|\b${WEEKDAY}\s*(?:[+&,]|or))\s*$`,
  "i",
);
/** After a short day, these words show that a day is meant: "sat free?", "sun + mon". */
const AFTER_DAY = new RegExp(
  String.raw`^\s*(?:[?!.,]|$|(?:[+&]|and|n|or)\s*${WEEKDAY}\b|(?:free|available|night|nite|morning|afternoon|evening|noon|pls|please|too|then|til|till|until|to|instead|works|ok|maybe)\b)`,
  "i",
);
const LASTING = /\bfor (\d{1,2}|an?|one|two|three|four|five|the)( whole)? (day|night|week)s?\b/i;
const counts: ReadonlyMap<string, number> = new Map([
  ["two", 2],
  ["three", 3],
  ["four", 4],
  ["five", 5],
]);
/** "Not tomorrow, Saturday" */
const NOT_THEN = new RegExp(
  String.raw`\bnot (?:on )?(?:today|tonight|tomorrow|${WEEKDAY})\b(?=.*\b(?:today|tonight|tomorrow|${WEEKDAY})\b)`,
  "i",
);
const UNTIL = /\b(?:until|till|til|by|through|thru)\s*$/i;

/**
 * Reads the time in a text, in days of the festival: "tonight", "sat night", "until Tuesday", "for 3 days from Friday", "this weekend". A
 * weekday means the next such day. Addresses must be removed first: "7:30" is a time here.
 */
export function readWhen(text: string, clock: Clock): ReadWhen {
  const today = dayOf(clock.now, clock.zone);
  const beforehand = withMonths(text, today)
    .replace(/\bday after tomorrow\b/gi, "in 2 days")
    .replace(NOT_THEN, "")
    .replace(/\bthis night\b/gi, "tonight")
    .replace(/\bright now\b/gi, "now");
  const whole = wholeDays(beforehand, today);
  if (whole !== null) return whole;
  // Chrono compares weekdays on this machine's clock, also if it is given another zone: so it gets the festival's time as this machine's.
  const found = casual
    .parse(beforehand, new Date(`${today}T${timeIn(clock)}`), { forwardDate: true })
    .filter((result) => isMeant(beforehand, result.index, result.text));
  const lasting = LASTING.exec(beforehand);
  const starts = found.filter(({ index }) => lasting === null || index !== lasting.index);
  const [start] = starts;
  if (start === undefined && lasting === null) return { when: null, rest: text };
  const first = start === undefined ? today : dayOfComponents(start.start);
  const isUntil = start !== undefined && UNTIL.test(beforehand.slice(0, start.index));
  const [, second] = starts;
  // "Saturday and Sunday"
  const isPair =
    start !== undefined &&
    second !== undefined &&
    /^\s*(?:and|&|\+|plus|n|,)\s*$/i.test(beforehand.slice(start.index + start.text.length, second.index));
  const until = starts.find(({ index }) => UNTIL.test(beforehand.slice(0, index)));
  const last =
    lasting !== null && (start?.end ?? null) === null
      ? addDays(first, daysOf(lasting) - 1)
      : start?.end
        ? dayOfComponents(start.end)
        : isPair
          ? dayOfComponents(second.start)
          : until === undefined
            ? first
            : dayOfComponents(until.start);
  // A span of several days, "from tonight until Sunday", has no part of the day.
  const isLong = last > first;
  const when: When = {
    first: isUntil ? today : first,
    ...(isUntil ? { isUntil } : {}),
    last: last < first ? first : last,
    part: isLong && until !== undefined ? null : partOf(beforehand),
    time: start === undefined || isLong || !start.start.isCertain("hour") ? null : timeOf(start.start),
  };
  return {
    when,
    rest: without(beforehand, [...found.map(spanOf), ...(lasting === null ? [] : [spanOf(lasting)])]),
  };
}

/** "On the 3rd" is the next 3rd of a month. */
function withMonths(text: string, today: Day): string {
  return text.replace(/\bthe (\d{1,2})(?:st|nd|rd|th)\b(?! one)/gi, (whole, dayOfMonth: string) => {
    const days = Array.from({ length: 62 }, (_, ahead) => addDays(today, ahead));
    return days.find((day) => Number(day.slice(8)) === Number(dayOfMonth)) ?? whole;
  });
}

interface Components {
  get(component: "year" | "month" | "day" | "hour" | "minute"): number | null;
}

function dayOfComponents(components: Components): Day {
  const [year, month, day] = [components.get("year"), components.get("month"), components.get("day")];
  return [year, String(month).padStart(2, "0"), String(day).padStart(2, "0")].join("-");
}

function timeOf(components: Components): string {
  const two = (value: number | null) => String(value ?? 0).padStart(2, "0");
  return `${two(components.get("hour"))}:${two(components.get("minute"))}`;
}

/** "This weekend" and "all week" are several days. */
function wholeDays(text: string, today: Day): ReadWhen | null {
  const found = /\b(?:(?:this|the|all|on the|over the) weekend|(?:all|the whole|this) week)\b/i.exec(text);
  if (found === null) return null;
  const rest = without(text, [spanOf(found)]);
  if (!/weekend/i.test(found[0]))
    return { when: { first: today, last: addDays(today, 6), part: null, time: null }, rest };
  const weekday = new Date(`${today}T00:00:00Z`).getUTCDay();
  const first = weekday === 0 ? today : addDays(today, 6 - weekday);
  return { when: { first, last: weekday === 0 ? today : addDays(first, 1), part: null, time: null }, rest };
}

function daysOf([, amount, , unit]: RegExpExecArray): number {
  const count = counts.get(amount ?? "") ?? (Number(amount) || 1);
  return unit?.toLowerCase() === "week" ? count * 7 : count;
}

function isMeant(text: string, index: number, found: string): boolean {
  if (/^\d{1,4}$/.test(found.trim())) return false;
  // "Night Watch" is a camp.
  if (/^night$/i.test(found))
    return (
      /\b(?:at|this|the|all|by)\s*$/i.test(text.slice(0, index)) && !/^\s*\w/.test(text.slice(index + 5))
    );
  if (!DOUBTFUL.test(found)) return true;
  if (/^now$/i.test(found)) return true;
  const after = text.slice(index + found.length);
  const isFree = PREPOSITION.test(text.slice(0, index)) || AFTER_DAY.test(after);
  return isFree && !/\bthe\s*$/i.test(text.slice(0, index));
}

function partOf(text: string): DayPart | null {
  if (/\b(?:tonight|night|midnight)\b/i.test(text)) return "night";
  if (/\b(?:morning|sunrise|breakfast|dawn)\b/i.test(text)) return "morning";
  if (/\b(?:afternoon|noon|lunch|midday)\b/i.test(text)) return "afternoon";
  return /\b(?:evening|sunset|dinner|dusk)\b/i.test(text) ? "evening" : null;
}

interface Span {
  start: number;
  end: number;
}

function spanOf(found: { index: number; text: string } | RegExpExecArray): Span {
  const text = "text" in found ? found.text : found[0];
  return { start: found.index, end: found.index + text.length };
}

function without(text: string, spans: readonly Span[]): string {
  let rest = text;
  for (const { start, end } of spans.toSorted((one, other) => other.start - one.start)) {
    const before = rest.slice(0, start).replace(/\b(?:on|for|by|until|till|til|from|this|at|since)\s*$/i, "");
    rest = `${before} ${rest.slice(end)}`;
  }
  return rest.replaceAll(/\s+/g, " ").trim();
}

/** The time on the festival's clock, such as `21:10`. */
function timeIn({ now, zone }: Clock): string {
  return new Intl.DateTimeFormat("en-GB", { timeZone: zone, timeStyle: "short" }).format(now);
}
