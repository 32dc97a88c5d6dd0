/**
 * Beginnings of a text that a spreadsheet program may take for a formula, including full-width forms and with any apostrophes before them.
 */
const FORMULA = /^'*[=+\-@\t\r＝＋－＠]/u;
/**
 * The places in a cell where a program that splits at semicolons, tabs or line breaks would begin a cell that it may take for a formula:
 * it does not recognize the quotes around our cell.
 */
const INNER_FORMULA = /(?<=[;\t\r\n])(?=['"]*[=+\-@＝＋－＠])/gu;
/** The same places in an escaped cell, with the apostrophe. */
const ESCAPED_INNER_FORMULA = /(?<=[;\t\r\n])'(?=['"]*[=+\-@＝＋－＠])/gu;
/** A negative number as JavaScript writes it: it begins like a formula but is none. */
const NEGATIVE = /^-\d+(?:\.\d+)?(?:e[+-]\d+)?$/;

/**
 * A cell that no spreadsheet program executes: text that begins like a formula is prefixed with an apostrophe, also behind a semicolon, a
 * tab or a line break within the cell. A number is not.
 */
export function harmlessCell(text: string): string {
  const inner = text.replaceAll(INNER_FORMULA, "'");
  return FORMULA.test(text) && !NEGATIVE.test(text) ? `'${inner}` : inner;
}

/** The text that was passed to `harmlessCell`. */
export function meantCell(cell: string): string {
  const text = cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell;
  return text.replaceAll(ESCAPED_INNER_FORMULA, "");
}
