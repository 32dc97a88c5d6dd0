import { type RawBuilder, sql } from "kysely";

/**
 * Whether a text has one of these words as a whole word, in any case.
 * @param words letters and digits only; null: every text has
 */
export function saysOneOf(text: RawBuilder<unknown>, words: readonly string[] | null): RawBuilder<boolean> {
  if (words === null) return sql<boolean>`true`;
  if (words.length === 0) return sql<boolean>`false`;
  return sql<boolean>`${text} ~* ${`\\m(${words.join("|")})\\M`}`;
}
