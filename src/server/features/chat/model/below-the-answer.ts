import { type AnswerPart, itemPart } from "#shared/features/chat/answer-part.ts";
import type { MessageUi, Source } from "#shared/features/chat/contract.ts";
import { mayNeedHelp } from "#shared/features/chat/help/help-rules.ts";
import { prose } from "#shared/features/chat/prose.ts";
import type { Retrieved } from "#shared/features/chat/retrieved.ts";
import { searchAnswer } from "#shared/features/chat/search-answer.ts";
import type { AbilityWorld } from "#shared/features/talk/answer/ability-world.ts";
import { factsOf } from "#shared/features/talk/answer/answer-message.ts";
import { withChipsOf } from "#shared/features/talk/answer/next-words.ts";
import { isPlainSearch } from "#shared/features/talk/answer/understand.ts";
import type { Intent, TalkState } from "#shared/features/talk/understand/intent.ts";

const MOST_ITEMS = 3;

interface Understood {
  question: string;
  /** How the rules understand the question. */
  state: TalkState;
  intents: readonly Intent[];
  /** The meanings of the model's calls; null when it called no ability. */
  called: readonly Intent[] | null;
}

/** The card below a model's answer with the chips that the rules' answer would have. Null: neither. */
export async function withChips(
  abilities: AbilityWorld,
  { question, state, intents, called }: Understood,
  { sources, card }: { sources: readonly Source[]; card: MessageUi | null },
): Promise<MessageUi | null> {
  // A search for the question's words alone says little about what the user wants, if the model used none of it.
  const byRules = sources.length === 0 && isPlainSearch(intents, state) ? [] : intents;
  return await withChipsOf(abilities, {
    message: question,
    state,
    intents: called ?? byRules,
    sources,
    facts: await factsOf(abilities, sources),
    mayNeedHelp: mayNeedHelp(question),
    answer: { ui: card, choices: [] },
  });
}

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
