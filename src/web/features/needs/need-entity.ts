/** What the writes about a need are about, for the outbox. */
export function entityOf(needId: string): string {
  return `need:${needId}`;
}
