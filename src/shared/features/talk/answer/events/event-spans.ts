import { wallClock } from "#shared/features/map/camps/event-time.ts";
import { addDays, type Day } from "#shared/features/lending/days.ts";
import type { Clock, DayPart, When } from "../../understand/read-when.ts";
import type { CampEvent } from "../ability-world.ts";
import { daysInSentence } from "../../words/days-taken.ts";

/** Times here are milliseconds that show the festival's clock when read as UTC. */
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Until this hour, a night belongs to the day before. */
const DAWN = 5 * HOUR;
/** The maximum number of a question's days that are searched. */
const MOST_DAYS = 14;

/** An event on the festival's clock. */
export interface TimedEvent {
  event: CampEvent;
  start: number;
  /** An hour after the start when the event has no end. */
  end: number;
}

export interface Span {
  from: number;
  to: number;
}

const PARTS: Record<DayPart, Span> = {
  morning: { from: DAWN, to: 12 * HOUR },
  afternoon: { from: 12 * HOUR, to: 18 * HOUR },
  evening: { from: 18 * HOUR, to: DAY + DAWN },
  night: { from: 18 * HOUR, to: DAY + DAWN },
};

/** The festival's clock now. */
export function nowOn({ now, zone }: Clock): number {
  return wallClock(now.toISOString(), zone, false).at;
}

/** The clock at an event's start or end. Only the date of a whole day counts as written; a time is compared with now. */
function clockOf(time: string, { isAllDay = false }: CampEvent, zone: string): number {
  return wallClock(isAllDay ? time : new Date(time).toISOString(), zone, isAllDay).at;
}

/** The events with a start, sorted by it. */
export function timedOf(events: readonly CampEvent[], { zone }: Clock): TimedEvent[] {
  const timed = events.flatMap((event) => {
    if (event.start === null) return [];
    const start = clockOf(event.start, event, zone);
    const end = event.end === null ? start : clockOf(event.end, event, zone);
    return [{ event, start, end: end > start ? end : start + (event.isAllDay ? DAY : HOUR) }];
  });
  return timed.toSorted((one, other) => one.start - other.start);
}

/** The requested times, from now on: without days, from now until dawn. Empty when all are over. */
export function spansOf(when: When | null, now: number): Span[] {
  const dawn = dayStart(now - DAWN) + DAY + DAWN;
  if (when === null) return [{ from: now, to: dawn }];
  const today = dayStart(now);
  const first = startOf(when.first);
  // After midnight, "tonight" is the current night.
  const isLate = first === today && dawn - DAWN === today;
  if (isLate && (when.part === "night" || when.part === "evening")) return [{ from: now, to: dawn }];
  const [, hours = "0", minutes = "0"] = /^(\d+):(\d+)$/.exec(when.time ?? "") ?? [];
  const time = Number(hours) * HOUR + Number(minutes) * 60_000;
  const whole = { from: first === today ? 0 : DAWN, to: DAY + DAWN };
  const part =
    when.time === null ? (when.part === null ? whole : PARTS[when.part]) : { from: time, to: time + HOUR };
  const days = Math.min(MOST_DAYS, Math.max(1, Math.round((startOf(when.last) - first) / DAY) + 1));
  return Array.from({ length: days }, (_, day) => first + day * DAY)
    .map((day) => ({ from: Math.max(now, day + part.from), to: day + part.to }))
    .filter(({ from, to }) => from < to);
}

/** The festival days of these times, with the nights before the first and after the last. */
export function daysOf({ from, to }: Span): { first: Day; last: Day } {
  return { first: dayAt(from - DAWN), last: dayAt(to - DAWN - 1) };
}

/** All times from this one on that a question may cover. */
export function onwards(from: number): Span {
  return { from, to: from + MOST_DAYS * DAY };
}

export function isWithin({ start, end }: TimedEvent, { from, to }: Span): boolean {
  return start < to && end > from;
}

/** "now", "tonight", "tomorrow morning", "Sat 4 Sep at 22:40". */
export function spanInWords(when: When | null, now: number): string {
  if (when === null) return clockAt(now) >= "18" || clockAt(now) < "05" ? "tonight" : "today";
  const today = dayAt(now);
  if (when.time !== null)
    return when.first === today && when.time === clockAt(now)
      ? "now"
      : `${dayWord(startOf(when.first), now)} at ${when.time}`;
  const day =
    when.first === when.last ? dayWord(startOf(when.first), now) : daysInSentence(when.first, when.last);
  if (when.part === null) return day;
  if (day !== "today") return `${day} ${when.part}`;
  return when.part === "morning" || when.part === "afternoon" ? `this ${when.part}` : "tonight";
}

/** "now until 23:30", "today 23:30 to 01:00", "Sat 4 Sep, all day". */
export function timeInWords({ event, start, end }: TimedEvent, now: number): string {
  if (event.isAllDay) {
    const last = end - 1 - ((end - 1 - start) % DAY);
    return `${last > start ? daysInSentence(dayAt(start), dayAt(last)) : dayWord(start, now)}, all day`;
  }
  const hasEnd = event.end !== null && Date.parse(event.end) > Date.parse(event.start ?? "");
  const ends = end - start < DAY ? clockAt(end) : `${dayWord(end, now)} ${clockAt(end)}`;
  if (start <= now && end > now) return hasEnd ? `now until ${ends}` : `since ${clockAt(start)}`;
  return `${dayWord(start, now)} ${clockAt(start)}${hasEnd ? ` to ${ends}` : ""}`;
}

function dayWord(at: number, now: number): string {
  const day = dayAt(at);
  const today = dayAt(now);
  if (day === today) return "today";
  const isTonight = at % DAY > 0 && dayAt(at - DAWN) === dayAt(now - DAWN);
  if (isTonight) return "tonight";
  return day === addDays(today, 1) ? "tomorrow" : daysInSentence(day, day);
}

function clockAt(at: number): string {
  return new Date(at).toISOString().slice(11, 16);
}

function dayAt(at: number): Day {
  return new Date(at).toISOString().slice(0, 10);
}

function startOf(day: Day): number {
  return Date.parse(`${day}T00:00:00Z`);
}

function dayStart(at: number): number {
  return Math.floor(at / DAY) * DAY;
}
