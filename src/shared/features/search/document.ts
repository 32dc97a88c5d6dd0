export type DocumentKind = "resource" | "camp" | "memory" | "context";

/** A thing that can be found, as the feature that owns it describes it. */
export interface SearchDocument {
  /** `resource:<uuid>`, `camp:<id>`, `memory:<id>`, `context:<companion>#<section>`. */
  id: string;
  kind: DocumentKind;
  /** Null: everybody finds it. Else only this person. */
  ownerId: string | null;
  communityId: string | null;
  /** Null, or the companion in whose talks alone it is found. */
  companion: string | null;
  /** At most 200 characters; the rest is cut off. */
  title: string;
  /** At most 4,000 characters; the rest is cut off. */
  body: string;
  /** The address in words, at most 300 characters. */
  place: string | null;
  latitude: number | null;
  longitude: number | null;
}

/** A document that was found for a question. */
export interface Hit extends Omit<SearchDocument, "ownerId" | "companion"> {
  /** Orders the hits of one question; not comparable between questions. */
  score: number;
  /** From 0 to 1: how much of the question's words is in the document, rare words counting more. */
  keywordShare: number;
  /** From -1 to 1; null when the document was found by its words alone. */
  cosine: number | null;
  /** Metres from the place asked about; null without one, or when the document has no place. */
  distanceM: number | null;
}
