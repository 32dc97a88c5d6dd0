/** The outbox entity of a need. */
export function entityOf(needId: string): string {
  return `need:${needId}`;
}
