import { type AnswerPart, itemPart } from "#shared/features/chat/answer-part.ts";
import { prose } from "#shared/features/chat/prose.ts";
import type { Retrieved } from "#shared/features/chat/retrieved.ts";
import { searchAnswer } from "#shared/features/chat/search-answer.ts";

const MOST_ITEMS = 3;

/** The items found for a model that cited none. Empty when the search is not sure that they answer the question. */
export function fromLibrary(found: readonly Retrieved[]): AnswerPart[] {
  if (searchAnswer(found).confidence !== "sure") return [];
  const items = [...new Map(found.map((item) => [item.source.sourceId, item])).values()].slice(0, MOST_ITEMS);
  return [
    { text: prose`From the library:\n`, items: [] },
    ...items.map((item) => itemPart(withoutLinks(item))),
  ];
}

/** The model's words may contain links of the items it cites only. */
function withoutLinks(item: Retrieved): Retrieved {
  const { links: _, ...source } = item.source;
  return { ...item, source };
}
