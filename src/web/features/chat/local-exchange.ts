import type { MessageUi, Source } from "#shared/features/chat/contract.ts";
import { asking, blank } from "./chat-message.ts";
import type { AssistantMessage, ChatMessage } from "./chat-state.ts";

/** A question asked without a signal, and what this phone answered: the server knows of neither. */
export interface LocalExchange {
  questionId: string;
  answerId: string;
  /** The message it stands behind; null for the first. */
  afterId: string | null;
  question: string;
  text: string;
  sources: readonly Source[];
  ui: MessageUi | null;
  syncedAt: number | null;
}

/** Kept in one conversation. */
const MOST = 50;

/** What was answered here, in the order of the conversation. */
export function localExchanges(messages: readonly ChatMessage[]): LocalExchange[] {
  return messages
    .flatMap((answer, index): LocalExchange[] => {
      const question = messages[index - 1];
      if (answer.role !== "assistant" || answer.here === null || question?.role !== "user") return [];
      const { id: answerId, text, sources, ui, here } = answer;
      const afterId = messages[index - 2]?.id ?? null;
      const said = { questionId: question.id, question: question.text };
      return [{ ...said, answerId, afterId, text, sources, ui, syncedAt: here.syncedAt }];
    })
    .slice(-MOST);
}

/** The conversation with what was answered here put back; what the server has got meanwhile is left out. */
export function withLocalExchanges(
  messages: readonly ChatMessage[],
  exchanges: readonly LocalExchange[],
): readonly ChatMessage[] {
  let all = messages;
  for (const exchange of exchanges) {
    if (all.some(({ id }) => id === exchange.questionId)) continue;
    const before = all.findIndex(({ id }) => id === exchange.afterId);
    const place = before === -1 && exchange.afterId !== null ? all.length : before + 1;
    all = all.toSpliced(place, 0, asking(exchange.questionId, exchange.question), answerOf(exchange));
  }
  return all;
}

function answerOf({ answerId, text, sources, ui, syncedAt }: LocalExchange): AssistantMessage {
  return { ...blank(answerId), text, sources, ui, status: "done", here: { syncedAt } };
}
