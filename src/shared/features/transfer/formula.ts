/**
 * Beginnings of a text that a spreadsheet program may take for a formula, including full-width forms and with any apostrophes before them.
 */
const FORMULA = /^'*[=+\-@\t\r＝＋－＠]/u;
/** A negative number as JavaScript writes it: it begins like a formula but is none. */
const NEGATIVE = /^-\d+(?:\.\d+)?(?:e[+-]\d+)?$/;

/** A cell that no spreadsheet program runs: text that begins like a formula gets an apostrophe before it, a number does not. */
export function harmlessCell(text: string): string {
  return FORMULA.test(text) && !NEGATIVE.test(text) ? `'${text}` : text;
}

/** The text that was given to `harmlessCell`. */
export function meantCell(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell;
}
