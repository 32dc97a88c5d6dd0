const DAY_HOURS = 24;

/**
 * What a user who deletes something is told of the server's backups.
 * @param hours how long it keeps one; null: it does not know, its operator decides
 */
export function backupWords(hours: number | null): string {
  if (hours === null)
    return "Copies may stay in backups for as long as whoever runs this server keeps those.";
  const days = Math.ceil(hours / DAY_HOURS);
  const time = days === 1 ? "a day" : `${days} days`;
  return `Copies in backups are gone within ${time}.`;
}
