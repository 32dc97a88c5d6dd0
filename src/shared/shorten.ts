/** Shortens a text to at most `max` UTF-16 units. Cut text ends in an ellipsis, and no character is split. */
export function shorten(text: string, max: number): string {
  if (text.length <= max) return text;
  const isPair = /[\uD800-\uDBFF]/.test(text.charAt(max - 2));
  return `${text.slice(0, isPair ? max - 2 : max - 1).trimEnd()}…`;
}

/** Like `shorten`, of the text as `oneLine`. */
export function shortLine(text: string, max: number): string {
  return shorten(oneLine(text), max);
}

/** A text for a place within another text: on one line, and without the invisible characters that reverse the text after them. */
export function oneLine(text: string): string {
  return withoutDirections(text).replaceAll(/\s+/g, " ").trim();
}

/** Without embeddings, overrides and isolates, which reverse the text after them. Right-to-left letters need none of them. */
export function withoutDirections(text: string): string {
  return text.replaceAll(/[\u202A-\u202E\u2066-\u2069]/g, "");
}
