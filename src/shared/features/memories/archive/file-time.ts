/** The zone of a time without one: "local" is the phone's, for a file the user chose; "utc" is for other programs' servers. */
export type Clock = "local" | "utc";

/** This many seconds fall in the year 5138. Larger numbers are milliseconds. */
const MOST_SECONDS = 1e11;
const MONTHS = [
  ["january", "januar", "jänner"],
  ["february", "februar"],
  ["march", "märz", "maerz", "mrz"],
  ["april"],
  ["may", "mai"],
  ["june", "juni"],
  ["july", "juli"],
  ["august"],
  ["september"],
  ["october", "oktober"],
  ["november"],
  ["december", "dezember"],
];
const WEEKDAYS =
  "monday tuesday wednesday thursday friday saturday sunday montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag".split(
    " ",
  );
const TIME =
  /(?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:[.,](?<fraction>\d{1,9}))?)?(?:\s*(?<half>[ap]m)|\s+uhr)?(?:\s*(?<zone>z|utc|gmt|[+-]\d{2}(?::?\d{2})?))?/
    .source;
const DATES = [
  /(?<year>\d{4})(?<sign>[-/.])(?<month>\d{1,2})\k<sign>(?<date>\d{1,2})/,
  /(?<date>\d{1,2})\.\s?(?<month>\d{1,2})\.\s?(?<year>\d{4})/,
  // Only one of the two can be the month, or both are the same.
  /(?<date>1[3-9]|2\d|3[01])\/(?<month>0?[1-9]|1[0-2])\/(?<year>\d{4})/,
  /(?<month>0?[1-9]|1[0-2])\/(?<date>1[3-9]|2\d|3[01]|\k<month>)\/(?<year>\d{4})/,
  /(?<date>\d{1,2})(?:st|nd|rd|th)?\.?\s+(?<month>\p{L}{3,9})\.?,?\s+(?<year>\d{4})/u,
  /(?<month>\p{L}{3,9})\.?\s+(?<date>\d{1,2})(?:st|nd|rd|th)?,?\s+(?<year>\d{4})/u,
].map(
  ({ source }) =>
    new RegExp(
      `^(?:(?<weekday>\\p{L}{2,10})\\.?,?\\s+(?:den\\s+)?)?${source}(?:(?:t|,?\\s+(?:(?:at|um)\\s+)?)${TIME})?$`,
      "iu",
    ),
);

/**
 * Converts a time written by a person or another program to an ISO instant: 2024-08-27, 2024/08/27, 27.08.2024, English and German dates in
 * words ("Tuesday, August 27, 2024", "27. März 2024"), 27/08/2024 and 8/27/2024, each alone or with a time of day; seconds or milliseconds
 * since 1970 as a number or its digits. A date alone becomes noon of that day. Null for anything else: for 08/09/2024, which is ambiguous,
 * and for times before 1970.
 */
export function fileTime(value: unknown, clock: Clock): string | null {
  if (typeof value === "number" || (typeof value === "string" && /^\d{9,13}(\.\d+)?$/.test(value.trim())))
    return ofEpoch(Number(value));
  const written = typeof value === "string" ? read(value) : null;
  return written === null ? null : instantOf(written, clock);
}

/** The day of a date as `fileTime` reads it, such as "2024-08-27"; null when the text is no date. */
export function fileDay(text: string): string | null {
  const day = read(text)?.day;
  return day === undefined ? null : day.map((part) => String(part).padStart(2, "0")).join("-");
}

/** Whether a text is a date whose day and month could be either way round, such as 08/09/2024. */
export function isAmbiguousDate(value: unknown): boolean {
  const [, one, other] =
    (typeof value === "string" && /^\s*(\d{1,2})\/(\d{1,2})\/\d{2,4}(?!\d)/.exec(value)) || [];
  return one !== undefined && one !== other && Number(one) <= 12 && Number(other) <= 12;
}

interface Written {
  /** Year, month from 1, day of the month: a day that exists. */
  day: [number, number, number];
  /** Hour, minute, second, millisecond. */
  time: [number, number, number, number];
  /** Minutes east of UTC; null when none is given. */
  offset: number | null;
}

function read(value: string): Written | null {
  if (value.length > 60) return null;
  const text = value.trim().normalize("NFC");
  const groups = DATES.map((form) => form.exec(text)).find((found) => found !== null)?.groups;
  if (groups === undefined) return null;
  const { weekday = "", year, month = "", date, hour = "12", minute, second, half, zone } = groups;
  if (!isWeekday(weekday)) return null;
  const day: Written["day"] = [Number(year), monthOf(month), Number(date)];
  const milliseconds = Number((groups["fraction"] ?? "").slice(0, 3).padEnd(3, "0"));
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (/p/i.test(half) ? 12 : 0);
  const time: Written["time"] = [hours, Number(minute ?? 0), Number(second ?? 0), milliseconds];
  if (hours > 23 || time[1] > 59 || time[2] > 59 || (half !== undefined && Number(hour) > 12)) return null;
  // `Date` reads February 30 as March 1. Such a date is an error in the file, so it is rejected.
  const check = new Date(Date.UTC(day[0], day[1] - 1, day[2]));
  if (day[0] < 1970 || check.getUTCMonth() !== day[1] - 1) return null;
  return { day, time, offset: zone === undefined ? null : offsetOf(zone) };
}

function instantOf({ day: [year, month, date], time, offset }: Written, clock: Clock): string | null {
  const isLocal = offset === null && clock === "local";
  const utc = Date.UTC(year, month - 1, date, ...time) - (offset ?? 0) * 60_000;
  const moment = isLocal ? new Date(year, month - 1, date, ...time) : new Date(utc);
  return moment.getTime() < 0 ? null : moment.toISOString();
}

/** Month from 1, by its number or the beginning of its name; 0 for none. */
function monthOf(word: string): number {
  if (/^\d/.test(word)) return Number(word);
  return MONTHS.findIndex((names) => names.some((name) => name.startsWith(word.toLowerCase()))) + 1;
}

function isWeekday(word: string): boolean {
  return WEEKDAYS.some((name) => name.startsWith(word.toLowerCase()));
}

function offsetOf(zone: string): number {
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone) ?? [];
  return (sign === "-" ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0));
}

function ofEpoch(count: number): string | null {
  const time = new Date(count < MOST_SECONDS ? count * 1000 : count);
  return count < 0 || Number.isNaN(time.getTime()) || time.getUTCFullYear() > 9999
    ? null
    : time.toISOString();
}
