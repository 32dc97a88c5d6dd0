/** What makes a table program take a cell for a formula, the full-width forms included; apostrophes before it count. */
const FORMULA = /^'*[=+\-@\t\r＝＋－＠]/u;

/** A cell that no table program runs: what begins like a formula gets an apostrophe before it. */
export function harmlessCell(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

/** What `harmlessCell` was given. */
export function meantCell(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell;
}
