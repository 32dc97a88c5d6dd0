/** Whether a title has this word, give or take two letters at its end: "foldy" is in "Loaner bike, folding". */
export function titleHasWord(title: string, word: string): boolean {
  const start = word.slice(0, Math.max(4, word.length - 2));
  return title
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .some((each) => each.startsWith(start));
}
