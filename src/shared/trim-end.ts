/**
 * The text without its last characters, as long as they are of a kind. Looks at each of them once: a pattern such as
 * `/[?!]+$/` starts over at every character of a long run that is not at the end, and takes the square of its length.
 */
export function trimEndOf(text: string, isOfKind: (character: string) => boolean): string {
  let end = text.length;
  while (end > 0 && isOfKind(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
