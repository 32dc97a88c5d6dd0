import * as z from "zod/mini";
import type { MessageUi } from "#shared/features/chat/contract.ts";
import type { Retrieved } from "#shared/features/chat/retrieved.ts";
import type { AnswerPart } from "#shared/features/chat/answer-part.ts";
import { prose } from "#shared/features/chat/prose.ts";
import {
  abilityContracts,
  callableAbilities,
  type CallableAbility,
  isCallable,
} from "#shared/features/talk/abilities/abilities.ts";
import { readArguments } from "#shared/features/talk/abilities/call-arguments.ts";
import { intentOfCall } from "#shared/features/talk/abilities/intent-of-call.ts";
import type { AbilityWorld } from "#shared/features/talk/answer/ability-world.ts";
import { answerIntent } from "#shared/features/talk/answer/answer-talk.ts";
import type { TalkAnswer } from "#shared/features/talk/answer/talk-answer.ts";
import type { Intent, Shown } from "#shared/features/talk/understand/intent.ts";
import type { Tool, ToolCall } from "#server/platform/llm/language-model.ts";
import { describeItem, resultBlock } from "./prompt.ts";

/** Maximum calls executed per answer. */
export const MOST_CALLS = 8;
/** Consecutive rounds without a result, after which the model has to answer. It may correct one mistake. */
const MOST_IDLE_ROUNDS = 2;
/** UTF-16 units of one result, of all results of an answer, and of Looby's text in one result. */
const MOST_OF_RESULT = 4_000;
const MOST_OF_RESULTS = 12_000;
const MAX_ANSWER = 2_000;

/** The abilities as tools: built once, the same for all users. */
export const abilityTools: readonly Tool[] = callableAbilities.map((name) => {
  const { description, input } = abilityContracts[name];
  const { $schema: _, ...parameters } = z.toJSONSchema(input, { io: "input", override: withoutLimits });
  return { name, description, parameters };
});

/** Limits are checked in the call, which cuts a text that is too long, and need no room in the model's window. */
function withoutLimits({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  delete jsonSchema.maxLength;
  delete jsonSchema.maxItems;
}

/** Outcome of a call. */
export interface ToolResult {
  toolCallId: string;
  /** For the model. */
  content: string;
  /** Items in the result, which the model may cite. */
  items: Retrieved[];
  /** Null when the call could not be answered. */
  answer: TalkAnswer | null;
}

/** The tool calls of one answer. They are limited, and repeated calls are refused. */
export class ToolBox {
  readonly #world: AbilityWorld;
  readonly #shown: readonly Shown[];
  readonly #nonce: string;
  readonly #steps: CallableAbility[] = [];
  readonly #known = new Set<string>();
  readonly #answers: TalkAnswer[] = [];
  readonly #intents: Intent[] = [];
  #resultLength = 0;
  #idleRounds = 0;
  #proposes = false;
  #card: MessageUi | null = null;
  #offer: MessageUi | null = null;

  /** @param shown items shown earlier in the talk */
  constructor(world: AbilityWorld, shown: readonly Shown[], nonce: string) {
    this.#world = world;
    this.#shown = shown;
    this.#nonce = nonce;
  }

  /** Whether another call may be made. */
  get isOpen(): boolean {
    return (
      this.#steps.length < MOST_CALLS &&
      this.#resultLength < MOST_OF_RESULTS &&
      this.#idleRounds < MOST_IDLE_ROUNDS
    );
  }

  /** Abilities used, in order of use. */
  get steps(): readonly string[] {
    return this.#steps;
  }

  /** The calls' meanings, in order of use. */
  get intents(): readonly Intent[] {
    return this.#intents;
  }

  /** The items found, in order. */
  get found(): readonly Retrieved[] {
    return this.#answers.flatMap(itemsOf);
  }

  /** The abilities' own text. */
  get parts(): readonly AnswerPart[] {
    // A model may ask the same in other words.
    const different = new Map(
      this.#answers.map((answer) => [answer.parts.map(({ text }) => text).join(""), answer]),
    );
    return [...different.values()].flatMap(({ parts }, index) => [
      ...(index === 0 ? [] : [{ text: prose`\n\n`, items: [] }]),
      ...parts,
    ]);
  }

  /** The fixed help that replaces the model's answer; null when no call asked for it. */
  get help(): TalkAnswer | null {
    return this.#answers.find(({ ui }) => ui?.type === "help-card") ?? null;
  }

  /** The card to show with the answer. @param hasCited whether the answer cites an item: then no card offers to look for an item */
  cardFor(hasCited: boolean): MessageUi | null {
    return this.#card ?? (hasCited ? null : this.#offer);
  }

  /** Executes all calls of a round in parallel. Results are in the order of the calls. */
  async use(calls: readonly ToolCall[]): Promise<ToolResult[]> {
    const room = Math.min(MOST_OF_RESULT, (MOST_OF_RESULTS - this.#resultLength) / calls.length);
    const results = await Promise.all(calls.map((call) => this.#answer(call, room)));
    this.#idleRounds = results.some(({ answer }) => answer !== null) ? 0 : this.#idleRounds + 1;
    for (const { content, answer } of results) {
      this.#resultLength += content.length;
      if (answer !== null) this.#answers.push(answer);
    }
    return results;
  }

  /** Checks a call synchronously before any await, so that the second of two equal calls is recognized as a repetition. */
  async #answer(call: ToolCall, room: number): Promise<ToolResult> {
    if (!this.isOpen) return this.#fault(call, "No more calls. Answer from what you have.");
    const { name } = call;
    if (!isCallable(name))
      return this.#fault(call, `There is no such tool. The tools are: ${callableAbilities.join(", ")}.`);
    const input = readArguments(call.arguments);
    if (input === undefined) return this.#fault(call, "The arguments are not JSON. Call it again.");
    const { city, clock } = this.#world;
    const understood = intentOfCall(name, input, { city, clock, shown: this.#shownSoFar() });
    if (!understood.isUnderstood) return this.#fault(call, understood.problem);
    const { intent, message, leftOut } = understood;
    const key = JSON.stringify([intent, message]);
    if (this.#known.has(key)) return this.#fault(call, "You have this result already.");
    const { isProposal } = abilityContracts[name];
    if (isProposal && this.#proposes)
      return this.#fault(call, "One card at a time: the person sees the first one. Offer this one next.");
    this.#known.add(key);
    this.#proposes ||= isProposal;
    this.#steps.push(name);
    this.#intents.push(intent);
    const answer = await answerIntent(this.#world, intent, message);
    const isCard = this.#take(answer.ui, isProposal);
    return { toolCallId: call.id, answer, ...this.#resultOf(answer, { isCard, leftOut }, room) };
  }

  /** With the items of earlier calls, which the model also names. */
  #shownSoFar(): readonly Shown[] {
    return [...this.#shown, ...this.found.map(({ source }) => source)];
  }

  /** @returns whether a card for it is shown to the user */
  #take(ui: MessageUi | null, isProposal: boolean): boolean {
    if (ui?.type !== "proposal" && ui?.type !== "memory-offer") return false;
    if (isProposal) this.#card = ui;
    else this.#offer ??= ui;
    return isProposal;
  }

  #resultOf(
    { parts, choices }: TalkAnswer,
    { isCard, leftOut }: { isCard: boolean; leftOut: readonly string[] },
    room: number,
  ): { content: string; items: Retrieved[] } {
    const answer = parts.map(({ text }) => text).join("");
    const result = {
      said: answer.slice(0, Math.min(MAX_ANSWER, room / 2)).toWellFormed(),
      ...(isCard ? { card: "The person sees it. Nothing is done before they confirm it." } : {}),
      ...(leftOut.length === 0 ? {} : { leftOut }),
      items: [] as unknown[],
    };
    const items: Retrieved[] = [];
    const all = itemsOf({ parts, choices });
    for (const item of new Map(all.map((each) => [each.source.sourceId, each])).values()) {
      const described = describeItem(item);
      if (JSON.stringify({ ...result, items: [...result.items, described] }).length > room) break;
      result.items.push(described);
      items.push(item);
    }
    return { content: resultBlock(JSON.stringify(result), this.#nonce), items };
  }

  #fault({ id }: ToolCall, error: string): ToolResult {
    const content = resultBlock(JSON.stringify({ error }), this.#nonce);
    return { toolCallId: id, content, items: [], answer: null };
  }
}

/** The items in an answer, and those it offers to choose from. */
export function itemsOf({ parts, choices }: Pick<TalkAnswer, "parts" | "choices">): Retrieved[] {
  return [...parts.flatMap(({ items }) => items), ...choices];
}
