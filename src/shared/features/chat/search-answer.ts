import type { Retrieved } from "./retrieved.ts";

/** A piece of an answer's Markdown, and the items it cites. */
export interface AnswerPart {
  text: string;
  items: Retrieved[];
}

/** How sure the wording may sound. Likeness in meaning alone never gives more than `maybe`: it cannot tell a miss. */
type Confidence = "sure" | "likely" | "maybe";

interface SearchAnswer {
  parts: AnswerPart[];
  /** Null when nothing was found. */
  confidence: Confidence | null;
}

const MOST_ITEMS = 3;
const MAX_QUOTE = 160;
/** An item this much worse than the best is left out. */
const NEXT_TO_BEST = 0.75;

/**
 * The answer of search mode: the best hits, quoted and cited, in words no surer than the search is. Says so when
 * nothing was found.
 * @param hits best first
 */
export function searchAnswer(hits: readonly Retrieved[]): SearchAnswer {
  const finds = hits.filter(({ isNeed }) => isNeed !== true);
  const shown = finds.filter((hit) => isWorthShowing(hit, finds[0])).slice(0, MOST_ITEMS);
  const [best] = shown;
  const reminder = reminderOf(hits);
  if (best === undefined)
    return { confidence: null, parts: [{ text: NOTHING_FOUND, items: [] }, ...reminder] };
  const confidence = confidenceOf(best);
  const parts = [
    { text: opening(confidence, shown.length), items: [] },
    ...shown.map((item, index) => ({
      text: `${index === 0 ? "\n\n" : "\n"}${itemLine(item)}`,
      items: [item],
    })),
    ...reminder,
    ...(confidence === "maybe" ? [{ text: `\n\n${CLOSING_MAYBE}`, items: [] }] : []),
  ];
  return { confidence, parts };
}

/** What the person noted to be looking for is no find, but it tells them that they asked before. */
function reminderOf(hits: readonly Retrieved[]): AnswerPart[] {
  const need = hits.find((hit) => hit.isNeed === true && hit.keywordShare >= 0.5);
  if (need === undefined) return [];
  const { title, sourceId } = need.source;
  return [{ text: `\n\nYou noted this already: **${plain(title)}** [^${sourceId}]`, items: [need] }];
}

/**
 * A word no document has outweighs any that some have, so a question with one cannot reach a share of one half by another.
 * Right answers have a cosine of 0.32 to 0.59, chance ones reach 0.39 and what only sounds alike 0.47.
 */
function confidenceOf({ keywordShare, cosine }: Retrieved): Confidence {
  if (keywordShare >= 0.75) return "sure";
  if (keywordShare >= 0.5 || (cosine ?? 0) >= 0.55) return "likely";
  // Words and meaning that agree bear each other out.
  return keywordShare >= 0.3 && (cosine ?? 0) >= 0.5 ? "likely" : "maybe";
}

const NOTHING_FOUND = `I found nothing about that in the library, among the camps or in your memories. Try other words, or keep it as an **"I'm looking for"**, so that it is not forgotten.`;
const CLOSING_MAYBE = `If that is not it, try other words, or keep it as an **"I'm looking for"**.`;

function isWorthShowing(hit: Retrieved, best: Retrieved | undefined): boolean {
  if (hit.keywordShare < 0.1 && (hit.cosine === null || hit.cosine < 0.3)) return false;
  return best !== undefined && (hit === best || hit.score >= best.score * NEXT_TO_BEST);
}

function opening(confidence: Confidence, count: number): string {
  const isOne = count === 1;
  switch (confidence) {
    case "sure":
      return isOne ? "Here is what I found:" : "Here is what fits best:";
    case "likely":
      return isOne ? "This looks like it could fit:" : "These look like they could fit:";
    case "maybe":
      return isOne
        ? "I am not sure. The nearest thing I have is:"
        : "I am not sure. The nearest things I have are:";
  }
}

function itemLine({ source, body }: Retrieved): string {
  const facts = [
    ...(source.kind === "memory" ? ["from your memories"] : []),
    ...(source.place === null ? [] : [plain(source.place)]),
    ...(source.distanceM === null ? [] : [`${distance(source.distanceM)} away`]),
  ];
  const where = facts.length === 0 ? "" : ` (${facts.join(", ")})`;
  const quote = quoteOf(body);
  return `- **${plain(source.title)}**${where}${quote === "" ? "" : `: “${quote}”`} [^${source.sourceId}]`;
}

/** The item's first sentences, as far as they fit. What it is filed under follows on lines of its own. */
function quoteOf(body: string): string {
  const line = body.trim().split("\n", 1)[0]?.replaceAll(/\s+/g, " ").trim() ?? "";
  if (line.length <= MAX_QUOTE) return plain(line);
  const cut = line.slice(0, MAX_QUOTE);
  const sentence = /^.*[.!?](?= |$)/.exec(cut)?.[0];
  const space = cut.lastIndexOf(" ");
  return plain(sentence ?? `${space > 0 ? cut.slice(0, space) : cut} …`);
}

/** Other people's words, in which nothing is Markdown, a link or a citation. */
function plain(text: string): string {
  return text
    .replaceAll(/\s+/g, " ")
    .replaceAll(/[\\`*_{}[\]<>#~|!^]/g, String.raw`\$&`)
    .replaceAll("://", String.raw`:\//`)
    .replaceAll(/\bwww\./gi, String.raw`www\.`)
    .trim();
}

function distance(metres: number): string {
  return metres < 950
    ? `${Math.max(10, Math.round(metres / 10) * 10)} m`
    : `${(metres / 1000).toFixed(1)} km`;
}
