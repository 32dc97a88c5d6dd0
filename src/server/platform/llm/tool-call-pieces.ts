import { isFields } from "#shared/json-fields.ts";
import type { ToolCall } from "./language-model.ts";

/** The part of a tool call that one chunk adds. */
export interface ToolCallPiece {
  /** Index of the call in the answer; null when the provider does not give it. */
  index: number | null;
  id: string | null;
  name: string | null;
  /** A piece of the arguments' JSON. */
  arguments: string;
}

/** Maximum calls per answer. Further calls are dropped. */
const MOST_CALLS = 32;
const MOST_ID = 200;

/** Parses `delta.tool_calls` of a chunk. Ollama gives the arguments of a call as an object, not as text. */
export function toolCallPieces(calls: unknown): ToolCallPiece[] {
  if (!Array.isArray(calls)) return [];
  return (calls as unknown[]).flatMap((piece) => {
    if (!isFields(piece)) return [];
    const { index, id, function: called } = piece;
    const { name, arguments: argumentsJson } = isFields(called) ? called : {};
    return [
      {
        index: typeof index === "number" ? index : null,
        id: typeof id === "string" && id !== "" ? id.slice(0, MOST_ID) : null,
        name: typeof name === "string" && name !== "" ? name : null,
        arguments:
          typeof argumentsJson === "string"
            ? argumentsJson
            : isFields(argumentsJson)
              ? JSON.stringify(argumentsJson)
              : "",
      },
    ];
  });
}

/** Joins the pieces of a stream. A new index or id begins a new call. */
export class ToolCallAssembler {
  readonly #calls: (ToolCall & { index: number | null; hasOwnId: boolean })[] = [];

  add({ index, id, name, arguments: argumentsJson }: ToolCallPiece): void {
    const last = this.#calls.at(-1);
    const isSame = (call: { index: number | null; id: string; hasOwnId: boolean }) =>
      call.index === index && (id === null || !call.hasOwnId || call.id === id);
    let call =
      index === null && id === null ? (name === null ? last : undefined) : this.#calls.findLast(isSame);
    if (call === undefined) {
      if (this.#calls.length === MOST_CALLS) return;
      call = {
        index,
        id: id ?? `call_${this.#calls.length + 1}`,
        hasOwnId: id !== null,
        name: "",
        arguments: "",
      };
      this.#calls.push(call);
    }
    call.name ||= name ?? "";
    call.arguments += argumentsJson;
  }

  /** In the order in which they began. */
  get calls(): ToolCall[] {
    return this.#calls.map(({ id, name, arguments: argumentsJson }) => ({
      id,
      name,
      arguments: argumentsJson,
    }));
  }
}
