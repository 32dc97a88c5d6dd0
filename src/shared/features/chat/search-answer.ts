import { type AnswerPart, itemPart } from "./answer-part.ts";
import { citation, plain, type PlainText, type Prose, prose } from "./prose.ts";
import type { Retrieved } from "./retrieved.ts";

/** How confident the wording may sound. Similarity in meaning alone never gives more than `maybe`: it cannot recognize a miss. */
type Confidence = "sure" | "likely" | "maybe";

/** How to present the found items for a given question. */
export interface Presentation {
  /** The first line of the answer: the results in words. Markdown without a full stop. */
  lead: (shown: readonly Retrieved[], confidence: "sure" | "likely") => Prose;
  /** The candidate items, best first. Some may be omitted. */
  order: (found: readonly Retrieved[]) => readonly Retrieved[];
  /** The subject of the question, in a few words; empty when it is not clear. An answer without it names it first. */
  asked: string;
  /** Sorts the shown items into reading order. */
  arrange: (shown: readonly Retrieved[]) => readonly Retrieved[];
}

interface SearchAnswer {
  parts: AnswerPart[];
  /** Null when there are no results. */
  confidence: Confidence | null;
}

const MOST_ITEMS = 3;
/** Items scoring less than this fraction of the best score are omitted. */
const NEXT_TO_BEST = 0.75;

/**
 * The answer of search mode: the best hits, quoted and cited, worded no more confidently than the search result allows. Reports when there
 * are none.
 * @param hits best first
 */
export function searchAnswer(
  hits: readonly Retrieved[],
  { lead, order, arrange, asked }: Presentation = counted,
): SearchAnswer {
  const finds = hits.filter(({ isNeed }) => isNeed !== true);
  const [best] = finds;
  const worth = finds.filter((hit) => isWorthShowing(hit, best));
  const shown = arrange(order(worth).slice(0, MOST_ITEMS));
  const reminder = reminderOf(hits);
  if (best === undefined || shown.length === 0)
    return { confidence: null, parts: [{ text: nothingFound(asked), items: [] }, ...reminder] };
  // Soup is similar to sushi in meaning, but has none of its words.
  const confidence = isNamable(asked) && best.keywordShare < 0.1 ? "maybe" : confidenceOf(best);
  const parts = [
    {
      text: prose`${opening(confidence, shown, { lead, asked })}\n`,
      items: [],
    },
    ...shown.map((item) => itemPart(item)),
    ...reminder,
    ...(confidence === "maybe" ? [{ text: prose`\n\n${CLOSING_MAYBE}`, items: [] }] : []),
  ];
  return { confidence, parts };
}

/** A memory about a thing the user is looking for is not a result, but reminds them of their earlier question. */
function reminderOf(hits: readonly Retrieved[]): AnswerPart[] {
  const need = hits.find((hit) => hit.isNeed === true && hit.keywordShare >= 0.5);
  if (need === undefined) return [];
  const { title } = need.source;
  return [
    { text: prose`\n\nYou noted this already: **${plain(title)}** ${citation(need.source)}`, items: [need] },
  ];
}

/**
 * A word that no document contains outweighs any word that some do. A question with such a word and one other cannot reach a share of one
 * half. Right answers have a cosine of 0.32 to 0.59; chance matches reach 0.39, and texts that are only similar in sound reach 0.47.
 */
function confidenceOf({ keywordShare, cosine }: Retrieved): Confidence {
  if (keywordShare >= 0.75) return "sure";
  if (keywordShare >= 0.5 || (cosine ?? 0) >= 0.55) return "likely";
  // Matching words and matching meaning confirm each other.
  return keywordShare >= 0.3 && (cosine ?? 0) >= 0.5 ? "likely" : "maybe";
}

/** Longest subject that is named back, in UTF-16 units; a longer one is a story. */
const MOST_ASKED = 40;

function nothingFound(asked: string): Prose {
  const missed = isNamable(asked)
    ? prose`I know nothing called “${plain(asked)}”: it is not in the library, among the camps or in your memories.`
    : prose`I found nothing about that in the library, among the camps or in your memories.`;
  return prose`${missed} Try other words, or keep it as an **"I'm looking for"**, so that it is not forgotten.`;
}

const isNamable = (asked: string) => asked !== "" && asked.length <= MOST_ASKED;

const CLOSING_MAYBE = prose`If that is not it, try other words, or keep it as an **"I'm looking for"**.`;

function isWorthShowing(hit: Retrieved, best: Retrieved | undefined): boolean {
  if (hit.keywordShare < 0.1 && (hit.cosine === null || hit.cosine < 0.3)) return false;
  return best !== undefined && (hit === best || hit.score >= best.score * NEXT_TO_BEST);
}

function opening(
  confidence: Confidence,
  shown: readonly Retrieved[],
  { lead, asked }: Pick<Presentation, "lead" | "asked">,
): Prose {
  if (confidence !== "maybe") return prose`${lead(shown, confidence)}.`;
  const doubt = isNamable(asked) ? prose`I know nothing called “${plain(asked)}”.` : prose`I am not sure.`;
  return prose`${doubt} The nearest ${plain(shown.length === 1 ? "thing I have is" : "things I have are")}:`;
}

const counted: Presentation = {
  asked: "",
  lead: ({ length }, confidence) => {
    const fits = confidence === "likely" ? "could fit" : length === 1 ? "fits" : "fit";
    return prose`${countInWords(length)} ${plain(length === 1 ? "thing" : "things")} that ${plain(fits)}`;
  },
  order: (found) => found,
  arrange: (shown) => shown,
};

const COUNTS = ["No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight"];

/** "Three", at the start of a sentence. */
export function countInWords(count: number): PlainText {
  return plain(COUNTS[count] ?? String(count));
}
