/** How a text begins that a table program may take for a formula, the full-width forms included; apostrophes before it count. */
const FORMULA = /^'*[=+\-@\t\r＝＋－＠]/u;
/** A number as JavaScript writes one below zero: it begins like a formula and is none. */
const NEGATIVE = /^-\d+(?:\.\d+)?(?:e[+-]\d+)?$/;

/** A cell that no table program runs: a text that begins like a formula gets an apostrophe before it, a number does not. */
export function harmlessCell(text: string): string {
  return FORMULA.test(text) && !NEGATIVE.test(text) ? `'${text}` : text;
}

/** What `harmlessCell` was given. */
export function meantCell(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell;
}
