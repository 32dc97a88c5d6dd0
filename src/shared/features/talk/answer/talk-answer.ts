import type { MessageUi } from "#shared/features/chat/contract.ts";
import type { Retrieved } from "#shared/features/chat/retrieved.ts";
import type { AnswerPart } from "#shared/features/chat/answer-part.ts";
import { citation, joined, plain, type Prose, prose } from "#shared/features/chat/prose.ts";

/** The answer to one need. */
export interface TalkAnswer {
  /** Markdown, and the items cited by each part. */
  parts: AnswerPart[];
  ui: MessageUi | null;
  /** Items to choose from when the answer asks which one; otherwise empty. */
  choices: readonly Retrieved[];
}

/** An answer of plain sentences that cite the given items, if any. */
export function sentences(text: Prose, items: readonly Retrieved[] = []): TalkAnswer {
  const cited = joined(items.map(({ source }) => prose` ${citation(source)}`));
  return { parts: [{ text: prose`${text}${cited}`, items: [...items] }], ui: null, choices: [] };
}

/** An answer that asks a question, with its choices. */
export function askBack(question: Prose, choices: readonly Retrieved[]): TalkAnswer {
  const lines = choices.map((item) => {
    const { title, place } = item.source;
    const where = place === null ? "" : prose` (${plain(place)})`;
    return { text: prose`\n- **${plain(title)}**${where} ${citation(item.source)}`, items: [item] };
  });
  return { parts: [{ text: prose`${question}\n`, items: [] }, ...lines], ui: null, choices };
}

/** Answers to several needs, one below the other with small headings. */
export function joinAnswers(answers: readonly { heading: Prose; answer: TalkAnswer }[]): TalkAnswer {
  const [only, another] = answers;
  if (only !== undefined && another === undefined) return only.answer;
  return {
    parts: answers.flatMap(({ heading, answer }, index) => [
      { text: prose`${index === 0 ? "" : prose`\n\n`}**${heading}**\n\n`, items: [] },
      ...answer.parts,
    ]),
    ui: answers.find(({ answer }) => answer.ui !== null)?.answer.ui ?? null,
    choices: answers.flatMap(({ answer }) => answer.choices),
  };
}
