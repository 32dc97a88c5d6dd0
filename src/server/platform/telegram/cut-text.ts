/** Maximum UTF-16 units of a Telegram message. */
export const MAX_MESSAGE = 4096;

/** Splits a text into pieces of at most `max` UTF-16 units, after a line if possible, and never within a character. */
export function cutText(text: string, max: number = MAX_MESSAGE): string[] {
  const pieces: string[] = [];
  let rest = text.trim();
  while (rest.length > max) {
    const line = rest.lastIndexOf("\n", max);
    const word = line > max / 2 ? line : rest.lastIndexOf(" ", max);
    let end = word > max / 2 ? word : max;
    // Not between the halves of a surrogate pair.
    if (/[\uD800-\uDBFF]/.test(rest.charAt(end - 1))) end -= 1;
    pieces.push(rest.slice(0, end).trimEnd());
    rest = rest.slice(end).trimStart();
  }
  return rest === "" ? pieces : [...pieces, rest];
}
