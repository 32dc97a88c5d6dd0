import type { ChatEvent, MessageUi, Source } from "./contract.ts";

/** The state of an answer that is still streaming. */
export interface Answer {
  readonly text: string;
  readonly reasoning: string;
  /** In order of first mention. */
  readonly sources: readonly Source[];
  /** The element shown beside the text; null for none. */
  readonly ui: MessageUi | null;
  /** Abilities a model has used. */
  readonly steps: readonly string[];
  /** The model that actually answers; null in search mode and until it is known. */
  readonly model: string | null;
}

export const emptyAnswer: Answer = { text: "", reasoning: "", sources: [], ui: null, steps: [], model: null };

/** Returns the answer after one more event. */
export function addEvent(answer: Answer, event: ChatEvent): Answer {
  switch (event.type) {
    case "text-delta":
      return { ...answer, text: answer.text + event.delta };
    case "reasoning-delta":
      return { ...answer, reasoning: answer.reasoning + event.delta };
    case "source-document":
      return { ...answer, sources: [...answer.sources, event.providerMetadata.looby] };
    case "data-ui":
      return { ...answer, ui: event.data };
    case "data-steps":
      return { ...answer, steps: event.data };
    case "data-kept": {
      const { text, reasoning, sources } = event.data;
      return {
        ...answer,
        text: answer.text.slice(0, text),
        reasoning: answer.reasoning.slice(0, reasoning),
        sources: answer.sources.slice(0, sources),
      };
    }
    case "start":
    case "message-metadata":
    case "finish":
      return { ...answer, model: event.messageMetadata.model };
    case "text-start":
      // A model may reason again between two pieces of text. Join them as paragraphs of one answer.
      return answer.text === "" ? answer : { ...answer, text: `${answer.text}\n\n` };
    case "reasoning-start":
      return answer.reasoning === "" ? answer : { ...answer, reasoning: `${answer.reasoning}\n\n` };
    case "text-end":
    case "reasoning-end":
    case "data-error":
    case "error":
    case "abort":
      return answer;
  }
}
