/** "Remember that ...", "please remember: ...": the text after it is the memory. */
const ASKED =
  /^(?:(?:please|hey|looby|so)[,\s]{1,5}){0,3}remember(?:\s{0,5}:|,?\s{1,5}(?:that|this)\b\s{0,5}:?)/i;

/**
 * The text a user asks to have remembered, without the words that ask. Null when they ask for no such thing, as in "Do you remember that
 * camp?" and "Remember that camp with the fire?".
 */
export function askedToRemember(text: string): string | null {
  const trimmed = text.trim();
  const asked = ASKED.exec(trimmed);
  return asked === null || trimmed.endsWith("?") ? null : trimmed.slice(asked[0].length).trim();
}
