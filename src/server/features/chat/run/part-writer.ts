import type { ChatEvent } from "#shared/features/chat/contract.ts";
import type { AnswerDelta } from "#shared/features/chat/reasoning.ts";
import { createCitationFilter, type CheckedText } from "../citations.ts";
import type { Retrieved } from "#shared/features/chat/retrieved.ts";

/** Turns a model's words and thoughts into parts, each source before the text that cites it first. */
export class PartWriter {
  readonly #showThinking: boolean;
  readonly #items: ReadonlyMap<string, Retrieved>;
  readonly #citations;
  readonly #mentioned = new Set<string>();
  #open: "text" | "reasoning" | null = null;
  /** Of the part that is open. */
  #id = "";
  #parts = 0;
  hasSpoken = false;

  constructor(items: readonly Retrieved[], showThinking: boolean) {
    this.#showThinking = showThinking;
    this.#items = new Map(items.map((item) => [item.source.sourceId, item]));
    this.#citations = createCitationFilter(new Set(this.#items.keys()));
  }

  write({ kind, delta }: AnswerDelta): ChatEvent[] {
    if (kind === "text") return this.#speak(this.#citations.push(delta));
    if (!this.#showThinking) return [];
    const events = this.#openPart("reasoning");
    return [...events, { type: "reasoning-delta", id: this.#id, delta }];
  }

  end(): ChatEvent[] {
    return [...this.#speak(this.#citations.end()), ...this.#closePart()];
  }

  #speak({ text, cited }: CheckedText): ChatEvent[] {
    // The blank lines some models put between their thoughts and their answer are no answer.
    const delta = this.hasSpoken ? text : text.trimStart();
    if (delta === "") return [];
    this.hasSpoken = true;
    const events = this.#openPart("text");
    for (const sourceId of cited) {
      const item = this.#items.get(sourceId);
      if (item === undefined || this.#mentioned.has(sourceId)) continue;
      this.#mentioned.add(sourceId);
      events.push(sourceEvent(item));
    }
    events.push({ type: "text-delta", id: this.#id, delta });
    return events;
  }

  /** What to say before words of this kind: nothing when the part is open already. */
  #openPart(kind: "text" | "reasoning"): ChatEvent[] {
    if (this.#open === kind) return [];
    const events = this.#closePart();
    this.#parts += 1;
    this.#open = kind;
    this.#id = `${kind}-${this.#parts}`;
    events.push({ type: `${kind}-start`, id: this.#id });
    return events;
  }

  #closePart(): ChatEvent[] {
    if (this.#open === null) return [];
    const end: ChatEvent = { type: `${this.#open}-end`, id: this.#id };
    this.#open = null;
    return [end];
  }
}

export function sourceEvent({ source }: Retrieved): ChatEvent {
  return {
    type: "source-document",
    sourceId: source.sourceId,
    mediaType: "text/plain",
    title: source.title,
    providerMetadata: { looby: source },
  };
}
