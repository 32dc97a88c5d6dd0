import type { Answer } from "#shared/features/chat/answer.ts";
import { linksOf, unlinked, withoutOtherLinks } from "#shared/features/chat/model-links.ts";
import type { Proposal } from "#shared/features/chat/proposal.ts";
import { wordsOfSteps } from "#shared/features/talk/abilities/words-of-steps.ts";
import { proposalAction, proposalSubject } from "#shared/features/talk/words/proposal-words.ts";

/** An answer as plain text: its citations are numbered, and the sources listed below it. */
export function plainAnswer(answer: Answer, failure: string | null, publicUrl: string | null): string {
  const numberOf = (id: string) => answer.sources.findIndex(({ sourceId }) => sourceId === id) + 1;
  const text =
    answer.model === null ? unlinked(withoutMarkdown(answer.text, numberOf)) : textOfModel(answer, numberOf);
  const sources = answer.sources.map(({ title, place }, index) =>
    unlinked([`[${index + 1}] ${title}`, place].filter((part) => part !== null).join(", ")),
  );
  const offer =
    answer.ui?.type === "memory-offer"
      ? `I can keep that as something you look for: open Looby${publicUrl === null ? "" : ` at ${publicUrl}`}.`
      : null;
  const proposed = answer.ui?.type === "proposal" ? proposalLine(answer.ui.proposal, publicUrl) : null;
  const steps = wordsOfSteps(answer.steps);
  const parts = [text.trim(), sources.join("\n"), steps, offer, proposed, failure];
  return parts.filter((part) => part !== null && part !== "").join("\n\n") || "I have no answer to that.";
}

/**
 * Markdown that would be visible in plain text: an escape, a citation mark, even a partial one, a heading and emphasis. Code and addresses
 * are unchanged.
 */
const MARKDOWN = new RegExp(
  [
    String.raw`\\(?<sign>[\\\x60*_{}[\]<>#~|!^@/.])`,
    String.raw`(?<code>(?<ticks>\x60+)(?!\x60)[^]*?(?<!\x60)\k<ticks>(?!\x60))`,
    String.raw` ?(?<mark>\[\^(?:(?<id>[^[\]\n]{0,200})\]|[^[\]\s]*(?=\s|$)))`,
    String.raw`(?<address>(?:https?:\/\/|www\.)[^\s*~[\]()<>]+)`,
    String.raw`(?<heading>^ {0,3}#{1,6}[ \t]+(?=\S))`,
    // Not within a word or number, unlike in scripts without spaces: `2**10`.
    [
      String.raw`(?<![\p{N}\p{scx=Latn}\p{scx=Cyrl}\p{scx=Grek}*_~])(?<run>\*{1,3}(?!\*)|_{1,3}(?!_)|~~(?!~))(?=\S)`,
      String.raw`(?:(?<words>(?:\x60[^\x60\n]+\x60|(?!\x60[^\x60\n]+\x60|(?<!\k<run>)\k<run>(?!\k<run>)|\n\s*\n)[^])+?)`,
      String.raw`(?<=\S)\k<run>(?!\k<run>|\p{N})(?<!_(?=\p{L}))|(?<=\*\*)(?=[^*]+$(?![^])))`,
    ].join(""),
  ].join("|"),
  "gmu",
);

/** @param numberOf the number of a source, 0 when it is not listed */
function withoutMarkdown(markdown: string, numberOf: (sourceId: string) => number): string {
  return markdown.replaceAll(MARKDOWN, (whole, ...found) => {
    const {
      sign,
      code,
      address,
      mark,
      id = "",
      words = "",
    } = found.at(-1) as Record<string, string | undefined>;
    if (sign !== undefined) return /[/.]/.test(sign) ? `\u200B${sign}` : sign;
    if (code !== undefined) return code.replaceAll(/\[\^[a-z][a-z-]*:[\w.:#-]+\]?/g, "");
    if (address !== undefined) return address;
    if (mark === undefined) return withoutMarkdown(words, numberOf);
    if (/^(?:\w-\w)+$/.test(id)) return whole; // characters in a pattern
    const number = numberOf(id);
    return number === 0 ? "" : whole.replace(mark, `[${number}]`);
  });
}

function textOfModel({ text, sources }: Answer, numberOf: (sourceId: string) => number): string {
  const links = linksOf(sources);
  // Again without its marks: removing a mark may join the text on both sides to an address.
  return unlinked(withoutOtherLinks(withoutMarkdown(withoutOtherLinks(text, links), numberOf), links), links);
}

/** A proposal is only prepared here. The person completes it in the page, which has the same conversation. */
function proposalLine(proposal: Proposal, publicUrl: string | null): string {
  const what = [proposalAction(proposal), proposalSubject(proposal)].filter((part) => part !== "").join(": ");
  return `${unlinked(what)}. Open Looby${publicUrl === null ? "" : ` at ${publicUrl}`} to do it.`;
}
