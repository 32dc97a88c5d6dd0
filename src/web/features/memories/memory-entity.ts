/** What the writes about a memory are about, for the outbox. */
export function entityOf(memoryId: string): string {
  return `memory:${memoryId}`;
}
