const day = new Intl.DateTimeFormat("en", { dateStyle: "long" });

/** Start of a user's membership: the date of their first entry, or a month before `now` if they have none. */
export function sinceWords(firstEntry: string | null, now: Date): string {
  if (firstEntry !== null) return day.format(new Date(firstEntry));
  const month = new Date(now);
  month.setMonth(month.getMonth() - 1);
  // A month without such a day: use its last day.
  if (month.getDate() !== now.getDate()) month.setDate(0);
  return day.format(month);
}
