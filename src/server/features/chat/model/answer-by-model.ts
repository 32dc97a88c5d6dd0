import { randomBytes } from "node:crypto";
import type { ChatEvent } from "#shared/features/chat/contract.ts";
import type { AnswerDelta } from "#shared/features/chat/reasoning.ts";
import type { AnswerPart } from "#shared/features/chat/answer-part.ts";
import type { Retrieved } from "#shared/features/chat/retrieved.ts";
import type { AbilityWorld } from "#shared/features/talk/answer/ability-world.ts";
import { understand } from "#shared/features/talk/answer/understand.ts";
import type { Intent, TalkState } from "#shared/features/talk/understand/intent.ts";
import { askModels } from "#server/features/models/ask-models.ts";
import {
  type LanguageModel,
  type ModelDelta,
  ModelError,
  type PromptMessage,
} from "#server/platform/llm/language-model.ts";
import { noAnswer } from "#server/platform/llm/model-failures.ts";
import { libraryAnswer, textOfSearch } from "../library-answer.ts";
import {
  abilitiesFor,
  finishEvent,
  type ReplyRequest,
  type ReplyWorld,
  startEvent,
} from "../reply-request.ts";
import { PartWriter } from "../run/part-writer.ts";
import { foundFor } from "./found-for.ts";
import { buildPrompt } from "./prompt.ts";
import { describeMoment, describeTalk } from "./describe-talk.ts";
import { fromLibrary, withChips } from "./below-the-answer.ts";
import { RoundReader } from "./round-reader.ts";
import { nextWay, type Way } from "./ways-to-ask.ts";
import { abilityTools, itemsOf, ToolBox } from "./tool-box.ts";

/** Maximum rounds in which a model may call tools. After them it has to answer. */
export const MOST_ROUNDS = 4;
const HELP = "text-help";
/** Items given to a model whose window is small. */
const ITEMS_IN_SHORT = 4;

/**
 * A language model's answer as events. The model may use Looby's abilities as tools, in several rounds. A model without tool support gets
 * the search results instead, a model with a small window a shorter prompt. The user always gets an answer: if the model fails before its
 * first word or ends without text, Looby sends the results of the abilities it used, or else the library's answer.
 */
export async function* answerByModel(
  world: ReplyWorld,
  model: LanguageModel,
  request: ReplyRequest,
  signal: AbortSignal,
): AsyncGenerator<ChatEvent> {
  const [asked = model.defaultModel] = request.models;
  yield startEvent(request, asked);
  const abilities = await abilitiesFor(world, request, { isForModel: true });
  const answer = new ModelAnswer({ world, model, request, signal, abilities, asked });
  let way: Way = { hasTools: request.useRag && world.models.takesTools(asked), isShort: false };
  for (;;)
    try {
      return yield* answer.speak(way);
    } catch (error) {
      const next = nextWay(request.meter, way, error);
      if (next === null) throw error;
      if (!next.hasTools && way.hasTools) world.models.markWithoutTools(request.meter.model);
      way = next;
    }
}

interface Prepared {
  messages: PromptMessage[];
  items: readonly Retrieved[];
  toolBox: ToolBox | null;
  /** How the rules understand the message. */
  talk: { state: TalkState; intents: readonly Intent[] };
}

interface AnswerSetting {
  world: ReplyWorld;
  model: LanguageModel;
  request: ReplyRequest;
  signal: AbortSignal;
  abilities: AbilityWorld;
  /** Id of the first model to call. */
  asked: string;
}

class ModelAnswer {
  readonly #setting: AnswerSetting;
  readonly #parts: PartWriter;
  readonly #nonce = randomBytes(9).toString("base64url");
  readonly #beganAt = performance.now();
  /** Of the latest round. */
  #round = new RoundReader();
  #speaker: string;
  #ttftMs: number | null = null;

  constructor(setting: AnswerSetting) {
    this.#setting = setting;
    this.#speaker = setting.asked;
    this.#parts = new PartWriter(setting.request.showThinking);
  }

  /** @throws ModelError when a model stopped in the middle, or when there is another way to ask it */
  async *speak(way: Way): AsyncGenerator<ChatEvent> {
    const { request, signal } = this.#setting;
    const prepared = await this.#prepare(way);
    const { messages, toolBox } = prepared;
    try {
      yield* this.#rounds(messages, toolBox);
    } catch (error) {
      yield* this.#show(this.#round.end(false)); // it is part of the answer
      yield* this.#parts.end();
      const isOver = this.#parts.hasSpoken || signal.aborted || nextWay(request.meter, way, error) !== null;
      if (isOver || !(error instanceof ModelError)) throw error;
      return yield* this.#libraryInstead(toolBox, error.failure.message);
    }
    const help = toolBox?.help ?? null;
    if (help !== null) {
      if (help.ui !== null) yield { type: "data-ui", data: help.ui };
      return yield* this.#fixedWords(help.parts);
    }
    const { calls, isBroken } = this.#round;
    if (this.#parts.hasSpokenLast && !isBroken && calls.length === 0)
      return yield* this.#rest(toolBox, prepared);
    // The model ended without text after its last results.
    if (this.#parts.hasSpoken && toolBox !== null && toolBox.parts.length > 0)
      return yield* this.#fixedWords(toolBox.parts);
    yield* this.#libraryInstead(toolBox, noAnswer().message);
  }

  /** Behind the model's last words: what it found but did not cite, and the card or chips. */
  async *#rest(toolBox: ToolBox | null, { items, talk }: Prepared): AsyncGenerator<ChatEvent> {
    const { abilities, request } = this.#setting;
    const called = toolBox !== null && toolBox.intents.length > 0 ? toolBox : null;
    yield* this.#parts.citeTitles();
    let { sources } = this.#parts;
    if (sources.length === 0) {
      const parts = fromLibrary(called?.found ?? items);
      if (parts.length > 0) yield* this.#textOf(parts);
      sources = parts.flatMap((part) => part.items.map(({ source }) => source));
    }
    const card = toolBox?.cardFor(this.#parts.hasCited) ?? null;
    const understood = { question: request.question, ...talk, called: called?.intents ?? null };
    const ui = await withChips(abilities, understood, { sources, card });
    if (ui !== null) yield { type: "data-ui", data: ui };
    yield finishEvent(request.meter.model, this.#ttftMs);
  }

  async #prepare({ hasTools, isShort }: Way): Promise<Prepared> {
    const { world, request, abilities } = this.#setting;
    const { companion, question, useRag, given, readable } = request;
    const { state, intents } = await understand(abilities, readable.earlier, question);
    const earlier = new Set(readable.earlier.flatMap(({ shown }) => shown.map(({ sourceId }) => sourceId)));
    const [found, known] = useRag
      ? await Promise.all([
          foundFor(world, request, { abilities, state, intents }),
          // Shown by earlier answers, if the user may still see them.
          earlier.size === 0 ? [] : abilities.items([...earlier]),
        ])
      : [null, []];
    const items = found?.items.slice(0, isShort ? ITEMS_IN_SHORT : undefined) ?? null;
    given.add(readable.memoryIds);
    given.addItems(items ?? []);
    await given.store();
    const messages = buildPrompt({
      companion,
      history: isShort ? readable.history.slice(-2) : readable.history,
      question,
      items,
      hasTools,
      moment: describeMoment(abilities.clock),
      // A model with tools can look up ways and days itself.
      talk: useRag ? describeTalk(abilities, state, hasTools ? null : (found?.rulesAnswer ?? null)) : null,
      nonce: this.#nonce,
    });
    const toolBox = hasTools ? new ToolBox(abilities, state.shown, this.#nonce) : null;
    this.#parts.give(items ?? []);
    this.#parts.know(known);
    return { messages, items: items ?? [], toolBox, talk: { state, intents } };
  }

  async *#rounds(messages: PromptMessage[], toolBox: ToolBox | null): AsyncGenerator<ChatEvent> {
    const { world, model, request, signal } = this.#setting;
    const { meter, given } = request;
    let models = request.models;
    for (let round = 1; ; round += 1) {
      meter.rounds = round;
      const mayCall = toolBox !== null && toolBox.isOpen && round <= MOST_ROUNDS;
      const tools = toolBox === null ? {} : { tools: abilityTools, mayCall };
      const onGone = (id: string) => world.models.markGone(id);
      const deltas = askModels(model, { messages, models, signal, onGone, ...tools }, meter);
      const { calls, message } = yield* this.#streamRound(deltas);
      if (toolBox === null || !mayCall || calls.length === 0) return;
      // A model that has started an answer also finishes it.
      models = models.filter((id) => id === meter.askedFor).slice(0, 1);
      const results = await toolBox.use(calls);
      for (const { answer } of results) given.addItems(answer === null ? [] : itemsOf(answer));
      await given.store();
      signal.throwIfAborted();
      if (toolBox.steps.length > 0) yield { type: "data-steps", data: [...toolBox.steps] };
      if (toolBox.help !== null) return;
      messages.push(message);
      this.#parts.give(results.flatMap(({ items }) => items));
      for (const { toolCallId, content } of results) {
        meter.characters += content.length;
        messages.push({ role: "tool", toolCallId, content });
      }
    }
  }

  /** Streams the model's output of one round. */
  async *#streamRound(deltas: AsyncIterable<ModelDelta>): AsyncGenerator<ChatEvent, RoundReader> {
    const { meter } = this.#setting.request;
    const round = new RoundReader();
    this.#round = round;
    this.#parts.begin();
    for await (const delta of deltas) {
      if (meter.model !== this.#speaker) {
        this.#speaker = meter.model;
        yield { type: "message-metadata", messageMetadata: { model: this.#speaker } };
      }
      for (const event of this.#show(round.read(delta))) yield event;
      if (this.#parts.hasSpoken) this.#ttftMs ??= performance.now() - this.#beganAt;
    }
    yield* this.#show(round.end(true));
    yield* this.#parts.end();
    return round;
  }

  #show(pieces: readonly AnswerDelta[]): ChatEvent[] {
    return pieces.flatMap((piece) => this.#parts.write(piece));
  }

  async *#libraryInstead(toolBox: ToolBox | null, reason: string): AsyncGenerator<ChatEvent> {
    const { world, request } = this.#setting;
    request.meter.wasAway = true;
    const parts = toolBox?.parts ?? [];
    yield* libraryAnswer(world, request, reason, parts.length === 0 ? null : parts);
  }

  /** Looby's own text, after the model's. */
  *#textOf(parts: readonly AnswerPart[]): Generator<ChatEvent> {
    yield { type: "text-start", id: HELP };
    yield* textOfSearch({ parts }, { id: HELP, isShown: (id) => this.#parts.hasMentioned(id) });
    yield { type: "text-end", id: HELP };
  }

  /** The abilities' own text in place of the model's. */
  async *#fixedWords(parts: readonly AnswerPart[]): AsyncGenerator<ChatEvent> {
    yield* this.#textOf(parts);
    yield finishEvent(this.#parts.hasSpoken ? this.#speaker : null, this.#ttftMs);
  }
}
