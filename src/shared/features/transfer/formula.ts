/**
 * Beginnings of a text that a spreadsheet program may take for a formula, including full-width forms and with any apostrophes before them.
 */
const FORMULA = /^'*[=+\-@\t\r＝＋－＠]/u;
/** A negative number as JavaScript writes it: it begins like a formula but is none. */
const NEGATIVE = /^-\d+(?:\.\d+)?(?:e[+-]\d+)?$/;

/** A cell that no spreadsheet program executes: text that begins like a formula is prefixed with an apostrophe, a number is not. */
export function harmlessCell(text: string): string {
  return FORMULA.test(text) && !NEGATIVE.test(text) ? `'${text}` : text;
}

/** The text that was passed to `harmlessCell`. */
export function meantCell(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell;
}
