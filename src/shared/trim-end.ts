/**
 * The text without its trailing characters of a kind. Examines each of them once: a pattern such as `/[?!]+$/` starts over at every
 * character of a long run that is not at the end, which takes quadratic time.
 */
export function trimEndOf(text: string, isOfKind: (character: string) => boolean): string {
  let end = text.length;
  while (end > 0 && isOfKind(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
