/** The outbox entity of a memory. */
export function entityOf(memoryId: string): string {
  return `memory:${memoryId}`;
}
