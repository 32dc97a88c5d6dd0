const ISO =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)\s*(Z|UTC|[+-]\d{2}:?\d{2})?)?$/i;
/** This many seconds fall in the year 5138. Larger numbers are milliseconds. */
const MOST_SECONDS = 1e11;
const MONTHS = "January February March April May June July August September October November December".split(
  " ",
);
const WORDED =
  /^(?:[A-Za-z]+,?\s+)?(?:([A-Za-z]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?|(\d{1,2})\.?\s+([A-Za-z]{3,9})\.?,?)\s+(\d{4})$/;

/**
 * Converts a time written by another program to an ISO instant: ISO 8601 with or without a zone (then UTC), a date alone, English dates
 * ("Tuesday, August 27, 2024"), seconds or milliseconds since 1970 as a number or its digits. A date alone becomes noon UTC, which is that
 * same day nearly everywhere. Null for anything else, and for times before 1970.
 */
export function fileTime(given: unknown): string | null {
  if (typeof given === "number" || (typeof given === "string" && /^\d{9,13}(\.\d+)?$/.test(given.trim())))
    return ofEpoch(Number(given));
  if (typeof given !== "string" || given.length > 60) return null;
  const text = given.trim();
  const iso = ISO.exec(text);
  if (iso !== null) {
    const [, day = "", time, zone = "Z"] = iso;
    if (time === undefined) return ofDay(day);
    return valid(`${day}T${time}${/^utc$/i.test(zone) ? "Z" : zone.toUpperCase()}`, day);
  }
  const worded = WORDED.exec(text);
  if (worded === null) return null;
  const [, name = worded[4] ?? "", date = worded[3] ?? "", , , year = ""] = worded;
  const month = MONTHS.findIndex((known) => known.toLowerCase().startsWith(name.toLowerCase())) + 1;
  return month === 0 ? null : ofDay(`${year}-${pad(month)}-${date.padStart(2, "0")}`);
}

function ofEpoch(count: number): string | null {
  const time = new Date(count < MOST_SECONDS ? count * 1000 : count);
  return count < 0 || Number.isNaN(time.getTime()) || time.getUTCFullYear() > 9999
    ? null
    : time.toISOString();
}

function ofDay(day: string): string | null {
  return valid(`${day}T12:00:00Z`, day);
}

/** `Date` reads February 30 as March 1. A file with such a date has an error, so it is refused. */
function valid(instant: string, day: string): string | null {
  const midnight = new Date(`${day}T00:00:00Z`);
  const time = new Date(instant.replace(/([+-]\d{2})(\d{2})$/, "$1:$2"));
  if (Number.isNaN(time.getTime()) || Number.isNaN(midnight.getTime()) || time.getTime() < 0) return null;
  return midnight.toISOString().startsWith(day) ? time.toISOString() : null;
}

function pad(count: number): string {
  return String(count).padStart(2, "0");
}
