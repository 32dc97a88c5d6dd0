/**
 * A column that says whose a row is. Every feature lists its own beside its SQL; together they are what moves along when a
 * visitor gets an account, what a user takes along as a file, and what goes when they delete their account.
 */
export interface OwnedColumn {
  table: string;
  column: string;
  /**
   * Columns that with `column` make a row unique: where both people have such a row, the account's stays and the
   * visitor's goes. Empty: everybody has at most one row.
   */
  uniqueWith?: readonly string[];
  /** `clear`: the row belongs to others, too, and only forgets whose it was. Default `delete`. */
  whenDeleted?: "delete" | "clear";
  /** A user may have thousands: they are deleted in pieces, once the account is gone. */
  isBulk?: true;
  /** Tables whose rows are part of these rows, by the column that refers to their `id`; they are deleted by the database. */
  parts?: readonly { table: string; column: string }[];
  /** What the ids of these rows' search documents begin with. */
  documents?: string;
  /** False for what only makes the server work and tells its person nothing. */
  isExported?: boolean;
}
