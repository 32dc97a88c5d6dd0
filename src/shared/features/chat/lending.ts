/** Words of a user who wants to use another's thing, room or skill for a while. */
const LENDING = /\b(lend|lends|lending|loan|borrow|borrowing|spare|share|shares|sharing|rent|hire)\b/i;

/** Is the question about borrowing? Then the library answers it before the camps do. */
export function asksToBorrow(question: string): boolean {
  return LENDING.test(question);
}
