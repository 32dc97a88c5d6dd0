import { addEvent, type Answer, emptyAnswer } from "#shared/features/chat/answer.ts";
import type { ChatEvent, Source } from "#shared/features/chat/contract.ts";
import type { AnswerDelta } from "#shared/features/chat/reasoning.ts";
import { type CheckedText, createCitationFilter, namesTitle } from "../citations.ts";
import type { Retrieved } from "#shared/features/chat/retrieved.ts";
import { withoutOtherLinks } from "#shared/features/chat/model-links.ts";

/**
 * Turns a model's text and reasoning into parts. Each source is emitted before the text that first cites it. Removes citations of items
 * that the model did not receive, and all links except those of the given items.
 */
export class PartWriter {
  readonly #showThinking: boolean;
  readonly #items = new Map<string, Retrieved>();
  /** Ids of the items given, and those of the newest block of them, in its order. */
  readonly #given = new Set<string>();
  #newest: readonly string[] = [];
  readonly #links = new Set<string>();
  readonly #citations = createCitationFilter({
    ids: this.#items,
    nth: (number) => this.#newest[number - 1] ?? null,
    titleOf: (id) => this.#items.get(id)?.source.title ?? "",
  });
  readonly #linkFilter = createLinkFilter(this.#links);
  readonly #mentioned = new Set<string>();
  /** Citations in the withheld text. */
  readonly #cited: string[] = [];
  #open: "text" | "reasoning" | null = null;
  /** Id of the open part. */
  #id = "";
  #parts = 0;
  #answer = emptyAnswer;
  /** The answer before this round of the model. */
  #before: Answer = emptyAnswer;
  /** White space at the end of the text so far: written only when more text follows. */
  #tail = "";
  hasSpoken = false;
  /** Whether text was written since `begin`. */
  hasSpokenLast = false;

  constructor(showThinking: boolean) {
    this.#showThinking = showThinking;
  }

  /** Adds a block of items that the model has been given and may cite from now on: by id, or by number until the next block. */
  give(items: readonly Retrieved[]): void {
    const ids = new Set(items.map(({ source }) => source.sourceId));
    if (ids.size > 0) this.#newest = [...ids];
    for (const id of ids) this.#given.add(id);
    this.know(items);
  }

  /** Adds items that may be cited by id: an earlier answer showed them. */
  know(items: readonly Retrieved[]): void {
    for (const item of items) {
      const { sourceId, links = [] } = item.source;
      if (this.#items.has(sourceId)) continue;
      this.#items.set(sourceId, item);
      for (const link of links) this.#links.add(link);
    }
  }

  /** Called before the model's next round, whose output is a new part. */
  begin(): void {
    this.#before = this.#answer;
    this.hasSpokenLast = false;
  }

  hasMentioned(sourceId: string): boolean {
    return this.#mentioned.has(sourceId);
  }

  /** Whether the text cites any item. */
  get hasCited(): boolean {
    return this.#mentioned.size > 0;
  }

  /** The cited items, in order. */
  get sources(): readonly Source[] {
    return this.#answer.sources;
  }

  /** Cites the given items that the text names by their title. */
  citeTitles(): ChatEvent[] {
    const { text } = this.#answer;
    const named = [...this.#given].filter((id) => namesTitle(text, this.#items.get(id)?.source.title ?? ""));
    return this.#note(this.#sourcesOf(named));
  }

  write(piece: AnswerDelta): ChatEvent[] {
    const turn = piece.isTurned === true ? this.#note(this.#withdraw(piece)) : [];
    return [...turn, ...this.#note(this.#write(piece))];
  }

  /** Ends the open part. Later output is another part. */
  end(): ChatEvent[] {
    const rest = this.#speak(
      this.#citations.end(),
      (text) => this.#linkFilter.push(text) + this.#linkFilter.end(),
    );
    return this.#note([...rest, ...this.#closePart()]);
  }

  #note(events: ChatEvent[]): ChatEvent[] {
    for (const event of events) this.#answer = addEvent(this.#answer, event);
    return events;
  }

  #write({ kind, delta }: AnswerDelta): ChatEvent[] {
    if (kind === "text")
      return this.#speak(this.#citations.push(delta), (text) => this.#linkFilter.push(text));
    if (!this.#showThinking) return [];
    const events = this.#openPart("reasoning");
    return [...events, { type: "reasoning-delta", id: this.#id, delta }];
  }

  /** Withdraws output written as the wrong kind: all text of this round, or the reasoning that ends with `delta`. */
  #withdraw({ kind, delta }: AnswerDelta): ChatEvent[] {
    const { text, reasoning, sources } = this.#answer;
    if (kind === "text") {
      if (!this.#showThinking) return [];
      const stored = {
        text: text.length,
        reasoning: reasoning.length - delta.length,
        sources: sources.length,
      };
      return [...this.#closePart(), { type: "data-kept", data: stored }];
    }
    this.#citations.end();
    this.#linkFilter.end();
    this.#cited.length = 0;
    const before = this.#before;
    for (const { sourceId } of sources.slice(before.sources.length)) this.#mentioned.delete(sourceId);
    this.hasSpoken = before.text !== "";
    this.hasSpokenLast = false;
    const stored = { text: before.text.length, reasoning: reasoning.length, sources: before.sources.length };
    return [...this.#closePart(), { type: "data-kept", data: stored }];
  }

  #speak({ text: checked, cited }: CheckedText, filter: (text: string) => string): ChatEvent[] {
    const text = this.#tail + filter(checked);
    this.#cited.push(...cited);
    // The blank lines that some models put before their answer, or after it without end, do not count as text.
    const begun = this.hasSpokenLast ? text : text.trimStart();
    const delta = begun.trimEnd();
    this.#tail = begun.slice(delta.length);
    if (delta === "") return [];
    this.hasSpoken = true;
    this.hasSpokenLast = true;
    return [
      ...this.#openPart("text"),
      ...this.#sourcesOf(this.#cited.splice(0)),
      { type: "text-delta", id: this.#id, delta },
    ];
  }

  /** Sources that are cited for the first time. */
  #sourcesOf(cited: readonly string[]): ChatEvent[] {
    const events: ChatEvent[] = [];
    for (const sourceId of cited) {
      const item = this.#items.get(sourceId);
      if (item === undefined || this.#mentioned.has(sourceId)) continue;
      this.#mentioned.add(sourceId);
      events.push(sourceEvent(item));
    }
    return events;
  }

  /** Events before output of this kind: none when its part is already open. */
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
    this.#tail = "";
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

interface LinkFilter {
  /** Accepts the next chunk of the stream and returns the text that is final so far. */
  push(chunk: string): string;
  /** Ends the stream and returns the text that was held back. */
  end(): string;
}

/** A text without any of these can only end in a word that begins an address. */
const TRIGGER = /[[!:@]|www\./i;
const STARTED_WORD = String.raw`\b(?:ht{0,2}|https?|w{1,3}|m|ma|mai|mailt?|mailto|te?|tel|sms?)`;
const STARTED_IN_WORDS = new RegExp(`${STARTED_WORD}$`, "i");
/** The end of a text that may become a link or an address with the next chunk. */
const STARTED = new RegExp(
  [
    String.raw`!?\[[^[\]]{0,300}(?:\](?:\([^()\n]{0,2400}(?:\)[^\s<>"[\]]{0,200})?)?)?`,
    String.raw`!`,
    STARTED_WORD,
    String.raw`(?:[a-z][a-z\d+.-]{0,20})?:(?:\/(?:\/[^\s<>"]{0,2100})?)?`,
    String.raw`\b(?:www\.|(?:mailto|tel|sms):)[^\s<>"]{0,2100}`,
    String.raw`[\w.+-]{0,64}@[\w.-]{0,250}`,
  ]
    .map((start) => `(?:${start})$`)
    .join("|"),
  "i",
);

/**
 * Removes all links except the allowed ones from a streamed answer, wherever chunk boundaries cut them.
 * @param allowed canonical addresses; may grow while the answer streams
 */
export function createLinkFilter(allowed: ReadonlySet<string>): LinkFilter {
  let held = "";
  return {
    push(chunk) {
      held += chunk;
      const started = TRIGGER.test(held) ? STARTED : STARTED_IN_WORDS;
      const certain = started.exec(held)?.index ?? held.length;
      const text = held.slice(0, certain);
      held = held.slice(certain);
      return withoutOtherLinks(text, allowed);
    },
    end() {
      const text = held;
      held = "";
      return withoutOtherLinks(text, allowed);
    },
  };
}
