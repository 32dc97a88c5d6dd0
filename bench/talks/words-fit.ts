/** Words that name nothing. */
const empty = new Set(
  "a an the some any my your our of for to in on at with and or is are i me need want please thing things".split(
    " ",
  ),
);

/** Whether a text contains all expected words, in any order, singular or plural, with at most `most` extra words. */
export function wordsFit(expected: string, actual: string, most = Number.POSITIVE_INFINITY): boolean {
  const wanted = wordsOf(expected);
  const words = wordsOf(actual);
  return wanted.every((word) => words.includes(word)) && words.length - wanted.length <= most;
}

function wordsOf(text: string): string[] {
  const words = text
    .toLowerCase()
    .replaceAll(/(\d)\s+(?=(?:kw|w|l|m|v|kg)\b)/g, "$1")
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "" && !empty.has(word));
  return [...new Set(words.map(singular))];
}

function singular(word: string): string {
  if (word.length > 4 && word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  if (word.length > 4 && /(?:sh|ch|x|ss)es$/.test(word)) return word.slice(0, -2);
  return word.length > 3 && word.endsWith("s") && !word.endsWith("ss") ? word.slice(0, -1) : word;
}
