import { isDay } from "#shared/features/lending/days.ts";

/** First and last hour of each part of the day; a night lasts until the next morning. */
const parts = {
  morning: [5, 12],
  afternoon: [12, 18],
  evening: [17, 24],
  night: [17, 30],
} as const;

export type Time = { first: string; last: string; part: keyof typeof parts | null; minutes: number | null };

/** Minutes by which two moments may differ and still count as the same. */
const SLACK_MINUTES = 35;

/**
 * Whether two times match: days exactly, a moment within about half an hour, a part of the day if one is expected.
 * @param now the value of `now`, an instant in the festival's own zone
 */
export function timeFits(expected: string, actual: string, now: string): boolean {
  const [one, other] = [readTime(expected, now), readTime(actual, now)];
  if (one === null || other === null || one.first !== other.first || one.last !== other.last) return false;
  if (one.minutes !== null)
    return other.minutes !== null && Math.abs(one.minutes - other.minutes) <= SLACK_MINUTES;
  if (one.part === null) return true;
  const [from, to] = parts[one.part];
  if (other.minutes !== null) return other.minutes >= from * 60 && other.minutes <= to * 60;
  return other.part === one.part || (isLate(one.part) && other.part !== null && isLate(other.part));
}

/** Null for text that is not a time in the notation of talks. */
export function readTime(text: string, now: string): Time | null {
  if (text === "now") return readTime(now.slice(0, 16), now);
  const match = /^(\d{4}-\d\d-\d\d)(?:\/(\d{4}-\d\d-\d\d)|T(\d\d):(\d\d)| ([a-z]+))?$/.exec(text);
  const first = match?.[1] ?? "";
  const last = match?.[2] ?? first;
  const part = match?.[5] ?? null;
  if (!isDay(first) || !isDay(last) || last < first || (part !== null && !isPart(part))) return null;
  const minutes = match?.[3] === undefined ? null : Number(match[3]) * 60 + Number(match[4]);
  return { first, last, part, minutes };
}

function isPart(text: string): text is keyof typeof parts {
  return Object.hasOwn(parts, text);
}

function isLate(part: keyof typeof parts): boolean {
  return part === "evening" || part === "night";
}
