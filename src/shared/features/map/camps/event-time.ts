import { dateFormat } from "#shared/date-format.ts";
import type { CampCard } from "./camp.ts";

type Event = CampCard["events"][number];

/**
 * Orders events by their start on the festival's clock; those without one come last, as given.
 * @param zone as for `eventTime`
 */
export function byStart(zone: string): (one: Event, other: Event) => number {
  const at = ({ start, isAllDay = false }: Event) =>
    start === null ? Number.MAX_VALUE : wallClock(start, zone, isAllDay).at;
  return (one, other) => at(one) - at(other);
}

/**
 * The time of an event on the festival's clock, wherever its reader is: "Thu, Aug 29, 10:00 PM - Fri 2:00 AM PDT", "Thu, Aug 29, All day".
 * Null without a start.
 * @param zone IANA name of the festival's zone. The event's own offset is used for UTC, the default of a server whose operator set no zone,
 * and for a zone the browser does not support
 */
export function eventTime({ start, end, isAllDay = false }: Event, zone: string): string | null {
  if (start === null) return null;
  const first = wallClock(start, zone, isAllDay);
  const last = end === null || Date.parse(end) <= Date.parse(start) ? null : wallClock(end, zone, isAllDay);
  if (isAllDay) {
    // An end at midnight is the end of the day before.
    const until = last === null ? first.at : last.at - 1;
    const isOneDay = dayOf(until) === dayOf(first.at);
    return `${date(first.at)}${isOneDay ? "" : ` - ${date(until)}`}, All day`;
  }
  const begins = `${date(first.at)}, ${time(first.at)}`;
  if (last === null) return `${begins} ${first.zone}`;
  const isNear = last.at - first.at < 6 * DAY_MS;
  const day = isNear ? `${weekday(last.at)} ` : `${date(last.at)}, `;
  const ends = `${dayOf(last.at) === dayOf(first.at) ? "" : day}${time(last.at)} ${last.zone}`;
  // The clocks may change during the event.
  return first.zone === last.zone ? `${begins} - ${ends}` : `${begins} ${first.zone} - ${ends}`;
}

const DAY_MS = 86_400_000;
const WRITTEN = /T(\d{2}:\d{2}).*?(?:([+-])(\d{2}):?(\d{2})|z)$/i;
const NO_ZONE = /^(?:etc\/)?(?:utc|gmt|uct|zulu|universal|greenwich)$/i;

/**
 * The festival's clock at an instant, as milliseconds that show the same time in UTC, and the short name of its zone.
 * @param isDate whether a written midnight begins the day it names, whatever the zone
 */
export function wallClock(instant: string, zone: string, isDate: boolean): { at: number; zone: string } {
  const [, written = "", sign = "+", hours = "0", minutes = "0"] = WRITTEN.exec(instant) ?? [];
  const offsetMinutes = Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes));
  const moment = Date.parse(instant);
  const asWritten = { at: moment + offsetMinutes * 60_000, zone: offsetName(offsetMinutes) };
  if (isDate && (written === "00:00" || written === "23:59")) return asWritten;
  if (NO_ZONE.test(zone) && offsetMinutes !== 0) return asWritten;
  try {
    return clockIn(zone, moment);
  } catch {
    return asWritten;
  }
}

/** @throws RangeError for a zone that this runtime does not support */
function clockIn(timeZone: string, moment: number): { at: number; zone: string } {
  const parts = formatIn(timeZone).formatToParts(moment);
  const of = (type: Intl.DateTimeFormatPartTypes) => parts.find((part) => part.type === type)?.value ?? "";
  const number = (type: Intl.DateTimeFormatPartTypes) => Number(of(type));
  const at = Date.UTC(number("year"), number("month") - 1, number("day"), number("hour"), number("minute"));
  return { at, zone: of("timeZoneName") };
}

/** Caches one format per zone: creating a format takes longer than using it. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatIn(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    timeZoneName: "short",
  });
  formats.set(timeZone, format);
  return format;
}

/** "UTC", "GMT-7", "GMT+5:30" */
function offsetName(minutes: number): string {
  if (minutes === 0) return "UTC";
  const rest = Math.abs(minutes) % 60;
  const hours = Math.floor(Math.abs(minutes) / 60);
  return `GMT${minutes < 0 ? "-" : "+"}${hours}${rest === 0 ? "" : `:${String(rest).padStart(2, "0")}`}`;
}

function dayOf(at: number): number {
  return Math.floor(at / DAY_MS);
}

const date = dateFormat("en-US", {
  weekday: "short",
  month: "short",
  day: "numeric",
  timeZone: "UTC",
});
const weekday = dateFormat("en-US", { weekday: "short", timeZone: "UTC" });
const time = dateFormat("en-US", { hour: "numeric", minute: "2-digit", timeZone: "UTC" });
