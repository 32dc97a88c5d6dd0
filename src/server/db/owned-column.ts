/**
 * A column with the owner of a row. Every feature lists its own beside its SQL. Together they define what moves along when a
 * visitor gets an account, what a user can export, and what is deleted with their account.
 */
export interface OwnedColumn {
  table: string;
  column: string;
  /**
   * Columns that make a row unique together with `column`. If both people have such a row, the account's is kept and the
   * visitor's is deleted. Empty: at most one row per person.
   */
  uniqueWith?: readonly string[];
  /** `clear`: the row also belongs to others, so only its owner is removed. Default `delete`. */
  whenDeleted?: "delete" | "clear";
  /** A user may have thousands of these rows. They are deleted in pieces, after the account itself. */
  isBulk?: true;
  /**
   * Tables whose rows are parts of these rows, with the column that refers to their `id`. The database deletes them by cascade.
   */
  parts?: readonly { table: string; column: string }[];
  /** Prefix of the ids of these rows' search documents. */
  documents?: string;
  /** False for technical rows that tell their person nothing. */
  isExported?: boolean;
}
