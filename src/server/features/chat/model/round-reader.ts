import { type AnswerDelta, createReasoningSplitter, textAfter } from "#shared/features/chat/reasoning.ts";
import { createCallReader, markedCallsIn } from "#shared/features/chat/call-reader.ts";
import type { WrittenCall } from "#shared/features/chat/written-calls.ts";
import { callableAbilities } from "#shared/features/talk/abilities/abilities.ts";
import { abilityOfName } from "#shared/features/talk/abilities/call-arguments.ts";
import type { Fields } from "#shared/json-fields.ts";
import type { ModelDelta, ToolCall } from "#server/platform/llm/language-model.ts";
import { newCallId } from "#server/platform/llm/tool-call-pieces.ts";

const isTool = (name: string) => abilityOfName(name) !== null;

/**
 * Reads one round of a model's output. Separates its reasoning from its text, and takes calls that it wrote as words: those are never
 * shown.
 */
export class RoundReader {
  readonly #splitter = createReasoningSplitter();
  #callReader = createCallReader(callableAbilities, isTool);
  #reasoning = "";
  #text = "";
  /** Complete after `end`, with the tools' own names where these are known. */
  readonly calls: ToolCall[] = [];
  /** Whether the model wrote something that should have been a call and could not be read. */
  isBroken = false;
  #returned: Fields | null = null;

  /** The round as a message of the conversation. */
  get message() {
    const returned = this.#returned === null ? {} : { returned: this.#returned };
    return { role: "assistant" as const, content: this.#text, toolCalls: this.calls, ...returned };
  }

  /** The text and reasoning that are certain after one more delta. */
  read(delta: ModelDelta): AnswerDelta[] {
    switch (delta.type) {
      case "tool-call":
        this.#take(delta.call);
        return [];
      case "returned":
        this.#returned = delta.fields;
        return [];
      case "text":
        return this.#splitter.push(delta.delta).flatMap((piece) => this.#show(piece));
      case "reasoning":
        this.#reasoning += delta.delta;
        return [{ kind: "reasoning", delta: delta.delta }];
    }
  }

  /** Ends the round and returns what was held back. @param isWhole the model ended it, the stream did not break off */
  end(isWhole: boolean): AnswerDelta[] {
    const isAnswer = isWhole && this.calls.length === 0;
    const pieces = this.#splitter.end(isAnswer).flatMap((piece) => this.#show(piece));
    const { text, calls, isBroken } = this.#callReader.end();
    if (text !== "") pieces.push(...this.#note({ kind: "text", delta: text }));
    if (!isAnswer) return pieces;
    this.isBroken = isBroken;
    const isSilent = calls.length === 0 && this.#text.trim() === "";
    this.#takeWritten(isSilent ? markedCallsIn(this.#reasoning, isTool) : calls);
    return pieces;
  }

  #show(piece: AnswerDelta): AnswerDelta[] {
    if (piece.kind === "reasoning") {
      if (piece.isTurned) this.#callReader = createCallReader(callableAbilities, isTool);
      this.#reasoning += piece.delta;
      return this.#note(piece);
    }
    if (piece.isTurned) {
      // A block of thoughts that never closed is the answer, unless it ends in a call.
      const reader = createCallReader(callableAbilities, isTool);
      reader.push(piece.delta);
      const { calls } = reader.end();
      this.#takeWritten(calls);
      return calls.length > 0 ? [] : this.#note(piece);
    }
    const delta = this.#callReader.push(piece.delta);
    return delta === "" ? [] : this.#note({ kind: "text", delta });
  }

  #note(piece: AnswerDelta): AnswerDelta[] {
    this.#text = textAfter(this.#text, piece);
    return [piece];
  }

  #takeWritten(calls: readonly WrittenCall[]): void {
    for (const call of calls) this.#take({ id: newCallId(), ...call });
  }

  #take(call: ToolCall): void {
    this.calls.push({ ...call, name: abilityOfName(call.name) ?? call.name });
  }
}
