/** Appends spoken words to typed text. */
export function appendSpoken(written: string, spoken: string): string {
  const words = spoken.trim();
  if (written.trim() === "") return words;
  if (words === "") return written;
  return /\s$/.test(written) ? written + words : `${written} ${words}`;
}
