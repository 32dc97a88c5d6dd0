/** The message shown while there is no quest yet. */
export function lockedText(productName: string): string {
  return `Share your thoughts in a Daily Dump first so ${productName} can better understand where you're at and suggest a meaningful quest.`;
}
