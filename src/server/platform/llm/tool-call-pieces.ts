import { randomBytes } from "node:crypto";
import { type Fields, isFields } from "#shared/json-fields.ts";
import type { ToolCall } from "./language-model.ts";

/** The part of a tool call that one chunk adds. */
export interface ToolCallPiece {
  /** Index of the call in the answer; null when the provider does not give it. */
  index: number | null;
  id: string | null;
  name: string | null;
  /** A piece of the arguments' JSON. */
  arguments: string;
  /** Other fields of the call. */
  more: Fields;
}

/** Maximum calls per answer. Further calls are dropped. */
const MOST_CALLS = 32;
const MOST_ID = 200;

/** Parses `delta.tool_calls` of a chunk. Ollama gives the arguments of a call as an object, not as text. */
export function toolCallPieces(calls: unknown): ToolCallPiece[] {
  if (!Array.isArray(calls)) return [];
  return (calls as unknown[]).flatMap((piece) => {
    if (!isFields(piece)) return [];
    const { index, id, type: _, function: called, ...more } = piece;
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
        more,
      },
    ];
  });
}

/** An id for a call without one. Mistral accepts only nine letters and digits. */
export function newCallId(): string {
  return randomBytes(8).toString("hex").slice(0, 9);
}

interface Assembled extends ToolCall {
  index: number | null;
  hasOwnId: boolean;
}

/**
 * Joins the pieces of a stream. A new index or id begins a new call. Where a server gives none of its own to each call, a new name or a
 * piece after a whole object begins one; and a piece that repeats what came before replaces it.
 */
export class ToolCallAssembler {
  readonly #calls: Assembled[] = [];

  add(piece: ToolCallPiece): void {
    const { name, arguments: argumentsJson, more } = piece;
    const known = this.#callOf(piece);
    if (known === undefined) {
      this.#begin(piece);
      return;
    }
    known.name ||= name ?? "";
    known.arguments = repeats(known, argumentsJson) ? argumentsJson : known.arguments + argumentsJson;
    if (Object.keys(more).length > 0) known.more = { ...known.more, ...more };
  }

  /** In the order in which they began. */
  get calls(): ToolCall[] {
    return this.#calls.map(({ index: _, hasOwnId: _own, ...call }) => call);
  }

  /** The call that a piece continues. */
  #callOf(piece: ToolCallPiece): Assembled | undefined {
    const { index, id, name, arguments: argumentsJson } = piece;
    const call =
      index === null && id === null
        ? this.#calls.at(-1)
        : this.#calls.findLast(
            (each) => each.index === index && (id === null || !each.hasOwnId || each.id === id),
          );
    if (call === undefined) return index === null || id === null ? undefined : this.#unfinished(index, name);
    if (id !== null && call.hasOwnId) return call;
    if (repeats(call, argumentsJson) && (name === null || name === call.name)) return call;
    const isOther = name !== null && call.name !== "" && (name !== call.name || index === null);
    const isBehind = argumentsJson.trim() !== "" && isWhole(call.arguments);
    return isOther || isBehind ? undefined : call;
  }

  /** The call at an index that a piece with a new id goes on with: some servers make an id for each piece. */
  #unfinished(index: number, name: string | null): Assembled | undefined {
    const last = this.#calls.findLast((each) => each.index === index);
    if (last === undefined || isWhole(last.arguments)) return undefined;
    return name === null || (last.arguments !== "" && name === last.name) ? last : undefined;
  }

  #begin({ index, id, name, arguments: argumentsJson, more }: ToolCallPiece): void {
    if (this.#calls.length === MOST_CALLS) return;
    this.#calls.push({
      index,
      id: id ?? newCallId(),
      hasOwnId: id !== null,
      // Only a piece behind a whole object has no name of its own: it is another call of the same tool.
      name: name ?? this.#calls.at(-1)?.name ?? "",
      arguments: argumentsJson,
      ...(Object.keys(more).length > 0 ? { more } : {}),
    });
  }
}

/** Whether a piece is the arguments from their beginning on, as far as they are known now. */
function repeats({ arguments: known }: ToolCall, piece: string): boolean {
  return known.startsWith("{") && piece.startsWith(known === "{}" ? "{" : known);
}

function isWhole(json: string): boolean {
  if (!json.trimEnd().endsWith("}")) return false;
  try {
    return isFields(JSON.parse(json));
  } catch {
    return false;
  }
}
