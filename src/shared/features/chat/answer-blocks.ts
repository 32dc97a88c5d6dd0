import { lineOf, quoteOf } from "./answer-part.ts";
import type { Source } from "./contract.ts";

/** A part of an answer, in the order in which a page shows it. */
export type AnswerBlock =
  /** Markdown. */
  | { kind: "text"; text: string }
  /** The items' cards, in place of their lines or below the text. */
  | { kind: "cards"; cards: readonly AnswerCard[] };

export interface AnswerCard {
  source: Source;
  /** Its number among the answer's citations, from 1. */
  number: number;
  /** The item's own words; empty if the text includes them, or if the item has none. */
  quote: string;
  /** Facts beside its place, such as "free Fri 4 Sep". */
  facts: readonly string[];
}

interface WrittenAnswer {
  /** The complete text, as it is stored, copied and read aloud. */
  text: string;
  /** Cited sources, in the order of the citations. */
  sources: readonly Source[];
  /** The model that wrote it; null when the answer comes from the library. */
  model: string | null;
  /** More text may follow. */
  isStreaming: boolean;
}

/**
 * Splits an answer so that nothing appears twice: a line that only repeats its item's card becomes the card, also behind a model's words.
 * All other text stays complete, with the cards of the cited items below.
 */
export function answerBlocks({ text, sources, model, isStreaming }: WrittenAnswer): AnswerBlock[] {
  const byLine = cardsByLine(sources);
  const blocks: AnswerBlock[] = [];
  let words: string[] = [];
  const shown = new Set<Source>();
  function endText(): void {
    const paragraph = words.join("\n").trim();
    if (paragraph !== "") blocks.push({ kind: "text", text: paragraph });
    words = [];
  }
  for (const line of byLine.size === 0 ? [text] : text.split("\n")) {
    const card = byLine.get(line);
    if (card === undefined) {
      words.push(line);
      continue;
    }
    endText();
    shown.add(card.source);
    addCard(blocks, card);
  }
  endText();
  // A growing text would push the cards below it down.
  if (isStreaming) return blocks;
  for (const [index, source] of sources.entries()) {
    if (shown.has(source)) continue;
    const quote = model === null ? "" : quoteOf(source.excerpt);
    addCard(blocks, { source, number: index + 1, quote, facts: [] });
  }
  return blocks;
}

/** The cards that can replace a line of the text, keyed by that line: as a list item, or as the opening line of an item's details. */
function cardsByLine(sources: readonly Source[]): Map<string, AnswerCard> {
  return new Map<string, AnswerCard>(
    sources.flatMap((source, index) => {
      if (source.line === undefined) return [];
      const line = lineOf(source);
      const card: AnswerCard = { source, number: index + 1, ...source.line };
      return [
        [`- ${line}`, card],
        [line, card],
      ] as const;
    }),
  );
}

function addCard(blocks: AnswerBlock[], card: AnswerCard): void {
  const last = blocks.at(-1);
  if (last?.kind === "cards") blocks[blocks.length - 1] = { kind: "cards", cards: [...last.cards, card] };
  else blocks.push({ kind: "cards", cards: [card] });
}
