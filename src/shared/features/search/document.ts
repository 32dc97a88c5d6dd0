export type DocumentKind = "resource" | "camp" | "memory" | "context";

/** A searchable item, as described by the feature that owns it. */
export interface SearchDocument {
  /** `resource:<uuid>`, `camp:<id>`, `memory:<id>`, `context:<companion>#<section>`. */
  id: string;
  kind: DocumentKind;
  /** The only user who can find it; null for all users. */
  ownerId: string | null;
  communityId: string | null;
  /** Null, or the only companion in whose conversations it can be found. */
  companion: string | null;
  /** Truncated to 200 characters. */
  title: string;
  /** Truncated to 4,000 characters. */
  body: string;
  /** The address in words, at most 300 characters. */
  place: string | null;
  latitude: number | null;
  longitude: number | null;
}

/** A document found for a question. */
export interface Hit extends Omit<SearchDocument, "ownerId" | "companion"> {
  /** Sort key for the hits of one question; not comparable between questions. */
  score: number;
  /** From 0 to 1: the share of the question's words in the document, with rare words counting more. */
  keywordShare: number;
  /** From -1 to 1; null when the document was found by keywords only. */
  cosine: number | null;
  /** Meters from the place in the question; null when the question names none, or when the document has no place. */
  distanceM: number | null;
}
