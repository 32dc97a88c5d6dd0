/**
 * The calendar day of a moment, such as `2026-08-30`. Thoughts and quests change at the same midnight, in `zone`: an IANA name from the
 * server's settings.
 * @throws RangeError for an unknown zone or an invalid date
 */
export function dayOf(moment: Date, zone: string): string {
  const format = new Intl.DateTimeFormat("en-CA-u-ca-gregory-nu-latn", {
    timeZone: zone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  });
  const parts = new Map(format.formatToParts(moment).map(({ type, value }) => [type, value]));
  return [parts.get("year")?.padStart(4, "0"), parts.get("month"), parts.get("day")].join("-");
}

/** Whether a moment falls on an earlier day than `now`. If it does, that day's quest is over. */
export function isPast(moment: Date, now: Date, zone: string): boolean {
  return dayOf(moment, zone) < dayOf(now, zone);
}

/** Whether this is the IANA name of a time zone. */
export function isZone(name: string): boolean {
  try {
    return dayOf(new Date(0), name) !== "";
  } catch {
    return false;
  }
}
