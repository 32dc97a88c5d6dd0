import { type RawBuilder, sql } from "kysely";

/**
 * SQL condition: whether a text contains one of these words as a whole word, ignoring case.
 * @param words letters and digits only; null matches every text
 */
export function containsWord(
  text: RawBuilder<unknown>,
  words: readonly string[] | null,
): RawBuilder<boolean> {
  if (words === null) return sql<boolean>`true`;
  if (words.length === 0) return sql<boolean>`false`;
  return sql<boolean>`${text} ~* ${`\\m(${words.join("|")})\\M`}`;
}
