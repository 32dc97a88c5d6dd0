import type { CampCard } from "./camp.ts";

type Event = CampCard["events"][number];

/** Orders events by their start; those without one come last, as given. */
export function byStart(one: Pick<Event, "start">, other: Pick<Event, "start">): number {
  const at = ({ start }: Pick<Event, "start">) => (start === null ? Number.MAX_VALUE : Date.parse(start));
  return at(one) - at(other);
}

/**
 * When an event is, on the clock of the festival, wherever its reader is: "Thu, Aug 29, 10:00 PM - Fri 2:00 AM PDT", "Thu, Aug 29, All
 * day". Null without a start.
 * @param zone IANA name of the festival's zone. For UTC, which a server has when its operator set none, the event's own offset counts
 */
export function eventTime({ start, end, isAllDay = false }: Event, zone: string): string | null {
  if (start === null) return null;
  const first = wallClock(start, isAllDay ? "UTC" : zone, isAllDay);
  const last = end === null || Date.parse(end) <= Date.parse(start) ? null : end;
  if (isAllDay) {
    // An end at midnight is the end of the day before.
    const until = last === null ? first.at : wallClock(last, "UTC", true).at - 1;
    const isOneDay = dayOf(until) === dayOf(first.at);
    return `${date.format(first.at)}${isOneDay ? "" : ` - ${date.format(until)}`}, All day`;
  }
  const begins = `${date.format(first.at)}, ${time.format(first.at)}`;
  if (last === null) return `${begins} ${first.zone}`;
  const { at } = wallClock(last, zone, false);
  const isSameDay = dayOf(at) === dayOf(first.at);
  const isNear = at - first.at < 6 * DAY_MS;
  const day = isSameDay ? "" : isNear ? `${weekday.format(at)} ` : `${date.format(at)}, `;
  return `${begins} - ${day}${time.format(at)} ${first.zone}`;
}

const DAY_MS = 86_400_000;
const OFFSET = /(?:([+-])(\d{2}):?(\d{2})|z)$/i;

/**
 * The festival's clock at an instant, as milliseconds that read like it in UTC, and the short name of its zone.
 * @param isAsWritten takes the date and time as they are written
 */
function wallClock(instant: string, zone: string, isAsWritten: boolean): { at: number; zone: string } {
  const [, sign = "+", hours = "0", minutes = "0"] = OFFSET.exec(instant) ?? [];
  const own = Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes));
  const moment = Date.parse(instant);
  if (isAsWritten || (zone === "UTC" && own !== 0))
    return { at: moment + own * 60_000, zone: offsetName(own) };
  const parts = new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    timeZoneName: "short",
  }).formatToParts(moment);
  const of = (type: Intl.DateTimeFormatPartTypes) => parts.find((part) => part.type === type)?.value ?? "";
  const number = (type: Intl.DateTimeFormatPartTypes) => Number(of(type));
  const at = Date.UTC(number("year"), number("month") - 1, number("day"), number("hour"), number("minute"));
  return { at, zone: of("timeZoneName") };
}

/** "GMT-7", "GMT+5:30" */
function offsetName(minutes: number): string {
  const rest = Math.abs(minutes) % 60;
  const hours = Math.floor(Math.abs(minutes) / 60);
  return `GMT${minutes < 0 ? "-" : "+"}${hours}${rest === 0 ? "" : `:${String(rest).padStart(2, "0")}`}`;
}

function dayOf(at: number): number {
  return Math.floor(at / DAY_MS);
}

const date = new Intl.DateTimeFormat("en-US", {
  weekday: "short",
  month: "short",
  day: "numeric",
  timeZone: "UTC",
});
const weekday = new Intl.DateTimeFormat("en-US", { weekday: "short", timeZone: "UTC" });
const time = new Intl.DateTimeFormat("en-US", { hour: "numeric", minute: "2-digit", timeZone: "UTC" });
