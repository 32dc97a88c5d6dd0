import { randomBytes } from "node:crypto";
import type { ChatEvent } from "#shared/features/chat/contract.ts";
import { createReasoningSplitter, textAfter } from "#shared/features/chat/reasoning.ts";
import type { Retrieved } from "#shared/features/chat/retrieved.ts";
import type { AbilityWorld } from "#shared/features/talk/answer/ability-world.ts";
import { understand } from "#shared/features/talk/answer/understand.ts";
import { askModels } from "#server/features/models/ask-models.ts";
import {
  type LanguageModel,
  type ModelDelta,
  ModelError,
  type PromptMessage,
  type ToolCall,
} from "#server/platform/llm/language-model.ts";
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
import { abilityTools, itemsOf, ToolBox } from "./tool-box.ts";

/** Maximum rounds in which a model may call tools. After them it has to answer. */
export const MOST_ROUNDS = 4;
const HELP = "text-help";

/**
 * A language model's answer as events. The model may use Looby's abilities as tools, in several rounds. A model without tool support gets
 * the search results instead. The user always gets an answer: if the model fails before its first word or ends without text, Looby sends
 * the results of the abilities it used, or else the library's answer.
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
  const hasTools = request.useRag && world.models.takesTools(asked);
  try {
    yield* answer.speak(hasTools);
  } catch (error) {
    if (!isFirstRefusal(request, hasTools, error)) throw error;
    // A provider that refuses tools has not processed the message yet, so send it once more without tools.
    world.models.markWithoutTools(request.meter.model);
    yield* answer.speak(false);
  }
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
  /** Separates this round's reasoning from its text. */
  #splitter = createReasoningSplitter();
  #speaker: string;
  #ttftMs: number | null = null;

  constructor(setting: AnswerSetting) {
    this.#setting = setting;
    this.#speaker = setting.asked;
    this.#parts = new PartWriter([], setting.request.showThinking);
  }

  /** @throws ModelError when a model stopped in the middle, or does not support tools */
  async *speak(hasTools: boolean): AsyncGenerator<ChatEvent> {
    const { request, signal } = this.#setting;
    const { messages, items, toolBox } = await this.#prepare(hasTools);
    this.#parts.give(items);
    try {
      yield* this.#rounds(messages, toolBox);
    } catch (error) {
      yield* this.#heldBack(false); // it is part of the answer
      const isOver = this.#parts.hasSpoken || signal.aborted || isFirstRefusal(request, hasTools, error);
      if (isOver || !(error instanceof ModelError)) throw error;
      return yield* this.#libraryInstead(toolBox, error);
    }
    const help = toolBox?.help ?? null;
    if (help !== null) {
      if (help.ui !== null) yield { type: "data-ui", data: help.ui };
      return yield* this.#fixedWords(help.parts);
    }
    if (!this.#parts.hasSpokenLast) return yield* this.#silent(toolBox);
    const card = toolBox?.cardFor(this.#parts.hasCited) ?? null;
    if (card !== null) yield { type: "data-ui", data: card };
    yield finishEvent(request.meter.model, this.#ttftMs);
  }

  async #prepare(hasTools: boolean): Promise<{
    messages: PromptMessage[];
    items: readonly Retrieved[];
    toolBox: ToolBox | null;
  }> {
    const { world, request, abilities } = this.#setting;
    const { companion, question, useRag, given, readable } = request;
    const { state, intents } = await understand(abilities, readable.earlier, question);
    const found = useRag ? await foundFor(world, request, { abilities, state, intents }) : null;
    given.add(readable.memoryIds);
    given.addItems(found?.items ?? []);
    await given.store();
    const messages = buildPrompt({
      companion,
      history: readable.history,
      question,
      items: found?.items ?? null,
      hasTools,
      moment: describeMoment(abilities.clock),
      // A model with tools can look up ways and days itself.
      talk: useRag ? describeTalk(abilities, state, hasTools ? null : (found?.rulesAnswer ?? null)) : null,
      nonce: this.#nonce,
    });
    const toolBox = hasTools ? new ToolBox(abilities, state.shown, this.#nonce) : null;
    return { messages, items: found?.items ?? [], toolBox };
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
      const { calls, text } = yield* this.#streamRound(deltas);
      if (toolBox === null || !mayCall || calls.length === 0) return;
      // A model that has started an answer also finishes it.
      models = models.filter((id) => id === meter.askedFor).slice(0, 1);
      const results = await toolBox.use(calls);
      for (const { answer } of results) given.addItems(answer === null ? [] : itemsOf(answer));
      await given.store();
      signal.throwIfAborted();
      if (toolBox.steps.length > 0) yield { type: "data-steps", data: [...toolBox.steps] };
      if (toolBox.help !== null) return;
      messages.push({ role: "assistant", content: text, toolCalls: calls });
      for (const { toolCallId, content, items } of results) {
        meter.characters += content.length;
        this.#parts.give(items);
        messages.push({ role: "tool", toolCallId, content });
      }
    }
  }

  /** Streams the model's output of one round. Returns its final tool calls. */
  async *#streamRound(
    deltas: AsyncIterable<ModelDelta>,
  ): AsyncGenerator<ChatEvent, { calls: ToolCall[]; text: string }> {
    const { meter } = this.#setting.request;
    const parts = this.#parts;
    const splitter = createReasoningSplitter();
    this.#splitter = splitter;
    const calls: ToolCall[] = [];
    let text = "";
    parts.begin();
    for await (const delta of deltas) {
      if (meter.model !== this.#speaker) {
        this.#speaker = meter.model;
        yield { type: "message-metadata", messageMetadata: { model: this.#speaker } };
      }
      if (delta.type === "tool-call") {
        calls.push(delta.call);
        continue;
      }
      const pieces =
        delta.type === "text"
          ? splitter.push(delta.delta)
          : [{ kind: delta.type, delta: delta.delta } as const];
      for (const piece of pieces) {
        text = textAfter(text, piece);
        for (const event of parts.write(piece)) yield event;
      }
      if (parts.hasSpoken) this.#ttftMs ??= performance.now() - this.#beganAt;
    }
    yield* this.#heldBack(calls.length === 0);
    return { calls, text };
  }

  /** Emits text that was withheld because it could have been part of a mark. @param isWhole the model ended its answer here */
  *#heldBack(isWhole: boolean): Generator<ChatEvent> {
    for (const piece of this.#splitter.end(isWhole)) yield* this.#parts.write(piece);
    yield* this.#parts.end();
  }

  /** The model ended without text after its last tool results. */
  async *#silent(toolBox: ToolBox | null): AsyncGenerator<ChatEvent> {
    if (this.#parts.hasSpoken && toolBox !== null && toolBox.parts.length > 0)
      return yield* this.#fixedWords(toolBox.parts);
    yield* this.#libraryInstead(toolBox, noAnswer());
  }

  async *#libraryInstead(toolBox: ToolBox | null, { failure }: ModelError): AsyncGenerator<ChatEvent> {
    const { world, request } = this.#setting;
    request.meter.wasAway = true;
    const parts = toolBox?.parts ?? [];
    yield* libraryAnswer(world, request, failure.message, parts.length === 0 ? null : parts);
  }

  /** The abilities' own text, after the model's. */
  async *#fixedWords(parts: ToolBox["parts"]): AsyncGenerator<ChatEvent> {
    yield { type: "text-start", id: HELP };
    yield* textOfSearch({ parts }, { id: HELP, isShown: (id) => this.#parts.hasMentioned(id) });
    yield { type: "text-end", id: HELP };
    yield finishEvent(this.#parts.hasSpoken ? this.#speaker : null, this.#ttftMs);
  }
}

/** Whether the provider refused the tools before it produced anything. */
function isFirstRefusal({ meter }: ReplyRequest, hasTools: boolean, error: unknown): boolean {
  return (
    hasTools && meter.characters === 0 && error instanceof ModelError && error.failure.code === "no-tools"
  );
}

function noAnswer(): ModelError {
  return new ModelError({
    code: "garbled",
    retryable: true,
    retryAfter: null,
    message: "The language model gave no answer. Please try again.",
  });
}
