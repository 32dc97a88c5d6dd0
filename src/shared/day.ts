/**
 * The calendar day of a moment, as `2026-08-30`. Thoughts and quests turn at the same midnight: that of `zone`, a setting
 * of the server (IANA name).
 * @throws RangeError for a zone nobody knows or a moment that is none
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

/** Whether a moment is of an earlier day than `now`: its quest is over. */
export function isPast(moment: Date, now: Date, zone: string): boolean {
  return dayOf(moment, zone) < dayOf(now, zone);
}

/** Whether there is a time zone of this IANA name. */
export function isZone(name: string): boolean {
  try {
    return dayOf(new Date(0), name) !== "";
  } catch {
    return false;
  }
}
