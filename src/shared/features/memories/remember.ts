/** "Remember that ...", "please remember: ..."; what stands behind it is meant. */
const ASKED =
  /^(?:(?:please|hey|looby|so)[,\s]{1,5}){0,3}remember(?:\s{0,5}:|,?\s{1,5}(?:that|this)\b\s{0,5}:?)/i;

/**
 * What a user asks to have remembered, without the words that ask; null when they ask for nothing such, as in "Do you remember
 * that camp?" and "Remember that camp with the fire?".
 */
export function askedToRemember(text: string): string | null {
  const trimmed = text.trim();
  const asked = ASKED.exec(trimmed);
  return asked === null || trimmed.endsWith("?") ? null : trimmed.slice(asked[0].length).trim();
}
