/** Words people use to ask for another person's item, room or skill for a while. */
const LENDING = /\b(lend|lends|lending|loan|borrow|borrowing|spare|share|shares|sharing|rent|hire)\b/i;

/** Is the question about borrowing? Then library items rank before camps. */
export function asksToBorrow(question: string): boolean {
  return LENDING.test(question);
}
