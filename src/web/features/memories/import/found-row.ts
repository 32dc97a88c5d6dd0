/** A memory found in a file and not validated yet, as the input of `parseImportRow`; or why it cannot be read. */
export type FoundRow = {
  /** Its place in the file, for the user: "Row 3", "Line 7", "diary.md, 2024-08-27". */
  where: string;
} & ({ row: unknown } | { problem: string });

/** The detected kind of a file and its rows. */
export interface FoundFile {
  /** "An export of Looby", "A Day One journal". */
  kind: string;
  rows: FoundRow[];
  /** What the user should know before the import, as sentences. */
  notes?: readonly string[];
}

/** Why a file is not read, and what to do. */
export interface Unread {
  problem: string;
  /** Whether it is another program's export: nothing beside it in a zip is read either. */
  isForeign?: boolean;
}

/** A chosen file, decoded. */
export interface TextFile {
  name: string;
  text: string;
  /** Last change, an ISO instant: the time of a text that has no other. */
  changedAt: string;
  /** Asks whether the letters are right, when the file's encoding is a guess. */
  question: string | null;
}
