import { createParser } from "eventsource-parser";
import { type CompletionChunk, parseCompletionChunk, type Words } from "./completion-chunk.ts";
import { type ModelDelta, ModelError } from "./language-model.ts";
import { brokenOff, failureOfStatus, filtered, garbled, notAModel, tooLong } from "./model-failures.ts";
import { ReturnedFields } from "./returned-fields.ts";
import { ToolCallAssembler } from "./tool-call-pieces.ts";

/** UTF-16 units of one event, or of a body without events. No well-behaved provider sends more. */
const MAX_EVENT = 1_000_000;
/** Text and reasoning together, in UTF-16 units. */
export const MAX_ANSWER = 64_000;
/** White space in a row, after which the answer has ended: some models never stop writing line ends. */
const MAX_BLANK = 1_000;

/** The words in a piece of the stream, and how it ends there. */
export interface Group {
  deltas: Words[];
  /** Null: the stream goes on. */
  ending: "done" | ModelError | null;
}

/**
 * Reads the body of a chat completion: events (RFC of server-sent events), lines of JSON without `data:`, or one JSON document from a server
 * that ignores `stream`. Everything that is no chunk (keepalive words, cost events, blanks) is passed over; only a body without any chunk is an error.
 */
export class CompletionReader {
  /** The model that answers; the requested one until the provider names it. */
  speaker: string;
  readonly #toolCalls = new ToolCallAssembler();
  readonly #returned = new ReturnedFields();
  readonly #events: string[] = [];
  /** Lines that are no events. */
  #stray = "";
  #length = 0;
  #blank = 0;
  #hasChunk = false;
  #hasUnread = false;
  #isFinished = false;
  readonly #parser = createParser({
    onEvent: ({ data }) => this.#events.push(data),
    onError: (error) => {
      if (error.type === "max-buffer-size-exceeded") throw garbled(error);
      if (error.type === "unknown-field") this.#readLine(error.line ?? "");
    },
    maxBufferSize: MAX_EVENT,
  });

  constructor(model: string) {
    this.speaker = model;
  }

  /** Whether the provider has said that its answer ends. */
  get isFinished(): boolean {
    return this.#isFinished;
  }

  read(text: string): Group {
    this.#parser.feed(text);
    return this.#readEvents();
  }

  /** The body ends with this text. */
  end(text: string): Group {
    // Some providers omit the blank line after their last event.
    const group = this.read(`${text}\n\n`);
    if (group.ending !== null) return group;
    if (!this.#hasChunk && this.#stray !== "") {
      this.#events.push(this.#stray);
      const { deltas, ending } = this.#readEvents();
      group.deltas.push(...deltas);
      if (ending !== null) return { ...group, ending };
    }
    return { ...group, ending: this.#isFinished ? "done" : this.#failure() };
  }

  /** Complete only after the stream has ended: in a broken one their arguments may be incomplete. */
  *finalDeltas(): Generator<ModelDelta> {
    const { calls } = this.#toolCalls;
    for (const call of calls) yield { type: "tool-call", call };
    const { fields } = this.#returned;
    if (calls.length > 0 && fields !== null) yield { type: "returned", fields };
  }

  /** A line without `data:` is an event if it is JSON, otherwise a part of a longer document. */
  #readLine(line: string): void {
    if (parseCompletionChunk(line) !== null) this.#events.push(line);
    else if (this.#stray.length + line.length > MAX_EVENT)
      throw garbled(new Error("a long body without events"));
    else this.#stray += `${line}\n`;
  }

  #readEvents(): Group {
    const deltas: Words[] = [];
    for (const data of this.#events.splice(0)) {
      const isDone = data.trim() === "[DONE]";
      const chunk = isDone ? null : parseCompletionChunk(data);
      if (chunk !== null) {
        const ending = this.#take(chunk, deltas);
        if (ending !== null) return { deltas, ending };
      } else if (isDone) return { deltas, ending: "done" };
      else this.#hasUnread ||= data.trim() !== "";
    }
    return { deltas, ending: null };
  }

  #take(chunk: CompletionChunk, deltas: Words[]): Group["ending"] {
    const { error, ending } = chunk;
    this.#hasChunk ||= error === null;
    this.speaker = chunk.model ?? this.speaker;
    this.#isFinished ||= ending !== null || chunk.isWhole;
    this.#returned.add(chunk.reasoning);
    for (const piece of chunk.toolCalls) {
      this.#length += piece.arguments.length;
      if (this.#length > MAX_ANSWER) return new ModelError(tooLong());
      this.#toolCalls.add(piece);
    }
    for (const delta of chunk.deltas) {
      this.#length += delta.delta.length;
      if (this.#length > MAX_ANSWER) return new ModelError(tooLong());
      this.#blank = delta.delta.trim() === "" ? this.#blank + delta.delta.length : 0;
      if (this.#blank > MAX_BLANK) return "done";
      addDelta(deltas, delta);
    }
    if (ending === "length") return new ModelError(tooLong());
    if (ending === "filtered") return new ModelError(filtered());
    if (error === null) return ending === "broken" ? new ModelError(brokenOff()) : null;
    const cause = new Error(error.message.slice(0, 500));
    return new ModelError(failureOfStatus(error.status, null, error.message), { cause });
  }

  #failure(): ModelError {
    if (!this.#hasChunk && this.#stray.trimStart().startsWith("<")) return new ModelError(notAModel());
    if (!this.#hasChunk && this.#hasUnread) return garbled(new SyntaxError("no completion chunk"));
    return this.#hasChunk || this.#stray === ""
      ? new ModelError(brokenOff())
      : garbled(new SyntaxError("neither events nor a completion"));
  }
}

function addDelta(group: Words[], delta: Words): void {
  const last = group.at(-1);
  if (last?.type === delta.type) last.delta += delta.delta;
  else group.push(delta);
}
