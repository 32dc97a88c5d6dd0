/** Shortens a text to at most `max` UTF-16 units. Cut text ends in an ellipsis, and no character is split. */
export function shorten(text: string, max: number): string {
  if (text.length <= max) return text;
  const isPair = /[\uD800-\uDBFF]/.test(text.charAt(max - 2));
  return `${text.slice(0, isPair ? max - 2 : max - 1).trimEnd()}…`;
}

/** Like `shorten`, with everything on one line. */
export function shortLine(text: string, max: number): string {
  return shorten(text.replaceAll(/\s+/g, " ").trim(), max);
}
