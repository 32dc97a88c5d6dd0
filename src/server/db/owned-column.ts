/**
 * A column that says whose a row is. Every feature lists its own beside its SQL; together they are what moves along when a
 * visitor gets an account.
 */
export interface OwnedColumn {
  table: string;
  column: string;
  /**
   * Columns that with `column` make a row unique: where both people have such a row, the account's stays and the
   * visitor's goes. Empty: everybody has at most one row.
   */
  uniqueWith?: readonly string[];
}
