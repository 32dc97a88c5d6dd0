/** For a user whom an admin removed, and who opens an invitation made before. */
export function removedSentence(community: string): string {
  return `You were removed from ${community}. Ask to join: an admin decides.`;
}
