/**
 * Sets right what is one slip of the thumb (two in words of nine letters and more) away from a word of `vocabulary`: a
 * letter missing, doubled, wrong or swapped with its neighbour. The first letter must be right, and what is in
 * `realWords` stays.
 * @param words lower case
 */
export function correctSpelling(
  words: readonly string[],
  vocabulary: readonly string[],
  realWords: ReadonlySet<string>,
): string[] {
  return words.map((word) => {
    if (word.length < 6 || realWords.has(word) || vocabulary.includes(word)) return word;
    return vocabulary.find((known) => isSlipOf(word, known)) ?? word;
  });
}

function isSlipOf(word: string, known: string): boolean {
  const allowed = known.length >= 9 ? 2 : 1;
  return (
    word.startsWith(known.charAt(0)) &&
    Math.abs(word.length - known.length) <= allowed &&
    distance(word, known) <= allowed
  );
}

/** Edits between two words, swapped neighbours counting as one (optimal string alignment). */
function distance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const isSame = a[row - 1] === b[column - 1];
      let edits = Math.min(
        at(last, column) + 1,
        at(current, column - 1) + 1,
        at(last, column - 1) + (isSame ? 0 : 1),
      );
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]) {
        edits = Math.min(edits, at(beforeLast, column - 2) + 1);
      }
      current.push(edits);
    }
    beforeLast = last;
    last = current;
  }
  return at(last, b.length);
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}
