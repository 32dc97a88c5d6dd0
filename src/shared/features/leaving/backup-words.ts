const DAY_HOURS = 24;

/**
 * The sentence about the server's backups shown to a user who deletes data.
 * @param hours how long a backup is retained; null when the server does not control this because its operator decides
 */
export function backupWords(hours: number | null): string {
  if (hours === null)
    return "Copies may stay in backups for as long as the people who run this server store those.";
  const days = Math.ceil(hours / DAY_HOURS);
  const time = days === 1 ? "a day" : `${days} days`;
  return `Copies in backups are gone within ${time}.`;
}
