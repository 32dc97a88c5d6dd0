import { metresInWords } from "#shared/distance.ts";
import { availabilityInWords } from "#shared/features/lending/in-words.ts";
import type { Source } from "./contract.ts";
import { citation, joined, plain, type Prose, prose } from "./prose.ts";
import type { Retrieved } from "./retrieved.ts";

/** A part of an answer's Markdown, and the items it cites. */
export interface AnswerPart {
  text: Prose;
  items: Retrieved[];
}

const MAX_QUOTE = 160;

/**
 * An item as a separate list line, quoted and cited. Its source contains the line's facts, so that a page can show them on the item's card
 * instead.
 * @param facts more facts to show beside its place and distance, such as "free on 4 Sep"
 */
export function itemPart(item: Retrieved, facts: readonly string[] = []): AnswerPart {
  return citedPart(item, { quote: quoteOf(item.body), facts: [...facts] }, (line) => prose`\n- ${line}`);
}

/** An item as the opening line of its own details, without a quote. */
export function detailsPart(item: Retrieved, facts: readonly string[]): AnswerPart {
  return citedPart(item, { quote: "", facts: [...facts] }, (line) => line);
}

function citedPart(
  item: Retrieved,
  line: NonNullable<Source["line"]>,
  placed: (line: Prose) => Prose,
): AnswerPart {
  const source = { ...item.source, line };
  return { text: placed(lineOf(source)), items: [{ ...item, source }] };
}

/**
 * The line of a source, without the mark of a list. It states when a listing cannot be borrowed now, unless its facts already do so for the
 * requested days.
 */
export function lineOf(source: Source): Prose {
  const { quote, facts } = source.line ?? { quote: "", facts: [] };
  const all = [
    ...(source.kind === "memory" ? ["from your memories"] : []),
    ...(source.place === null ? [] : [source.place]),
    ...(source.distanceM === null ? [] : [`${metresInWords(source.distanceM)} away`]),
    ...(facts.length === 0 ? [notAvailable(source)].filter((words) => words !== null) : facts),
  ].map(plain);
  const where = all.length === 0 ? "" : prose` (${joined(all, ", ")})`;
  return prose`**${plain(source.title)}**${where}${quote === "" ? "" : prose`: “${plain(quote)}”`} ${citation(source)}`;
}

/** The reason why a listing cannot be borrowed now, in words; null when it can, or when the item is no listing. */
function notAvailable({ lending }: Source): string | null {
  if (lending === undefined || lending.state === "available") return null;
  const words = availabilityInWords(lending, lending.on);
  return `${words.charAt(0).toLowerCase()}${words.slice(1)}`;
}

/** The first sentences of an item's text that fit. Its category and tags are on separate lines and are omitted. */
export function quoteOf(body: string): string {
  const line = body.trim().split("\n", 1)[0]?.replaceAll(/\s+/g, " ").trim() ?? "";
  if (line.length <= MAX_QUOTE) return line;
  const cut = line.slice(0, MAX_QUOTE).toWellFormed();
  const sentence = /^.*[.!?](?= |$)/.exec(cut)?.[0];
  const space = cut.lastIndexOf(" ");
  return sentence ?? `${space > 0 ? cut.slice(0, space) : cut} …`;
}
