/** A memory found in a file, before it is known whether it can be stored. */
export interface FoundRow {
  /** Where it stands, as the person can find it: "Row 3", "Line 7", "diary.md, 2024-08-27". */
  where: string;
  /** As `parseImportRow` takes it. */
  row: unknown;
}

/** What a file turned out to be. */
export interface FoundFile {
  /** "An export of Looby", "A Day One journal". */
  kind: string;
  rows: FoundRow[];
}

/** A file as it was chosen, in characters. */
export interface TextFile {
  name: string;
  text: string;
  /** When it was last changed, an ISO instant: the time of a text that has no other. */
  changedAt: string;
}
