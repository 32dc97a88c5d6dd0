/**
 * A column with the owner of a row. Every feature lists its columns beside its SQL. Together they define the data that is moved when a
 * visitor creates an account, exported for a user, and deleted with an account.
 */
export interface OwnedColumn {
  table: string;
  column: string;
  /**
   * Columns that make a row unique together with `column`. If both users have such a row, the visitor's is deleted. Empty: at most one row
   * per user.
   */
  uniqueWith?: readonly string[];
  /** `clear`: the row also belongs to other users, so only its owner is removed. Default `delete`. */
  whenDeleted?: "delete" | "clear";
  /** A user may have thousands of these rows. They are deleted in pieces, after the account itself. */
  isBulk?: true;
  /**
   * Tables whose rows are parts of these rows, with the column that refers to their `id`. The database deletes them by cascade.
   */
  parts?: readonly { table: string; column: string }[];
  /** Prefix of the ids of these rows' search documents. */
  documents?: string;
  /** False for technical rows without information for their user. */
  isExported?: boolean;
}
