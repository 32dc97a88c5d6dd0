import { questionTerms, termsAsWritten } from "#shared/features/search/search-terms.ts";
import type { Source } from "./contract.ts";
import type { Retrieved } from "./retrieved.ts";

export type Why = NonNullable<Source["why"]>;

/** The maximum number of words listed for one result. */
const MOST_WORDS = 6;
/** Cosine thresholds. Right answers have a cosine of 0.32 to 0.59; chance matches reach 0.39. */
const CLOSE = 0.5;
const RELATED = 0.35;

/**
 * The reason why an item was found: the question's words it contains, spelled as in the item, and how close it is in meaning.
 * @param asked the question, in all wordings that were searched for
 */
export function whyFound(
  asked: string,
  { source, body, cosine }: Pick<Retrieved, "source" | "body" | "cosine">,
): Why {
  const written = termsAsWritten(`${source.title}\n${body}`);
  const words = [...questionTerms(asked).keys()].flatMap((term) => written.get(term) ?? []);
  const meaning = cosine === null || cosine < RELATED ? null : cosine >= CLOSE ? "close" : "related";
  return { words: [...new Set(words)].slice(0, MOST_WORDS), meaning };
}

/** Adds to a result the reason why it was found. */
export function withWhy(asked: string, found: Retrieved): Retrieved {
  return { ...found, source: { ...found.source, why: whyFound(asked, found) } };
}
